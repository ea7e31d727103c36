import fc from 'fast-check'
import t from 'tap'
import { PriceRetention } from '../../../actors/history/price-retention.js'
import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import { TIMEFRAMES } from '../../../engine/calendar/timeframe.js'
import { CandleReader, type TimedCandle } from '../../../storage/price-history/candle-reader.js'
import { GivenHistory, walk } from '../../given/price-history.js'

const CLOCKS: readonly ServerClock[] = [
  { utc_offset_min: 0, daylight_saving: 'none' },
  { utc_offset_min: 120, daylight_saving: 'eu' },
  { utc_offset_min: -300, daylight_saving: 'us' },
  { utc_offset_min: 330, daylight_saving: 'none' },
  { utc_offset_min: -210, daylight_saving: 'us' },
]

// A month around both ends of summer time, in sparse ticks, between other symbols' rows.
const given = new GivenHistory(t)
for (const symbolId of [1, 2, 3]) {
  const seed = symbolId * 7
  given.record(
    walk(symbolId, { from: '2026-10-20T08:17:00Z', count: 1_200, stepMs: 1_300_000, seed }),
  )
}
const reader = new CandleReader(given.db)
const all = new Map(
  CLOCKS.map((clock) => [
    clock,
    new Map(TIMEFRAMES.map((timeframe) => [timeframe, given.naive(2, timeframe, clock)])),
  ]),
)
/** Compared as text: a deep comparison of thousands is slow. */
const text = (candles: readonly TimedCandle[]): string => JSON.stringify(candles)
const moment = fc.integer({
  min: Date.parse('2026-10-19T00:00:00Z'),
  max: Date.parse('2026-11-10T00:00:00Z'),
})

t.test('every timeframe is as if folded from the ticks, on every clock', (t) => {
  for (const [clock, byTimeframe] of all) {
    for (const [timeframe, wanted] of byTimeframe) {
      const name = `${timeframe} ${JSON.stringify(clock)}`
      const range = { symbolId: 2, timeframe, clock, limit: 100_000 }
      t.equal(text(reader.read({ ...range, from: 0 })), text(wanted), name)
      t.equal(text(reader.read(range)), text(wanted), `${name}, from the newest back`)
    }
  }
  t.end()
})

t.test('from, to and limit: the first ones from there on, or the last ones up to there', (t) => {
  const choice = fc.record({
    clock: fc.constantFrom(...CLOCKS),
    timeframe: fc.constantFrom(...TIMEFRAMES),
    limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(5_000)),
    from: fc.option(moment),
    to: fc.option(moment),
  })
  fc.assert(
    fc.property(choice, ({ clock, timeframe, limit, from, to }) => {
      const fitting = (all.get(clock)?.get(timeframe) ?? []).filter(
        ({ start }) => (from === null || start >= from) && (to === null || start <= to),
      )
      const wanted = from === null ? fitting.slice(-limit) : fitting.slice(0, limit)
      const bounds = { ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) }
      const found = reader.read({ symbolId: 2, timeframe, clock, limit, ...bounds })
      t.equal(text(found), text(wanted))
    }),
    { numRuns: 150 },
  )
  t.end()
})

t.test('the candle that begins at from, or at to, is among them', (t) => {
  for (const [clock, byTimeframe] of all) {
    for (const [timeframe, wanted] of byTimeframe) {
      const at = Math.floor(wanted.length / 2)
      const moment = wanted[at]?.start ?? 0
      const range = { symbolId: 2, timeframe, clock, limit: 2 }
      const name = `${timeframe} ${JSON.stringify(clock)}`
      t.equal(text(reader.read({ ...range, from: moment })), text(wanted.slice(at, at + 2)), name)
      const before = wanted.slice(Math.max(0, at - 1), at + 1)
      t.equal(text(reader.read({ ...range, to: moment })), text(before), name)
    }
  }
  t.end()
})

t.test('a symbol without ticks has no candles', (t) => {
  const [clock] = CLOCKS as [ServerClock]
  for (const timeframe of TIMEFRAMES) {
    t.same(reader.read({ symbolId: 9, timeframe, clock, limit: 10 }), [])
  }
  t.end()
})

t.test('hours and longer reach back beyond the minutes that are kept', (t) => {
  const retention = new PriceRetention(given.db, { ticks: 0, minutes: 3 })
  while (!retention.step(Date.parse('2026-11-10T00:00:00Z')));
  for (const clock of CLOCKS.slice(0, 3)) {
    for (const timeframe of ['H1', 'H4', 'D1', 'W1', 'MN'] as const) {
      const found = reader.read({ symbolId: 2, timeframe, clock, limit: 5_000 })
      t.strictSame(found, all.get(clock)?.get(timeframe), timeframe)
    }
  }
  const half = { symbolId: 2, timeframe: 'MN', clock: CLOCKS[3] as ServerClock, limit: 5 } as const
  const ticks = reader.read(half).reduce((sum, candle) => sum + candle.ticks, 0)
  t.equal(ticks, 1_200, 'hours that can no longer be split count whole')
  for (const timeframe of ['H1', 'H4', 'D1'] as const) {
    const range = { ...half, timeframe }
    const whole = reader.read({ ...range, limit: 5_000 })
    for (const at of [1, 2, 3, 4].map((n) => Math.floor((whole.length * n) / 5))) {
      const moment = whole[at]?.start ?? 0
      const [from, to] = [
        reader.read({ ...range, from: moment }),
        reader.read({ ...range, to: moment }),
      ]
      t.equal(text(from), text(whole.slice(at, at + 5)), `${timeframe} from ${at}`)
      t.equal(text(to), text(whole.slice(Math.max(0, at - 4), at + 1)), `${timeframe} to ${at}`)
    }
  }
  t.end()
})
