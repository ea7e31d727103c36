import t from 'tap'
import type { Candle } from '../../../engine/pricing/candle.js'
import { LastPrices } from '../../../storage/price-history/last-prices.js'
import { CandlesRepo } from '../../../storage/repos/prices/candles.js'
import { GivenHistory } from '../../given/price-history.js'

const UTC = { utc_offset_min: 0, daylight_saving: 'none' } as const
const EAST = { utc_offset_min: 120, daylight_saving: 'none' } as const
const at = (text: string): number => Date.parse(`2026-03-${text}Z`)

function given(t: { teardown(run: () => void): unknown }) {
  const history = new GivenHistory(t)
  const candle = (table: 'minute' | 'hour', symbolId: number, time: string, it: Candle): void =>
    new CandlesRepo(history.db, `${table}_candles`).put(symbolId, at(time) / 60_000, it)
  return { history, candle, last: new LastPrices(history.db) }
}

const CANDLE: Candle = {
  digits: 3,
  open: 1200,
  high: 1300,
  low: 1100,
  close: 1250,
  askHigh: 1310,
  askLow: 1255,
  ticks: 7,
}

t.test('it is the last tick, whatever the order of symbols asked for', (t) => {
  const { history, last } = given(t)
  const tick = (symbolId: number, time: string, bid: number, digits = 5) =>
    history.record([{ symbolId, at: at(time), bid, ask: bid + 2, digits }])
  tick(1, '04T10:59:59.900', 100)
  tick(1, '04T11:00:00.000', 101)
  tick(1, '04T11:00:59.999', 99)
  tick(2, '04T11:00:01.000', 500, 2)
  tick(2, '04T11:00:02.000', 51, 1)
  tick(3, '04T11:00:02.000', 7, 0)
  t.same(last.of([2, 9, 1]), [
    { symbolId: 2, digits: 1, bid: 51, ask: 53, at: at('04T11:00:02') },
    { symbolId: 1, digits: 5, bid: 99, ask: 101, at: at('04T11:00:59.999') },
  ])
  t.same(last.of([]), [])
  t.end()
})

t.test('without ticks it is where the last minute closed, without minutes the last hour', (t) => {
  const { candle, last } = given(t)
  candle('hour', 1, '04T10:00', { ...CANDLE, close: 1201 })
  candle('hour', 1, '04T11:00', { ...CANDLE, close: 1202 })
  candle('minute', 1, '04T11:07', { ...CANDLE, close: 1203 })
  candle('minute', 1, '04T11:08', CANDLE)
  candle('hour', 2, '04T10:00', { ...CANDLE, close: 1201 })
  candle('hour', 2, '04T11:00', { ...CANDLE, close: 1260 })
  t.same(last.of([1, 2]), [
    { symbolId: 1, digits: 3, bid: 1250, ask: 1255, at: at('04T11:08') },
    // No ask is below its bid.
    { symbolId: 2, digits: 3, bid: 1260, ask: 1260, at: at('04T11:00') },
  ])
  t.end()
})

t.test('with a clock its day is told, and where the one before closed, in its points', (t) => {
  const { candle, last } = given(t)
  const hour = (symbolId: number, time: string, over: Partial<Candle>) =>
    candle('hour', symbolId, time, { ...CANDLE, ...over })
  hour(1, '02T12:00', { close: 9999 })
  hour(1, '03T12:00', { digits: 2, close: 111 })
  hour(1, '03T22:00', { digits: 2, close: 122 })
  hour(1, '04T09:00', { open: 1190, high: 1400, low: 1180, close: 1195 })
  hour(1, '04T10:00', { open: 1195, high: 1205, low: 1170, close: 1188 })
  hour(2, '04T10:00', {})
  const price = { symbolId: 1, digits: 3, bid: 1188, ask: 1255, at: at('04T10:00') }
  const other = { symbolId: 2, digits: 3, bid: 1250, ask: 1255, at: at('04T10:00') }
  const day = { digits: 3, open: 1200, high: 1300, low: 1100, before: 0 }
  t.same(last.of([1, 2, 3], UTC), [
    { ...price, day: { digits: 3, open: 1190, high: 1400, low: 1170, before: 1220 } },
    { ...other, day },
  ])
  t.same(
    last.of([1, 2], EAST),
    [
      { ...price, day: { digits: 3, open: 12000, high: 13000, low: 1170, before: 1110 } },
      { ...other, day },
    ],
    'the day began at 22:00 of UTC, with other digits',
  )
  t.end()
})
