import type { PricePts, UnixMs } from '../units.js'

/** The current quote of a symbol, in points of the symbol. */
export interface Quote {
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** The time until which the price may be traded at; undefined if it never expires. */
  readonly usableUntil?: UnixMs
}

/**
 * True if the price may be traded at. Nobody guarantees an old price, or one whose feeds are
 * disconnected. For valuation and margin it still counts as the last known price.
 */
export function isUsable({ usableUntil }: Quote, now: UnixMs): boolean {
  return usableUntil === undefined || now <= usableUntil
}

/** A price from before this run of the server, in points of its digits. */
export interface KnownPrice extends Quote {
  readonly symbolId: number
  readonly digits: number
  /** The bids of that server day; undefined if the caller did not request them. */
  readonly day?: KnownDay
}

/** A symbol's day, in points with the digits given here. */
export interface KnownDay {
  readonly digits: number
  readonly open: PricePts
  readonly high: PricePts
  readonly low: PricePts
  /** The last bid of the previous day that had bids; 0 if there is none. */
  readonly before: PricePts
}

/** The prices that decisions read; undefined while a symbol has no quote. */
export interface Prices {
  quote(symbolId: number): Quote | undefined
}
