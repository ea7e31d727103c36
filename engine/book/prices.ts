import type { PricePts, UnixMs } from '../units.js'

/** One symbol's market, in points of the symbol. */
export interface Quote {
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
  /** Until when somebody trades at it (`isUsable`); left out where there is no end to that. */
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
}

/** The prices that decisions read; undefined while a symbol has no quote. */
export interface Prices {
  quote(symbolId: number): Quote | undefined
}
