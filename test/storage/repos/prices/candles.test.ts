import t from 'tap'
import { CandlesRepo } from '../../../../storage/repos/prices/candles.js'
import { GivenHistory } from '../../../given/price-history.js'

// Candles by pages: each is read when the walk comes to it, and has rows up to a bound.

const PAGE_MAX = 4_096
const THIRD_ENDS = 256 + 4 * 256 + PAGE_MAX
const COUNT = THIRD_ENDS + PAGE_MAX + 5

const candle = (ticks: number) => ({
  digits: 5,
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  askHigh: 112,
  askLow: 92,
  ticks,
})

t.test('a walk of either order has all candles, and reads at most 4,096 of them ahead', (t) => {
  const { db } = new GivenHistory(t)
  const candles = new CandlesRepo(db, 'minute_candles')
  const putAll = db.transaction((ticks: number) => {
    for (let minute = 1; minute <= COUNT; minute++) candles.put(1, minute, candle(ticks))
  })
  for (const order of ['forward', 'back'] as const) {
    putAll(1)
    const found: unknown[] = []
    for (const row of candles.walk(1, 1, COUNT + 1, order)) {
      found.push(row)
      // The first one of the fourth page: what is changed now is seen from the fifth one on.
      if (found.length === THIRD_ENDS + 1) putAll(2)
    }
    const wanted = Array.from({ length: COUNT }, (_, index) => ({
      minute: order === 'forward' ? index + 1 : COUNT - index,
      ...candle(index < THIRD_ENDS + PAGE_MAX ? 1 : 2),
    }))
    // Compared as text: a deep comparison of thousands is slow.
    t.equal(
      found.map((row) => JSON.stringify(row)).join('\n'),
      wanted.map((row) => JSON.stringify(row)).join('\n'),
      order,
    )
  }
  t.end()
})
