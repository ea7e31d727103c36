import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { RetentionPool, trimLogs } from '../../../actors/server/retention.js'
import retention from '../../../actors/server/retention.task.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { projectionWrites } from '../../../storage/repos/trades/projection-writes.js'
import { scratch } from '../../given/desk.js'
import { openBelow } from '../../given/open-files.js'
import { openLogs, openTables } from '../../given/records/projection.js'
import { orderRecord, turnOf } from '../../wire/record/sample-records.js'

const clock = { now: () => 7 }

t.test('each log that reaches back too far is trimmed, by the clock of the look', async (t) => {
  const trimmed: [shard: number, seq: number][] = []
  const asked: number[] = []
  await trimLogs(
    {
      bounds: async (now) => {
        asked.push(now)
        return [0, 12]
      },
      isClockTrusted: () => true,
      trim: (shard, seq) => trimmed.push([shard, seq]),
    },
    clock,
  )
  t.same(asked, [7])
  t.same(trimmed, [[1, 12]])
})

t.test('nothing is trimmed by a clock that is not believed any more after the look', async (t) => {
  let isTrusted = true
  await trimLogs(
    {
      bounds: async () => {
        isTrusted = false
        return [9]
      },
      isClockTrusted: () => isTrusted,
      trim: () => t.fail('it is not known how old anything is'),
    },
    clock,
  )
  t.notOk(isTrusted)
})

t.test(
  'a look on its thread answers what the look itself does, and leaves no file open',
  async (t) => {
    const dataDir = scratch(t)
    const logs = openLogs(dataDir, 2)
    const db = openTables(dataDir)
    await Promise.all(logs.map((log) => log.close()))
    db.close()
    const task = { dataDir, shards: 2, retentionDays: 1, reserveBytes: 0 }
    const look = { bounds: [0, 0], held: '' }
    t.same(await retention({ ...task, now: 7 }), look)
    t.same(openBelow(dataDir), [])
    const pool = new RetentionPool(task)
    t.same([await pool.bounds(7), pool.held], [look.bounds, ''])
    await pool.stop()
  },
)

t.test(
  'what the logs may lose, and why it is less than it might be, is the word of a thread',
  async (t) => {
    const dataDir = scratch(t)
    const db = openTables(dataDir)
    metaRepo(db).set('server_id', '1b4e28ba-2fa1-11d2-883f-0016d3cca427')
    const [log] = openLogs(dataDir, 1)
    for (const seq of [10, 20]) log?.commit(seq, turnOf(seq, 3))
    await log?.close()
    projectionWrites(db).setCursor(0, 22)
    projectionWrites(db).setSeq(22)
    db.close()
    const logArchive = join(dataDir, 'archive')
    mkdirSync(logArchive)
    const task = { dataDir, shards: 1, retentionDays: 7, reserveBytes: 0 }
    const old = orderRecord(0).at + 22 + 7 * 86_400_000
    const free = new RetentionPool(task)
    t.equal(free.held, '')
    t.same([await free.bounds(orderRecord(0).at), free.held], [[0], ''], 'all of it is young')
    t.same([await free.bounds(old), free.held], [[20], ''])
    await free.stop()
    const archived = new RetentionPool({ ...task, logArchive })
    t.same(await archived.bounds(old), [10], 'nothing of it is in the archive')
    t.match(archived.held, /archive/)
    t.same(await archived.bounds(orderRecord(0).at), [0])
    t.equal(archived.held, '', 'nothing is old enough to be held')
    await archived.stop()
  },
)
