import type { PricePts, UnixMs } from '../units.js'

/** One symbol's market, in points of the symbol. */
export interface Quote {
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** Until when the price may be traded at (`isUsable`); left out for no limit. */
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
  /** Bids of the server's day of that price; left out if they were not requested. */
  readonly day?: KnownDay
}

/** A symbol's day, in points with its own digits. */
export interface KnownDay {
  readonly digits: number
  readonly open: PricePts
  readonly high: PricePts
  readonly low: PricePts
  /** The last bid of the previous day with bids; 0 if there is none. */
  readonly before: PricePts
}

/** The prices that decisions read; undefined while a symbol has no quote. */
export interface Prices {
  quote(symbolId: number): Quote | undefined
}
