import type { MarginDrift } from '../account/money/tiered-margin.js'
import type { Book } from '../book/compiled.js'
import { conversionLegs, conversionRate, type Leg } from '../book/conversion.js'
import type { Prices } from '../book/prices.js'
import { ASK_FALLS, ASK_RISES, BID_FALLS, BID_RISES, type Edges } from './price-edges.js'
import { highestOfLeg, lowestOfLeg, RATE_ROUNDING } from './price-ends.js'

/** The rates on which a drifting margin depends: both sides of every leg, in both directions. */
export interface DriftRates {
  readonly drift: MarginDrift
  readonly conversions: readonly (readonly Leg[])[]
  /** The rounding of the lowest rate, relative to that rate. */
  readonly rounding: number
}

export function driftRates(drift: MarginDrift, book: Book, prices: Prices): DriftRates {
  let lowest = Number.POSITIVE_INFINITY
  const conversions = drift.conversions.map(({ from, to }) => {
    for (const use of ['margin_buy', 'margin_sell'] as const) {
      lowest = Math.min(lowest, Number(conversionRate(book, prices, from, to, use) ?? 0n))
    }
    return conversionLegs(book, from, to) ?? []
  })
  return { drift, conversions, rounding: RATE_ROUNDING / lowest }
}

/** The largest change of the margin within the reach, up or down (engine/account/money/tiered-margin.ts, Z5). */
export function driftWithin({ drift, rounding }: DriftRates, reach: number): number {
  const part = reach + rounding
  return part <= 0.5 ? drift.perPart * part + drift.symbols : Number.POSITIVE_INFINITY
}

export function wantNear(
  { conversions }: DriftRates,
  edges: Edges,
  prices: Prices,
  reach: number,
): void {
  for (const legs of conversions) {
    for (const { symbolId, inverse } of legs) {
      const quote = prices.quote(symbolId)
      if (quote === undefined) continue
      const count = legs.length
      edges.want(symbolId, BID_FALLS, lowestOfLeg(quote.bid, inverse, count, reach))
      edges.want(symbolId, BID_RISES, highestOfLeg(quote.bid, inverse, count, reach))
      edges.want(symbolId, ASK_FALLS, lowestOfLeg(quote.ask, inverse, count, reach))
      edges.want(symbolId, ASK_RISES, highestOfLeg(quote.ask, inverse, count, reach))
    }
  }
}
