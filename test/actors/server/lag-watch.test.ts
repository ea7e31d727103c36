import t from 'tap'
import { LagWatch } from '../../../actors/server/lag-watch.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import { ManualClock } from '../links/manual-clock.js'

const LAG_MAX = 1_000

function given() {
  const clock = new ManualClock()
  const counters = new SharedCounters(createSharedBuffers(), 1)
  const said: string[] = []
  const watch = new LagWatch(counters, LAG_MAX, (state) =>
    said.push(`${state} ${counters.projectionLag}`),
  )
  watch.start(clock)
  counters.raiseSequence(10_000)
  /** What is said of looks that find the tables so far behind. */
  const looks = (...lags: number[]): string[] => {
    for (const lag of lags) {
      counters.setProjectionSeq(counters.sequence - lag)
      clock.advance(1_000)
    }
    return said.splice(0)
  }
  return { clock, counters, watch, looks }
}

t.test(
  'tables that are further behind than a quarter of what they may be slow shards',
  async (t) => {
    const { looks } = given()
    t.same(looks(0, 250), [])
    t.same(looks(251, 300), ['slowed 251'])
    t.same(looks(250), ['ok 250'])
    t.same(looks(2_000, 1_999, 2_000, 1_999, 2_000, 1_999, 2_000), ['slowed 2000'], 'they move')
  },
)

t.test(
  'they are stuck when they stood still for five looks, as far behind as may be',
  async (t) => {
    const { looks } = given()
    t.same(looks(999, 999, 999, 999, 999, 999, 999), ['slowed 999'], 'not so far')
    t.same(looks(1_000, 1_000, 1_000, 1_000, 1_000), [], 'four of them found what was before')
    t.same(looks(1_000), ['stuck 1000'])
    t.same(looks(1_000, 900, 500), [])
    t.same(looks(499), ['slowed 499'], 'half of it is done')
    t.same(looks(1_000, 1_000, 1_000, 1_000, 999, 1_000, 1_000), [], 'it moved meanwhile')
  },
)

t.test('after its end it looks no more', async (t) => {
  const { clock, watch, looks } = given()
  t.equal(clock.timers, 1)
  watch.stop()
  t.equal(clock.timers, 0)
  t.same(looks(999), [])
})
