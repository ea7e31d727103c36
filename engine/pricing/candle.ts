import type { PricePts } from '../units.js'
import { rescaledPoints } from './points.js'

/**
 * The market of a period: bids, and the range of the ask, in points of `digits`.
 *
 *   - A candle has the most digits of any of its ticks, so a change of a symbol's digits loses
 *     nothing of what was recorded.
 *   - Merging the candles of consecutive parts gives the candle of all their ticks.
 */
export interface Candle {
  digits: number
  open: PricePts
  high: PricePts
  low: PricePts
  close: PricePts
  askHigh: PricePts
  askLow: PricePts
  ticks: number
}

export function candleOf(bid: PricePts, ask: PricePts, digits: number): Candle {
  return {
    digits,
    open: bid,
    high: bid,
    low: bid,
    close: bid,
    askHigh: ask,
    askLow: ask,
    ticks: 1,
  }
}

/** Adds the next tick of the period to the candle. */
export function takeTick(candle: Candle, bid: PricePts, ask: PricePts, digits: number): void {
  if (digits !== candle.digits) {
    takeCandle(candle, candleOf(bid, ask, digits))
    return
  }
  if (bid > candle.high) candle.high = bid
  if (bid < candle.low) candle.low = bid
  if (ask > candle.askHigh) candle.askHigh = ask
  if (ask < candle.askLow) candle.askLow = ask
  candle.close = bid
  candle.ticks++
}

/** Adds the next part of the period to the candle. */
export function takeCandle(candle: Candle, next: Candle): void {
  let later = next
  if (later.digits > candle.digits) rescale(candle, later.digits)
  else if (later.digits < candle.digits) {
    later = { ...next }
    rescale(later, candle.digits)
  }
  if (later.high > candle.high) candle.high = later.high
  if (later.low < candle.low) candle.low = later.low
  if (later.askHigh > candle.askHigh) candle.askHigh = later.askHigh
  if (later.askLow < candle.askLow) candle.askLow = later.askLow
  candle.close = later.close
  candle.ticks += later.ticks
}

/** Converts prices to points with other digits; rounds if digits are lost. */
export function rescale(candle: Candle, digits: number): void {
  const from = candle.digits
  if (from === digits) return
  candle.open = rescaledPoints(candle.open, from, digits)
  candle.high = rescaledPoints(candle.high, from, digits)
  candle.low = rescaledPoints(candle.low, from, digits)
  candle.close = rescaledPoints(candle.close, from, digits)
  candle.askHigh = rescaledPoints(candle.askHigh, from, digits)
  candle.askLow = rescaledPoints(candle.askLow, from, digits)
  candle.digits = digits
}
