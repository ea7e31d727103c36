import fc from 'fast-check'
import t from 'tap'
import { periodAt, type Timeframe } from '../../../engine/calendar/timeframe.js'
import {
  type Candle,
  candleOf,
  rescale,
  takeCandle,
  takeTick,
} from '../../../engine/pricing/candle.js'

const CLOCK = { utc_offset_min: 120, daylight_saving: 'eu' } as const
const START = Date.parse('2026-10-24T20:30:00Z')

interface Tick {
  readonly at: number
  readonly bid: number
  readonly ask: number
  readonly digits: number
}

/** Two days around the end of summer time; digits change now and then. */
const ticks = fc
  .array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 2_000_000 }),
      bid: fc.integer({ min: 1, max: 200_000 }),
      spread: fc.integer({ min: 0, max: 50 }),
      digits: fc.constantFrom(5, 5, 5, 5, 3, 6),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((steps) => {
    let at = START
    return steps.map(({ afterMs, bid, spread, digits }): Tick => {
      at += afterMs
      return { at, bid, ask: bid + spread, digits }
    })
  })

function fold(all: readonly Tick[], timeframe: Timeframe): Map<number, Candle> {
  const candles = new Map<number, Candle>()
  for (const { at, bid, ask, digits } of all) {
    const { start } = periodAt(CLOCK, timeframe, at)
    const candle = candles.get(start)
    if (candle === undefined) candles.set(start, candleOf(bid, ask, digits))
    else takeTick(candle, bid, ask, digits)
  }
  return candles
}

t.test('candles of parts, put together in order, are the candles of their ticks', (t) => {
  fc.assert(
    fc.property(ticks, fc.constantFrom<Timeframe>('M5', 'H1', 'H4', 'D1', 'W1'), (all, whole) => {
      const folded = new Map<number, Candle>()
      for (const [at, part] of fold(all, 'M1')) {
        const { start } = periodAt(CLOCK, whole, at)
        const candle = folded.get(start)
        if (candle === undefined) folded.set(start, { ...part })
        else takeCandle(candle, part)
      }
      t.strictSame([...folded], [...fold(all, whole)])
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('a candle holds what its ticks did, exactly, whatever their digits', (t) => {
  fc.assert(
    fc.property(ticks, (all) => {
      const digits = Math.max(...all.map((tick) => tick.digits))
      const scaled = all.map((tick) => ({
        bid: tick.bid * 10 ** (digits - tick.digits),
        ask: tick.ask * 10 ** (digits - tick.digits),
      }))
      const [{ bid: open } = { bid: 0 }] = scaled
      const candle = [...fold(all, 'MN').values()].reduce((one, next) => {
        takeCandle(one, next)
        return one
      })
      t.strictSame(candle, {
        digits,
        open,
        close: scaled.at(-1)?.bid,
        ticks: all.length,
        high: Math.max(...scaled.map(({ bid }) => bid)),
        low: Math.min(...scaled.map(({ bid }) => bid)),
        askHigh: Math.max(...scaled.map(({ ask }) => ask)),
        askLow: Math.min(...scaled.map(({ ask }) => ask)),
      })
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('a candle in fewer digits keeps its order: low, open and close, high', (t) => {
  const candle = candleOf(110_004, 110_016, 5)
  takeTick(candle, 110_005, 110_015, 5)
  rescale(candle, 4)
  t.strictSame(candle, {
    digits: 4,
    open: 11_000,
    high: 11_001,
    low: 11_000,
    close: 11_001,
    askHigh: 11_002,
    askLow: 11_002,
    ticks: 2,
  })
  t.end()
})

t.test('a part in coarser points is taken in finer ones, and stays as it is', async (t) => {
  const candle = candleOf(117_000, 117_010, 5)
  const next = candleOf(11_702, 11_703, 4)
  const before = { ...next }
  takeCandle(candle, next)
  t.same(next, before)
  t.same(candle, {
    ...candleOf(117_000, 117_010, 5),
    high: 117_020,
    askHigh: 117_030,
    close: 117_020,
    ticks: 2,
  })
})
