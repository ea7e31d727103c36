import t from 'tap'
import { trimLogs } from '../../../actors/server/retention.js'

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
