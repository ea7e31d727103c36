import fs, { readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { copyLog } from '../../../storage/log/copy-log.js'
import { openLmdbLog, openLmdbLogForReading } from '../../../storage/log/lmdb-log.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { turnOf } from '../../wire/record/sample-records.js'

const MAP_BYTES = 64 * 1024 * 1024
const MIB = 1024 * 1024
const OVERHEAD = 128 * 1024

/** What the copy has, entry by entry. */
async function entriesOf(directory: string): Promise<{ firstSeq: number; bytes: Buffer }[]> {
  const copy = openLmdbLogForReading({ directory, mapBytes: MAP_BYTES })
  const entries = [...copy.read(0)].map(({ firstSeq, bytes }) => {
    return { firstSeq, bytes: Buffer.from(bytes) }
  })
  await copy.close()
  return entries
}

async function emptySize(directory: string): Promise<number> {
  await openLmdbLog({ directory, mapBytes: MAP_BYTES }).close()
  return statSync(join(directory, 'data.mdb')).size
}

t.test(
  'a long log is copied a mebibyte at a time, each record once, in room made before',
  async (t) => {
    const from = openMemoryLog(new MemoryDisk())
    const firsts = [1, 3001, 6001, 9001, 12_001, 15_001, 18_001, 21_001]
    const turns = firsts.map((seq) => turnOf(seq, 2000))
    for (const [index, turn] of turns.entries()) from.commit(firsts[index] ?? 0, turn)
    // The last turn is copied as far as its record 21,100.
    turns[7] = turnOf(21_001, 100)
    const wanted: { firstSeq: number; bytes: Buffer }[] = []
    let parts: Uint8Array[] = []
    let first = 0
    for (const [turn, bytes] of turns.entries()) {
      if (parts.length === 0) first = firsts[turn] ?? 0
      parts.push(bytes)
      const whole = Buffer.concat(parts)
      if (whole.length < MIB && turn < 7) continue
      wanted.push({ firstSeq: first, bytes: whole })
      parts = []
    }
    t.equal(wanted.length, 3, 'commits')
    const directory = join(t.testdir(), 'deep', 'log')
    const bytes = wanted.reduce((sum, one) => sum + one.bytes.length, 0)
    t.equal(await copyLog(from, 21_100, directory, MAP_BYTES), bytes)
    const found = await entriesOf(directory)
    t.same(
      found.map((one) => [one.firstSeq, one.bytes.length]),
      wanted.map((one) => [one.firstSeq, one.bytes.length]),
    )
    t.ok(found.every((one, index) => one.bytes.equals(wanted[index]?.bytes ?? Buffer.alloc(0))))
    t.same(readdirSync(directory).toSorted(), ['data.mdb', 'lock.mdb'])
    t.equal(
      statSync(join(directory, 'data.mdb')).size,
      (await emptySize(join(t.testdirName, 'empty'))) + bytes + wanted.length * OVERHEAD,
    )
    await from.close()
  },
)

t.test('a log is read no further than it is copied, and the copy is closed then', async (t) => {
  const from = openMemoryLog(new MemoryDisk())
  for (const seq of [10, 20, 30, 40]) from.commit(seq, turnOf(seq, 3))
  const read: number[] = []
  const watched = {
    first: () => from.first(),
    last: () => from.last(),
    entryHolding: (seq: number) => from.entryHolding(seq),
    close: async () => undefined,
    *read(seq: number) {
      for (const entry of from.read(seq)) {
        read.push(entry.firstSeq)
        yield entry
      }
    },
  }
  const directory = join(t.testdir(), 'log')
  await copyLog(watched, 21, directory, MAP_BYTES)
  t.same(read, [10, 20, 30])
  const open = readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(realpathSync(directory))
    } catch {
      return false
    }
  })
  t.same(open, [])
  await from.close()
})

t.test('of a log that begins later, or is empty, there is what it has', async (t) => {
  const from = openMemoryLog(new MemoryDisk())
  const root = t.testdir()
  t.equal(await copyLog(from, 100, join(root, 'empty'), MAP_BYTES), 0)
  t.same(await entriesOf(join(root, 'empty')), [])
  from.commit(10, turnOf(10, 3))
  from.commit(20, turnOf(20, 3))
  t.equal(await copyLog(from, 9, join(root, 'before'), MAP_BYTES), 0)
  t.same(await entriesOf(join(root, 'before')), [])
  const first = Buffer.from(turnOf(10, 1))
  t.equal(await copyLog(from, 10, join(root, 'one'), MAP_BYTES), first.length)
  t.same(await entriesOf(join(root, 'one')), [{ firstSeq: 10, bytes: first }])
  const both = Buffer.concat([turnOf(10, 3), turnOf(20, 1)])
  t.equal(await copyLog(from, 20, join(root, 'both'), MAP_BYTES), both.length)
  t.same(await entriesOf(join(root, 'both')), [{ firstSeq: 10, bytes: both }])
  await from.close()
})

t.test('a disk that has no room is found before LMDB writes a page', async (t) => {
  const full = (_: unknown, bytes: unknown): never => {
    throw new Error(`no room for ${(bytes as Uint8Array).length}`)
  }
  const from = openMemoryLog(new MemoryDisk())
  from.commit(10, turnOf(10, 3))
  const { writeFileSync, appendFileSync } = fs
  t.teardown(() => {
    Object.assign(fs, { writeFileSync, appendFileSync })
    syncBuiltinESMExports()
  })
  const root = t.testdir()
  fs.writeFileSync = full
  syncBuiltinESMExports()
  await t.rejects(copyLog(from, 100, join(root, 'none'), MAP_BYTES), {
    message: `no room for ${MIB}`,
  })
  t.same(readdirSync(join(root, 'none')), [])
  Object.assign(fs, { writeFileSync, appendFileSync: full })
  syncBuiltinESMExports()
  await t.rejects(copyLog(from, 100, join(root, 'some'), MAP_BYTES), {
    message: `no room for ${turnOf(10, 3).length + OVERHEAD}`,
  })
  t.same(await entriesOf(join(root, 'some')), [])
  await from.close()
})
