import t from 'tap'
import { Retention } from '../../../actors/server/retention.js'
import type { Clock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'

const HOUR_MS = 3_600_000

/** A clock whose one timer a test lets run. */
class OneTimer implements Clock {
  waits = 0
  #run: () => void = () => undefined

  now = (): number => 7
  monotonic = (): number => 7
  after = (ms: number, run: () => void) => {
    this.waits = ms
    this.#run = run
    return { cancel: () => undefined }
  }
  every = this.after

  /** Answers how long it waits for the next look. */
  async ring(): Promise<number> {
    this.#run()
    await new Promise((resolve) => setImmediate(resolve))
    return this.waits
  }
}

t.test(
  'looks that fail come ever more seldom, and each hour again once one succeeds',
  async (t) => {
    const clock = new OneTimer()
    const trimmed: [shard: number, seq: number][] = []
    let fails = true
    const retention = new Retention(
      {
        bounds: async () => {
          if (fails) throw new Error('no room')
          return [0, 12]
        },
        isClockTrusted: () => true,
        trim: (shard, seq) => trimmed.push([shard, seq]),
      },
      clock,
      silentLogger,
    )
    t.equal(clock.waits, 60_000)
    const hours: number[] = []
    for (let i = 0; i < 6; i++) hours.push((await clock.ring()) / HOUR_MS)
    t.same(hours, [2, 4, 8, 16, 24, 24])
    fails = false
    t.equal(await clock.ring(), HOUR_MS)
    t.same(trimmed, [[1, 12]])
    retention.stop()
  },
)

t.test('nothing is trimmed by a clock that is not believed, nor by one that was', async (t) => {
  const clock = new OneTimer()
  let isTrusted = false
  let asked = 0
  const retention = new Retention(
    {
      bounds: async () => {
        asked++
        isTrusted = false
        return [9]
      },
      isClockTrusted: () => isTrusted,
      trim: () => t.fail('it is not known how old anything is'),
    },
    clock,
    silentLogger,
  )
  await clock.ring()
  t.equal(asked, 0)
  isTrusted = true
  await clock.ring()
  t.equal(asked, 1)
  retention.stop()
})
