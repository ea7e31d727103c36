import t from 'tap'
import { RetentionPool, trimLogs } from '../../../actors/server/retention.js'
import retention from '../../../actors/server/retention.task.js'
import { scratch } from '../../given/desk.js'
import { openBelow } from '../../given/open-files.js'
import { openLogs, openTables } from '../../given/projection.js'

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
