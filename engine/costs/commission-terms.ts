import type {
  CommissionTerms,
  CompiledTier,
  GroupCommissions,
  GroupSpec,
  SymbolSpec,
  VolumeAmount,
} from '../book/compiled.js'
import type { CommissionTier, GroupCommission } from '../config/records/group.js'
import { firstCovering } from '../names/mask.js'
import { fixed8FromText } from '../numbers/decimal.js'
import { roundedAmount } from '../numbers/rounded-amount.js'
import { FIXED8_ONE, type Minor } from '../units.js'
import { moneyPerLot, percentOfValue, pointsOfPrice } from './volume-amount.js'

/** The commission terms for a symbol; undefined if no row of the group matches it. */
export function commissionTermsOf(
  group: GroupSpec,
  known: GroupCommissions,
  symbol: SymbolSpec,
): CommissionTerms | undefined {
  let found = known.get(symbol)
  if (found === undefined) {
    const { name, record } = symbol
    const row = firstCovering(group.record.commissions, name, record.path)
    found = { terms: row === undefined ? undefined : compile(row, symbol, group) }
    known.set(symbol, found)
  }
  return found.terms
}

function compile(row: GroupCommission, symbol: SymbolSpec, group: GroupSpec): CommissionTerms {
  const tiers = row.tiers.map((tier) => compileTier(row.mode, tier, symbol, group))
  const currency = tiers[0]?.amount.currency ?? group.currency
  return { charge: row.charge, currency, tiers }
}

function compileTier(
  mode: GroupCommission['mode'],
  tier: CommissionTier,
  symbol: SymbolSpec,
  group: GroupSpec,
): CompiledTier {
  const money = (text: string): Minor =>
    roundedAmount(
      { numerator: fixed8FromText(text), denominator: FIXED8_ONE },
      group.currencyDigits,
    )
  const [to, max] = [fixed8FromText(tier.to), fixed8FromText(tier.max)]
  return {
    from: Number(fixed8FromText(tier.from)),
    to: to === 0n ? Number.POSITIVE_INFINITY : Number(to),
    amount: amountOf(mode, tier.value, symbol, group),
    min: money(tier.min),
    max: max === 0n ? Number.POSITIVE_INFINITY : money(tier.max),
  }
}

function amountOf(
  mode: GroupCommission['mode'],
  value: string,
  symbol: SymbolSpec,
  group: GroupSpec,
): VolumeAmount {
  const scaled = fixed8FromText(value)
  switch (mode) {
    case 'per_lot':
      return moneyPerLot(scaled, group.currency)
    case 'percent':
      return percentOfValue(symbol, scaled)
    case 'points':
      return pointsOfPrice(symbol, scaled)
  }
}
