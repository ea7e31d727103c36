import type { PricePts, UnixMs } from '../units.js'

/** One symbol's market, in points of the symbol. */
export interface Quote {
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** The time until which somebody trades at it (`isUsable`); left out where there is no end to that. */
  readonly usableUntil?: UnixMs
}

/**
 * True when the price may be traded at: no provider stands behind one that is old, or whose feeds are
 * gone. To value what is held, and for margin, it is the last known price all the same.
 */
export function isUsable({ usableUntil }: Quote, now: UnixMs): boolean {
  return usableUntil === undefined || now <= usableUntil
}

/** A price from before this run of the server, in points of its digits. */
export interface KnownPrice extends Quote {
  readonly symbolId: number
  readonly digits: number
  /** Bids of the server's day of that price; left out where they were not asked for. */
  readonly day?: KnownDay
}

/** A symbol's day, in points of its own digits. */
export interface KnownDay {
  readonly digits: number
  readonly open: PricePts
  readonly high: PricePts
  readonly low: PricePts
  /** The last bid of the day before that had any; 0 where none had. */
  readonly before: PricePts
}

/** The prices that decisions read; undefined while a symbol has no quote. */
export interface Prices {
  quote(symbolId: number): Quote | undefined
}
