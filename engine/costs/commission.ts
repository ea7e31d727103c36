import type {
  Book,
  CommissionCharge,
  CommissionTerms,
  GroupSpec,
  SymbolSpec,
} from '../book/compiled.js'
import { conversionRate } from '../book/conversion.js'
import type { Prices } from '../book/prices.js'
import type { Minor, PricePts, VolumeUnits } from '../units.js'
import { commissionTermsOf } from './commission-terms.js'
import { roundedVolumeAmount } from './volume-amount.js'

/**
 * The commission of a deal by the account's group (docs/trade/costs.md), never positive, because
 * costs are negative in deals. The first row whose mask matches the symbol applies.
 *
 *   - per_side charges every deal for its whole volume, a reversal once. per_deal charges a trade
 *     once, at its opening: for a reversal, the new volume. daily is like per_side, but collected
 *     into one deal at the day end. A close by is free.
 *   - The tier is the one that contains the charged volume: `from` is inclusive, `to` is exclusive.
 *     `min` and `max` limit the charge of one deal, in the account's currency.
 *   - The client pays, so the rate is the more expensive side. The result is rounded once.
 */
export interface ChargedDeal {
  readonly entry: 'in' | 'out' | 'inout' | 'out_by'
  readonly volume: VolumeUnits
  /** The new volume of a deal with entry `inout`. */
  readonly opened: VolumeUnits
  readonly price: PricePts
}

export interface Commission {
  /** The part that the deal itself is charged. */
  readonly atOnce: Minor
  /** The part that is collected until the day end. */
  readonly daily: Minor
}

const FREE: Commission = { atOnce: 0, daily: 0 }

/** Requires the symbol with the terms of its group; undefined if a conversion price is missing. */
export function commissionOf(
  group: GroupSpec,
  symbol: SymbolSpec,
  deal: ChargedDeal,
  book: Book,
  prices: Prices,
): Commission | undefined {
  if (group.commissions === undefined) return FREE
  const terms = commissionTermsOf(group, group.commissions, symbol)
  if (terms === undefined) return FREE
  const volume = chargedVolume(terms.charge, deal)
  if (volume === 0) return FREE
  const amount = chargeOf(terms, group, volume, deal.price, book, prices)
  if (amount === undefined) return undefined
  if (amount === 0) return FREE
  return terms.charge === 'daily' ? { atOnce: 0, daily: -amount } : { atOnce: -amount, daily: 0 }
}

function chargedVolume(charge: CommissionCharge, deal: ChargedDeal): VolumeUnits {
  const { entry, volume } = deal
  if (entry === 'out_by') return 0
  if (charge !== 'per_deal' || entry === 'in') return volume
  return entry === 'inout' ? deal.opened : 0
}

function chargeOf(
  { tiers, currency }: CommissionTerms,
  group: GroupSpec,
  volume: VolumeUnits,
  price: PricePts,
  book: Book,
  prices: Prices,
): Minor | undefined {
  const tier = tiers.find(({ from, to }) => volume >= from && volume < to)
  if (tier === undefined) return 0
  const rate = conversionRate(book, prices, currency, group.currency, 'loss')
  if (rate === undefined) return undefined
  const { amount, min, max } = tier
  const size = Math.abs(price)
  const whole = roundedVolumeAmount(amount, volume, size, rate, group.currencyDigits)
  return Math.min(max, Math.max(min, whole))
}
