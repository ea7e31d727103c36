import t from 'tap'
import { SimulatedMarket } from '../../../../actors/links/simulator/simulated-market.js'
import {
  type PastCandle,
  type SimulatedPast,
  simulatedPast,
} from '../../../../actors/links/simulator/simulated-past.js'

// What the built-in market did before its first quote.

const AT = Date.parse('2026-03-02T10:17:30Z')
const past = (name: string): SimulatedPast => {
  const found = simulatedPast(name, AT)
  if (found === undefined) throw new Error(name)
  return found
}
const follows = (rows: readonly PastCandle[], minutes: number) =>
  rows.every(({ minute, candle }, i) => {
    const next = rows[i + 1]
    return (
      next === undefined || (next.minute - minute === minutes && next.candle.open === candle.close)
    )
  })

t.test('candles follow each other, up to where the market begins', async (t) => {
  const { minutes, hours, digits } = past('EURUSD')
  t.equal(digits, 5)
  t.ok(follows(minutes, 1) && follows(hours, 60))
  t.equal(minutes.at(-1)?.minute, AT / 60_000 - 1.5)
  t.equal((minutes[0]?.minute ?? 0) - (hours.at(-1)?.minute ?? 0), 60)
  t.equal((minutes[0]?.minute ?? 1) % 60, 0)
  t.equal(minutes[0]?.candle.open, hours.at(-1)?.candle.close)
  let first = 0
  new SimulatedMarket(1).snapshot(AT, (symbol, bid) => {
    if (symbol === 'EURUSD') first = Math.round(Number(bid) * 100_000)
  })
  const last = minutes.at(-1)?.candle.close ?? 0
  t.ok(Math.abs(first - last) < 10, `${last} is near ${first}`)
})

t.test('a cross agrees with its majors, and moves as a market does', async (t) => {
  const [eur, gbp, cross] = ['EURUSD', 'GBPUSD', 'EURGBP'].map((name) => past(name).minutes)
  for (const at of [0, 1_000, 4_000]) {
    const [a = 0, b = 1, c = 0] = [eur, gbp, cross].map((rows) => rows?.[at]?.candle.close ?? 0)
    t.ok(Math.abs((a / b) * 100_000 - c) < 15, `${a} of ${b} is ${c}`)
  }
  const heights = (eur ?? []).map(({ candle }) => candle.high - candle.low)
  const mean = heights.reduce((sum, one) => sum + one, 0) / heights.length
  t.ok(mean > 5 && mean < 40, `a minute has ${mean} points`)
})

t.test('a symbol that the provider does not have has no past', async (t) => {
  t.equal(simulatedPast('EURSEK', AT), undefined)
})
