import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import type { Minor, PricePts, Side, VolumeUnits } from '../../units.js'
import type { DealEvent } from '../event.js'
import { positionProfit } from '../money/profit.js'
import { shareOf } from '../rules/fill.js'
import { averageOpen } from '../rules/netting.js'

/**
 * Recomputes a position with other prices for some of its deals.
 *
 *   - Only prices change; volumes, rates, commissions and swaps are those of the deals.
 *   R2. The deals must explain the position completely. A position that was reversed, closed by
 *       another one, or corrected before cannot be recomputed.
 */
export type PricedDeal = Pick<
  DealEvent,
  'id' | 'entry' | 'side' | 'volume' | 'price' | 'profit' | 'rateProfit'
>

/** The sums of a position after some of its deals. */
export interface DealtSums {
  readonly side: Side | 0
  /** The open volume. 0 if the position was closed. */
  readonly volume: VolumeUnits
  readonly priceOpen: PricePts
  readonly openRest: number
  readonly profit: Minor
}

export interface RepricedSums {
  readonly before: DealtSums
  readonly after: DealtSums
}

/** The deals of a position, oldest first; undefined if they do not explain it (R2). */
export function repriced(
  symbol: SymbolSpec,
  group: GroupSpec,
  deals: readonly PricedDeal[],
  prices: ReadonlyMap<number, PricePts>,
): RepricedSums | undefined {
  const before = dealtAt(symbol, group, deals, ({ price }) => price)
  const booked = deals.reduce((sum, { profit }) => sum + profit, 0)
  if (before === undefined || before.profit !== booked) return undefined
  const after = dealtAt(symbol, group, deals, ({ id, price }) => prices.get(id) ?? price)
  return after && { before, after }
}

function dealtAt(
  symbol: SymbolSpec,
  group: GroupSpec,
  deals: readonly PricedDeal[],
  priceOf: (deal: PricedDeal) => PricePts,
): DealtSums | undefined {
  let side: Side | 0 = 0
  let held = { volume: 0, priceOpen: 0, openRest: 0 }
  let profit = 0
  for (const deal of deals) {
    const price = priceOf(deal)
    if (deal.entry === 'in' && (side === 0 || side === deal.side)) {
      side = deal.side
      held = { volume: held.volume + deal.volume, ...averageOpen(held, deal.volume, price) }
    } else if (deal.entry === 'out' && side !== 0 && deal.volume <= held.volume) {
      const { priceOpen } = held
      const rest = shareOf(held.openRest, held, deal.volume)
      const { volume, rateProfit } = deal
      profit += positionProfit(symbol, group, side, priceOpen, price, volume, rateProfit, rest)
      held = { volume: held.volume - volume, priceOpen, openRest: held.openRest - rest }
    } else return undefined
  }
  return side === 0 ? undefined : { side, ...held, profit }
}
