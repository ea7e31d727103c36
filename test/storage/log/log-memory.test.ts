import t from 'tap'
import type { TornTail } from '../../../storage/log/log.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { turnOf } from '../../wire/record/sample-records.js'

t.test('L1: after a failed commit the log takes and tells nothing until reopened', (t) => {
  for (const fault of ['kept', 'lost'] as const) {
    const disk = new MemoryDisk()
    const log = openMemoryLog(disk)
    log.commit(1, turnOf(1, 2))
    disk.failNextCommit(fault)
    t.throws(() => log.commit(3, turnOf(3, 1)), { name: 'LogError' })
    t.throws(() => log.commit(4, turnOf(4, 1)), { name: 'LogError' })
    t.throws(() => log.last(), { name: 'LogError' })
    t.throws(() => [...log.read(0)], { name: 'LogError' })
    const again = openMemoryLog(disk)
    t.equal(again.last()?.firstSeq, fault === 'kept' ? 3 : 1)
    again.commit(10, turnOf(10, 1))
  }
  t.end()
})

t.test('a commit torn at any byte is cut to whole records at the next opening', (t) => {
  const bytes = turnOf(3, 2)
  const one = turnOf(3, 1).length
  for (let length = 0; length < bytes.length; length++) {
    const disk = new MemoryDisk()
    const log = openMemoryLog(disk)
    log.commit(1, turnOf(1, 2))
    disk.failNextCommit(length)
    t.throws(() => log.commit(3, bytes), { name: 'LogError' })
    const cuts: TornTail[] = []
    const again = openMemoryLog(disk, (cut) => cuts.push(cut))
    const kept = length < one ? 0 : one
    if ((again.last()?.bytes.length ?? 0) !== (kept || turnOf(1, 2).length)) t.fail(`${length}`)
    if (cuts.length !== (length === one ? 0 : 1)) t.fail(`${length} bytes: ${cuts.length} cuts`)
  }
  t.end()
})

t.test('a crash kills the open log and leaves what was committed', (t) => {
  const disk = new MemoryDisk()
  const log = openMemoryLog(disk)
  log.commit(1, turnOf(1, 2))
  disk.crash()
  t.throws(() => log.commit(3, turnOf(3, 1)), { name: 'LogError' })
  t.throws(() => log.last(), { name: 'LogError' })
  t.equal(openMemoryLog(disk).last()?.firstSeq, 1)
  t.end()
})

t.test('what was committed is a copy of the caller’s bytes', (t) => {
  const log = openMemoryLog(new MemoryDisk())
  const bytes = turnOf(1, 1)
  log.commit(1, bytes)
  bytes.fill(0)
  t.same(Buffer.from(log.last()?.bytes ?? []), Buffer.from(turnOf(1, 1)))
  t.end()
})
