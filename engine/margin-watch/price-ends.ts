import type { Prices, Quote } from '../book/prices.js'
import { BASE, type Holdings, LOCKED, OPEN, ROW, SYMBOL } from './holdings.js'
import {
  ASK_FALLS,
  ASK_RISES,
  BID_FALLS,
  BID_RISES,
  type Edges,
  SPREAD_FALLS,
  SPREAD_RISES,
} from './price-edges.js'
import { type Conversion, type GroupTerms, NO_TERMS } from './terms.js'

/**
 * The value of holdings now, and at the ends of a reach: after the largest change of every price,
 * spread and rate that the reach allows, in the worst or the best direction. In minor units, in
 * doubles.
 *
 * Each price, spread and rate may change by a fraction of itself, the reach times its room. Room is
 * small for changes that cost much and large for values that move much: room^2 is its liveliness
 * divided by the cost of a change by 100 %. With equal fractions the liveliest price would cross
 * its edge all the time, and rates, which hardly affect the value, as often as prices.
 */

/** -1 for a decrease of the value, 1 for an increase. */
export type Way = 1 | -1

/** No quantity may change by more than a quarter of itself without a check. */
const PART_MAX = 0.25
/** Spreads change by their own size while prices change by 1/256 of their size. */
const SPREAD_LIVELINESS = 256
/** A spread may grow to many times its size without a check. */
const SPREAD_PART = 64
/** The indexes of the room for price, spread and rate of a row. */
const PRICE = 0
const SPREAD = 1
const RATE = 2
/** A stored rate is wrong by up to half a unit, both before and after a change. */
export const RATE_ROUNDING = 2
/**
 * The bound of the rounding errors of a sum of doubles, relative to the sizes of its terms. It is
 * far more than they are.
 */
export const SUM_ERROR = 2 ** -44
/** Each of up to a dozen roundings of a net is below 2^-53 of its sizes. */
const NET_ERROR = 2 ** -48

export class PriceEnds {
  /** The further results of the last call of `value`. */
  slope = 0
  error = 0
  rateRoom = 0
  readonly #prices: Prices
  /** The room for price, spread and rate of each row of the last valued holdings. */
  #rooms = new Float64Array(0)

  constructor(prices: Prices) {
    this.#prices = prices
  }

  /**
   * The value now; NaN if a price is missing. Also computes how much the value changes with the
   * reach, and the error bound, here and at any end: one rounding per symbol, and doubles.
   */
  value(holdings: Holdings, terms: GroupTerms): number {
    if (this.#rooms.length < holdings.length) this.#rooms = new Float64Array(holdings.length * 2)
    const rooms = this.#rooms
    let [value, error, slope, rateRoom] = [0, 1, 0, 0]
    for (let row = 0; row < holdings.length; row += ROW) {
      const symbolId = holdings[row + SYMBOL] as number
      const { worth, conversion } = terms[symbolId] ?? NO_TERMS
      if (conversion.isStale) conversion.find()
      const { lossRate, gainRate } = conversion
      const quote = this.#prices.quote(symbolId)
      if (quote === undefined) return Number.NaN
      const net = netOf(holdings, row, quote)
      const perNet = worth * Math.max(lossRate, gainRate)
      const open = Math.abs((holdings[row + OPEN] as number) * priceOf(holdings, row, quote))
      const locked = (holdings[row + LOCKED] as number) * spreadSize(quote)
      const converted = conversion.isNeeded ? Math.abs(net) : 0
      value += net * worth * (net < 0 ? lossRate : gainRate)
      const [price, spread] = [
        roomFor(open * perNet, 1),
        roomFor(locked * perNet, SPREAD_LIVELINESS),
      ]
      const rate = roomFor(converted * perNet, 1)
      rooms[row + PRICE] = price
      rooms[row + SPREAD] = spread
      rooms[row + RATE] = rate
      rateRoom = Math.max(rateRoom, rate)
      slope += (open * price + locked * spread + converted * rate) * perNet
      const size = open + locked * SPREAD_PART + Math.abs(holdings[row + BASE] as number)
      error += 2 + size * perNet * SUM_ERROR
    }
    this.error = error
    this.slope = slope
    this.rateRoom = rateRoom
    return value
  }

  /** The value of the last valued holdings at the ends of a reach above zero. */
  valueAt(holdings: Holdings, terms: GroupTerms, way: Way, reach: number): number {
    let value = 0
    for (let row = 0; row < holdings.length; row += ROW) {
      const symbolId = holdings[row + SYMBOL] as number
      const { worth, conversion } = terms[symbolId] ?? NO_TERMS
      const quote = this.#prices.quote(symbolId) as Quote
      const end = this.#end(holdings, row, quote, way, reach)
      const isLoss = isConvertedAsLoss(end, way)
      let rate = isLoss ? conversion.lossRate : conversion.gainRate
      if (conversion.isNeeded) {
        const to = isWorseAtHigherRate(isLoss, way) ? 1 : -1
        rate = Math.max(0, rate * (1 + to * this.#part(row + RATE, reach)) + to * RATE_ROUNDING)
      }
      value += end * worth * rate
    }
    return value
  }

  /** Sets edges at these ends. With a reach of 0 any unfavourable move crosses one. */
  want(edges: Edges, holdings: Holdings, terms: GroupTerms, way: Way, reach: number): void {
    for (let row = 0; row < holdings.length; row += ROW) {
      const symbolId = holdings[row + SYMBOL] as number
      const { conversion } = terms[symbolId] ?? NO_TERMS
      const quote = this.#prices.quote(symbolId) as Quote
      this.#wantPrices(edges, holdings, row, quote, way, reach)
      if (!conversion.isNeeded) continue
      const end = this.#end(holdings, row, quote, way, reach)
      const isLoss = isConvertedAsLoss(end, way)
      const part = this.#part(row + RATE, reach)
      this.#wantRate(edges, conversion, isLoss, way, part)
      const size = sizeOf(holdings, row, quote)
      const isUnsure = size > Number.MAX_SAFE_INTEGER && Math.abs(end) <= size * NET_ERROR
      if (isUnsure) this.#wantRate(edges, conversion, !isLoss, way, part)
    }
  }

  #part(which: number, reach: number): number {
    return Math.min(PART_MAX, reach * (this.#rooms[which] as number))
  }

  /** Points x volume at the worst prices within reach, or the best. */
  #end(holdings: Holdings, row: number, quote: Quote, way: Way, reach: number): number {
    const open = Math.abs(holdings[row + OPEN] as number)
    const locked = holdings[row + LOCKED] as number
    const moved = open * this.#steps(holdings, row, quote, reach)
    const widened = locked > 0 ? locked * this.#spreadSteps(row, quote, reach) : 0
    return netOf(holdings, row, quote) + way * (moved + widened)
  }

  #steps(holdings: Holdings, row: number, quote: Quote, reach: number): number {
    return Math.floor(Math.abs(priceOf(holdings, row, quote)) * this.#part(row + PRICE, reach))
  }

  #spreadSteps(row: number, quote: Quote, reach: number): number {
    const part = Math.min(SPREAD_PART, reach * (this.#rooms[row + SPREAD] as number))
    return Math.floor(spreadSize(quote) * part)
  }

  #wantPrices(
    edges: Edges,
    holdings: Holdings,
    row: number,
    quote: Quote,
    way: Way,
    reach: number,
  ): void {
    const symbolId = holdings[row + SYMBOL] as number
    const open = holdings[row + OPEN] as number
    const price = priceOf(holdings, row, quote)
    const room = this.#steps(holdings, row, quote, reach)
    if (open > 0) {
      edges.want(symbolId, way === -1 ? BID_FALLS : BID_RISES, price + way * room)
    } else if (open < 0) {
      edges.want(symbolId, way === -1 ? ASK_RISES : ASK_FALLS, price - way * room)
    }
    if ((holdings[row + LOCKED] as number) > 0) {
      const safe = quote.ask - quote.bid - way * this.#spreadSteps(row, quote, reach)
      edges.want(symbolId, way === -1 ? SPREAD_RISES : SPREAD_FALLS, safe)
    }
  }

  /**
   * Losses are converted at the ask of every leg, gains at the bid. For an inverse leg it is the
   * other side.
   */
  #wantRate(
    edges: Edges,
    { legs = [] }: Conversion,
    isLoss: boolean,
    way: Way,
    part: number,
  ): void {
    const rises = isWorseAtHigherRate(isLoss, way)
    for (const { symbolId, inverse } of legs) {
      const quote = this.#prices.quote(symbolId) as Quote
      const byAsk = isLoss !== inverse
      const price = byAsk ? quote.ask : quote.bid
      if (rises !== inverse) {
        const highest = highestOfLeg(price, inverse, legs.length, part)
        edges.want(symbolId, byAsk ? ASK_RISES : BID_RISES, highest)
      } else {
        const lowest = lowestOfLeg(price, inverse, legs.length, part)
        edges.want(symbolId, byAsk ? ASK_FALLS : BID_FALLS, lowest)
      }
    }
  }
}

/**
 * The lowest price at which a leg keeps its share of the rate within reach; `highestOfLeg` is the highest.
 */
export function lowestOfLeg(price: number, inverse: boolean, legs: number, reach: number): number {
  return Math.ceil(inverse ? price / share(1 + reach, legs) : price * share(1 - reach, legs))
}

export function highestOfLeg(price: number, inverse: boolean, legs: number, reach: number): number {
  return Math.floor(inverse ? price / share(1 - reach, legs) : price * share(1 + reach, legs))
}

function share(factor: number, legs: number): number {
  return legs === 2 ? Math.sqrt(factor) : factor
}

/** The room of a quantity that would cost `cost` if it changed by all of itself. */
function roomFor(cost: number, liveliness: number): number {
  return cost > 0 ? Math.sqrt(liveliness / cost) : 0
}

/**
 * True if the end is converted at the rate for losses; at zero the rate after the next move counts.
 */
function isConvertedAsLoss(end: number, way: Way): boolean {
  return way === -1 ? end < 0 : end <= 0
}

/**
 * Losses grow with their rate, and gains shrink when their rate falls. For the direction of a rise
 * it is the reverse.
 */
function isWorseAtHigherRate(isLoss: boolean, way: Way): boolean {
  return isLoss === (way === -1)
}

function netOf(holdings: Holdings, row: number, quote: Quote): number {
  const open = holdings[row + OPEN] as number
  const locked = holdings[row + LOCKED] as number
  const base = holdings[row + BASE] as number
  return open * priceOf(holdings, row, quote) + base - locked * (quote.ask - quote.bid)
}

/** The absolute size of all terms in a row's net. */
function sizeOf(holdings: Holdings, row: number, quote: Quote): number {
  const open = holdings[row + OPEN] as number
  const locked = holdings[row + LOCKED] as number
  const base = holdings[row + BASE] as number
  return (
    Math.abs(open * priceOf(holdings, row, quote)) + locked * spreadSize(quote) + Math.abs(base)
  )
}

function priceOf(holdings: Holdings, row: number, quote: Quote): number {
  return (holdings[row + OPEN] as number) > 0 ? quote.bid : quote.ask
}

function spreadSize({ bid, ask }: Quote): number {
  return Math.max(1, Math.abs(ask - bid))
}
