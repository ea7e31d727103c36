import t, { type t as tap } from 'tap'
import { PriceRetention } from '../../../actors/history/price-retention.js'
import { simulatedPast } from '../../../actors/links/simulator/simulated-past.js'
import { candleOf } from '../../../engine/pricing/candle.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { ticksRepo } from '../../../storage/repos/prices/ticks.js'
import { verifyPrices } from '../../../storage/verify/prices.js'
import { GivenHistory, walk } from '../../given/price-history.js'

const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const
const EVER = Number.MAX_SAFE_INTEGER
const MINUTE_MS = 60_000

/** Minutes, hours and ticks as stored are those of what was recorded. */
function check(t: Pick<typeof tap, 'equal'>, given: GivenHistory, symbolId = 1): void {
  for (const [table, timeframe] of [
    ['minute_candles', 'M1'],
    ['hour_candles', 'H1'],
  ] as const) {
    const rows = [...new CandlesRepo(given.db, table).walk(symbolId, 0, EVER, 'forward')]
    const naive = given.naive(symbolId, timeframe, UTC)
    // Compared as text: a deep comparison of thousands is slow.
    t.equal(
      JSON.stringify(
        rows.map(({ minute, ...candle }) => ({ start: minute * MINUTE_MS, ...candle })),
      ),
      JSON.stringify(naive.map(({ end: _, ...candle }) => candle)),
      timeframe,
    )
  }
  const ticks = ticksRepo(given.db)
  const minutes = new Set(given.ticks.map(({ at }) => Math.floor(at / MINUTE_MS)))
  const stored = [...minutes].flatMap((minute) => ticks.ofMinute(symbolId, minute))
  const mine = [...minutes].flatMap((minute) =>
    given.ticks.filter((tick) => {
      return tick.symbolId === symbolId && Math.floor(tick.at / MINUTE_MS) === minute
    }),
  )
  t.equal(
    JSON.stringify(stored.map(({ at, bid, ask, digits }) => [at, bid, ask, digits])),
    JSON.stringify(mine.map(({ at, bid, ask, digits }) => [at, bid, ask, digits])),
    'ticks',
  )
}

t.test('however ticks arrive in batches, minutes, hours and ticks are theirs', async (t) => {
  const given = new GivenHistory(t)
  const all = walk(1, { from: '2026-03-04T10:58:00Z', count: 2_000, stepMs: 200 })
  for (let i = 0, size = 1; i < all.length; i += size, size = (size * 7) % 97) {
    given.record(all.slice(i, i + size))
  }
  check(t, given)
  t.equal(given.ring.waiting, 0)
})

t.test('a restarted thread continues the current candles', async (t) => {
  const given = new GivenHistory(t)
  const all = walk(1, { from: '2026-03-04T10:59:30Z', count: 60, stepMs: 1_500 })
  for (const tick of all) {
    given.record([tick])
    given.restart()
  }
  check(t, given)
})

t.test('ticks that were given up for want of space keep no later thread from starting', (t) => {
  const given = new GivenHistory(t)
  const all = walk(1, { from: '2026-03-04T10:59:30Z', count: 60, stepMs: 1_500 })
  given.record(all.slice(0, 20))
  for (const { symbolId, digits, bid, ask, at } of all.slice(20, 40)) {
    given.ring.push(symbolId, digits, bid, ask, at)
  }
  given.recorder.skip()
  given.push(all.slice(40))
  given.restart()
  t.equal(given.ring.waiting, 20)
  given.recorder.write(0)
  check(t, given)
  t.end()
})

t.test('what was stored and not given back is not stored twice', async (t) => {
  const given = new GivenHistory(t)
  const all = walk(1, { from: '2026-03-04T10:59:30Z', count: 40, stepMs: 1_500 })
  given.push(all)
  const moveTo = given.ring.moveTo.bind(given.ring)
  given.ring.moveTo = () => {
    throw new Error('the thread ends here')
  }
  t.throws(() => given.recorder.write(0), /ends here/)
  given.ring.moveTo = moveTo
  t.equal(given.ring.waiting, 40)
  given.restart()
  t.equal(given.ring.waiting, 0)
  given.recorder.write(0)
  check(t, given)
})

t.test('a write that fails leaves nothing, and the next one has all of it', async (t) => {
  const given = new GivenHistory(t)
  const all = walk(1, { from: '2026-03-04T10:59:30Z', count: 90, stepMs: 1_500 })
  given.record(all.slice(0, 30))
  given.db.pragma(`max_page_count = ${given.db.pragma('page_count', { simple: true })}`)
  given.push(all.slice(30))
  // More than the pages that are left.
  const filler = walk(2, { from: '2026-03-04T11:00:00Z', count: 4_000, stepMs: 60_000 })
  given.push(filler)
  t.equal(given.recorder.write(0), false)
  t.equal(given.ring.waiting, 60 + filler.length)
  given.db.pragma('max_page_count = 1000000')
  t.equal(given.recorder.write(0), true)
  check(t, given)
  check(t, given, 2)
})

t.test('ticks of a clock that was put back count in their own minute', async (t) => {
  const given = new GivenHistory(t)
  const base = { symbolId: 1, ask: 120, digits: 5 }
  const at = Date.parse('2026-03-04T10:59:59.900Z')
  given.record([
    { ...base, at, bid: 100 },
    { ...base, at: at + 200, bid: 105 },
    { ...base, at: at + 50, bid: 90 },
    { ...base, at: at + 300, bid: 101 },
  ])
  check(t, given)
})

t.test('a change of digits in the middle of a minute loses nothing', async (t) => {
  const given = new GivenHistory(t)
  const at = Date.parse('2026-03-04T10:05:00Z')
  given.record([
    { symbolId: 1, at, bid: 116_203, ask: 116_210, digits: 5 },
    { symbolId: 1, at: at + 10, bid: 1_163, ask: 1_164, digits: 3 },
    { symbolId: 1, at: at + 20, bid: 1_161, ask: 1_164, digits: 3 },
  ])
  given.record([{ symbolId: 1, at: at + 30, bid: 116_204, ask: 116_210, digits: 5 }])
  check(t, given)
})

t.test('old ticks and minutes go in small steps, hours stay', async (t) => {
  const given = new GivenHistory(t)
  const now = Date.parse('2026-03-10T12:34:56Z')
  for (const symbolId of [1, 2]) {
    given.record(walk(symbolId, { from: '2026-03-04T10:00:00Z', count: 4_500, stepMs: 120_000 }))
  }
  const hours = () => new CandlesRepo(given.db, 'hour_candles').walk(1, 0, EVER, 'forward')
  const before = [...hours()]
  const retention = new PriceRetention(given.db, { ticks: 1, minutes: 3 })
  const left = given.db.prepare<[], number>('SELECT count(*) FROM minute_candles').pluck()
  let [steps, rows] = [1, left.get()]
  while (!retention.step(now)) {
    steps++
    if (left.get() === rows) continue
    t.same(verifyPrices(given.db), [], 'no hour has a part of its minutes')
    rows = left.get()
  }
  t.ok(steps > 100, `${steps} steps`)
  const oldest = (at: string) => Date.parse(at) / MINUTE_MS
  const minutes = new CandlesRepo(given.db, 'minute_candles')
  for (const symbolId of [1, 2]) {
    const rows = [...minutes.walk(symbolId, 0, EVER, 'forward')]
    const from = oldest('2026-03-07T12:00:00Z')
    t.equal(
      rows.length,
      given.naive(symbolId, 'M1', UTC).filter(({ start }) => start >= from * MINUTE_MS).length,
    )
  }
  t.ok((ticksRepo(given.db).oldestMinute() ?? 0) >= oldest('2026-03-09T12:34:00Z'))
  t.strictSame([...hours()], before)
})

t.test('an hour with more minutes than a step has rows goes as a whole', (t) => {
  const { db } = new GivenHistory(t)
  const minutes = new CandlesRepo(db, 'minute_candles')
  const candle = candleOf(100, 102, 5)
  for (const minute of [0, 1, 2, 59, 60, 61, 180, 240, 241, 300]) minutes.put(1, minute, candle)
  const trimmed = [1, 2, 3, 4].map(() => minutes.trim(1, 300, 3))
  t.same(trimmed, [4, 3, 2, 0])
  t.same(
    [...minutes.walk(1, 0, EVER, 'forward')].map(({ minute }) => minute),
    [300],
  )
  t.end()
})

t.test('minutes stay for ever when no days are given', async (t) => {
  const given = new GivenHistory(t)
  given.record(walk(1, { from: '2016-03-04T10:00:00Z', count: 10, stepMs: 60_000 }))
  const retention = new PriceRetention(given.db, { ticks: 30, minutes: 0 })
  while (!retention.step(Date.parse('2026-03-04T10:00:00Z')));
  t.equal(
    [...new CandlesRepo(given.db, 'minute_candles').walk(1, 0, EVER, 'forward')].length > 0,
    true,
  )
  t.equal(ticksRepo(given.db).oldestMinute(), undefined)
})

t.test('a past stands before what was recorded, and its hours are of its minutes', async (t) => {
  const given = new GivenHistory(t)
  given.record(walk(1, { from: '2026-03-04T10:17:10Z', count: 40, stepMs: 1_500 }))
  const past = simulatedPast('EURUSD', Date.parse('2026-03-04T10:18:00Z'))
  if (past === undefined) throw new Error('the provider has EURUSD')
  const minutes = new CandlesRepo(given.db, 'minute_candles')
  const at = Date.parse('2026-03-04T10:17:00Z') / MINUTE_MS
  const own = minutes.get(1, at)
  given.recorder.fill(1, past)
  t.same(minutes.get(1, at), own, 'what was recorded stays')
  given.recorder.fill(1, past)
  given.record(walk(1, { from: '2026-03-04T10:18:30Z', count: 40, stepMs: 1_500 }))
  t.same(verifyPrices(given.db), [])
  t.equal([...minutes.walk(1, 0, EVER, 'forward')].length, past.minutes.length + 2)
})
