import type { PricePts, UnixMs } from './units.js'

/** One symbol's market, in points of the symbol. */
export interface Quote {
  readonly bid: PricePts
  readonly ask: PricePts
  readonly at: UnixMs
}

/** What decisions read prices from; undefined while a symbol has no quote. */
export interface Prices {
  quote(symbolId: number): Quote | undefined
}
