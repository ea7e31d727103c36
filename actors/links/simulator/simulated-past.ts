import { HOUR_MS, MINUTE_MS } from '../../../engine/calendar/durations.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { type Candle, candleOf, takeTick } from '../../../engine/pricing/candle.js'
import type { UnixMs } from '../../../engine/units.js'
import {
  pullOf,
  SIMULATED_ASSETS,
  SIMULATED_INSTRUMENTS,
  type SimulatedInstrument,
  usdValue,
} from './simulated-market.js'

/**
 * The history that the built-in provider's market would have had before its first quote: the same
 * swings, and a random walk backwards from where the market begins. It depends only on the time, so
 * the histories of two symbols agree with their cross.
 */
export interface SimulatedPast {
  readonly digits: number
  /** One-minute candles from the beginning of an hour to the last whole minute, oldest first. */
  readonly minutes: readonly PastCandle[]
  /** Candles of the hours before the minutes, oldest first. */
  readonly hours: readonly PastCandle[]
}

export interface PastCandle {
  /** The minute, counted from 1970 in UTC. */
  readonly minute: number
  readonly candle: Candle
}

const MINUTE_HOURS = 72
const HOURS = 400 * 24
/** The number of values within a candle after its opening value. */
const POINTS = 6
/** The moves of a market in a minute, at the default pace. */
const MOVES_A_MINUTE = 50
const TICKS_A_MINUTE = 100
const MINUTES_OF_HOUR = HOUR_MS / MINUTE_MS

/** The past of a symbol; undefined if the provider does not quote it. */
export function simulatedPast(name: string, at: UnixMs): SimulatedPast | undefined {
  const instrument = SIMULATED_INSTRUMENTS.find((one) => one.name === name)
  if (instrument === undefined) return undefined
  const end = Math.floor(at / MINUTE_MS)
  const first = (Math.floor(end / MINUTES_OF_HOUR) - MINUTE_HOURS) * MINUTES_OF_HOUR
  const spans = [
    { candles: end - first, minutes: 1 },
    { candles: HOURS, minutes: MINUTES_OF_HOUR },
  ]
  const [base, quote] = [instrument.base, instrument.quote].map((asset) =>
    walkBack(asset, end * MINUTE_MS, spans),
  )
  const [minutes = [], hours = []] = spans.map((span, i) => {
    const bids = (base?.[i] ?? []).map((value, k) => bidOf(instrument, value, quote?.[i]?.[k] ?? 1))
    const last = i === 0 ? end : first
    return candlesOf(instrument, bids, last, span.minutes)
  })
  return { digits: instrument.digits, minutes, hours }
}

interface Span {
  readonly candles: number
  /** The length of one candle in minutes. */
  readonly minutes: number
}

/**
 * An asset's values in US dollars, a list for each span, newest first. The last value of a list is
 * the first of the next.
 */
function walkBack(name: string, end: UnixMs, spans: readonly Span[]): number[][] {
  const known = SIMULATED_ASSETS.get(name)
  if (known === undefined) {
    return spans.map(({ candles }) => new Array<number>(candles * POINTS + 1).fill(1))
  }
  const { asset, phase } = known
  const prng = new Prng(Math.floor(end / MINUTE_MS) + phase)
  let [walk, at] = [0, end]
  return spans.map(({ candles, minutes }) => {
    const moves = (MOVES_A_MINUTE * minutes) / POINTS
    const kept = (1 - pullOf(asset)) ** moves
    const values = [usdValue(asset, phase, at, walk)]
    for (let k = 0; k < candles * POINTS; k++) {
      walk = walk * kept + asset.step * Math.sqrt(moves) * prng.gauss()
      at -= (minutes * MINUTE_MS) / POINTS
      values.push(usdValue(asset, phase, at, walk))
    }
    return values
  })
}

function bidOf({ digits, spreadPts }: SimulatedInstrument, base: number, quote: number): number {
  return Math.max(1, Math.round((base / quote) * 10 ** digits - spreadPts / 2))
}

/** Makes candles from bids, which are newest first. */
function candlesOf(
  { digits, spreadPts }: SimulatedInstrument,
  bids: readonly number[],
  end: number,
  minutes: number,
): PastCandle[] {
  const candles: PastCandle[] = []
  for (let first = bids.length - 1; first >= POINTS; first -= POINTS) {
    const open = bids[first] as number
    const candle = candleOf(open, open + spreadPts, digits)
    for (let k = first - 1; k >= first - POINTS; k--) {
      const bid = bids[k] as number
      takeTick(candle, bid, bid + spreadPts, digits)
    }
    candle.ticks = TICKS_A_MINUTE * minutes
    candles.push({ minute: end - (first / POINTS) * minutes, candle })
  }
  return candles
}
