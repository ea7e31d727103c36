import type { Book, GroupSpec, SymbolSpec, TierRule } from '../../book/compiled.js'
import { conversionRate } from '../../book/conversion.js'
import { approximateRate, blendedRate, tierRuleOf } from '../../book/leverage-tiers.js'
import type { Prices } from '../../book/prices.js'
import { factorsOf } from '../../book/symbol-factors.js'
import { limitedAmount, roundedAmount } from '../../numbers/rounded-amount.js'
import {
  approximatePowerOfTen,
  certainRound,
  type Fraction,
  NO_AMOUNT,
  PRODUCT_ERROR,
  plus,
  powerOfTen,
  times,
} from '../../numbers/rounding.js'
import { FIXED8_DIGITS, type Minor, RATE_ONE, type Rate } from '../../units.js'
import {
  approximateAmount,
  type Charge,
  type Charges,
  chargeAmount,
  roundedCharges,
} from './margin-charge.js'

/**
 * Margin by the tiers of a leverage profile. The tiers are slabs, like those of an income tax: each
 * charge of a symbol is multiplied by the blended rate R(T) of its rule, summed exactly and rounded
 * once per symbol.
 *
 *   - A symbol without a rule is charged normally.
 *   - T is the sum of the lots of every charge whose factor is not zero, or of their values. The
 *     order in which they were opened does not matter.
 *   - A value is lots x contract size, with price and tick if the symbol's prices have them, at the
 *     same averages as the margin, as an absolute value.
 *   Z4. Values are converted to the deposit currency at the stored rates. Values in the symbol's
 *       margin currency need no rate. For a third currency the current rate is used: buys at the
 *       ask, sells at the bid, covered volume at the mean of both.
 *   Z5. R(T) is a mean of the rates of T's slabs. If every part of T changes by at most a fraction
 *       e <= 0.5 of itself, R(T) changes by at most 2e of the steepest rate, and the margin by at
 *       most 2e of the charges at that rate (`marginDrift`).
 */
export interface SymbolCharges {
  readonly symbol: SymbolSpec
  readonly charges: Charges
}

/**
 * The margin by tiers. Undefined if a rate that Z4 needs has no price. Calls `tell` with the charge
 * of each symbol.
 */
export function tieredMargin(
  parts: readonly SymbolCharges[],
  leverage: number,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  tell?: (symbol: SymbolSpec, margin: Minor) => void,
): Minor | undefined {
  const digits = group.currencyDigits
  const tiered: TieredCharges[] = []
  let margin = 0
  for (const { symbol, charges } of parts) {
    const rule = group.tiers === undefined ? undefined : tierRuleOf(group.tiers, symbol)
    if (rule === undefined) {
      const own = roundedCharges(charges, leverage, digits)
      margin += own
      tell?.(symbol, own)
      continue
    }
    const counted = charges.filter(isCharged)
    if (counted.length === 0) continue
    const rates = valueRates(rule, symbol, book, group, prices)
    if (rates === undefined) return undefined
    tiered.push({ rule, symbol, charges: counted, rates })
  }
  const totals = new Totals(tiered)
  for (const one of tiered) {
    const own =
      fastMargin(one, leverage, digits, totals) ?? exactMargin(one, leverage, digits, totals)
    margin += own
    tell?.(one.symbol, own)
  }
  return limitedAmount(margin)
}

/** How far prices may move the margin (Z4, Z5). */
export interface MarginDrift {
  /**
   * Minor units per relative change of the rates below, in addition to one unit of rounding per
   * symbol.
   */
  readonly perPart: number
  readonly symbols: number
  readonly conversions: readonly { readonly from: string; readonly to: string }[]
}

/** How far prices may move the margin; undefined if no price moves it. */
export function marginDrift(
  parts: readonly SymbolCharges[],
  leverage: number,
  group: GroupSpec,
): MarginDrift | undefined {
  const { tiers } = group
  if (tiers === undefined || !tiers.rules.some((rule) => goesByRates(rule, group))) return undefined
  const ruled = parts.flatMap(({ symbol, charges }) => {
    const [rule, counted] = [tierRuleOf(tiers, symbol), charges.filter(isCharged)]
    return rule === undefined || counted.length === 0 ? [] : [{ rule, symbol, counted }]
  })
  const moved = ruled.filter(({ rule, symbol }) => {
    return goesByRates(rule, group) && rule.currency !== symbol.marginCurrency
  })
  if (moved.length === 0) return undefined
  const rules = new Set(moved.map(({ rule }) => rule))
  let size = 0
  for (const { rule, counted } of ruled) {
    if (!rules.has(rule)) continue
    for (const charge of counted) {
      size += Math.abs(approximateAmount(charge, leverage)) * rule.steepest
    }
  }
  return {
    perPart: 2 * size * approximatePowerOfTen(group.currencyDigits),
    symbols: ruled.length,
    conversions: moved.map(({ rule, symbol }) => {
      return { from: symbol.marginCurrency, to: rule.currency }
    }),
  }
}

/** A symbol with a rule, and its charges that count. */
interface TieredCharges {
  readonly rule: TierRule
  readonly symbol: SymbolSpec
  readonly charges: readonly Charge[]
  readonly rates: ValueRates
}

function isCharged(charge: Charge | undefined): charge is Charge {
  return charge !== undefined && charge.factor.ratio.numerator > 0n
}

function exactMargin(one: TieredCharges, leverage: number, digits: number, totals: Totals): Minor {
  const { rule, charges } = one
  const total = totals.exactOf(one)
  const initial = blendedRate(rule.initial, total)
  const maintenance = blendedRate(rule.maintenance, total)
  const amount = charges.reduce<Fraction>((sum, charge) => {
    const rate = charge.factor.isInitial ? initial : maintenance
    return plus(sum, times(chargeAmount(charge, leverage), rate))
  }, NO_AMOUNT)
  return roundedAmount(amount, digits)
}

/**
 * Like the exact computation in doubles; undefined if the rounding is doubtful (engine/numbers/rounding.ts, R2).
 * The relative error of a total is e = (1 + n/64) x PRODUCT_ERROR for its n terms and their sum;
 * that of a rate is 2e and its own few roundings, both relative to the steepest rate; that of an
 * amount is PRODUCT_ERROR.
 */
function fastMargin(
  one: TieredCharges,
  leverage: number,
  digits: number,
  totals: Totals,
): Minor | undefined {
  const { rule, charges } = one
  const total = totals.approximateOf(one)
  const initial = approximateRate(rule.initial, total)
  const maintenance = approximateRate(rule.maintenance, total)
  let sum = 0
  let size = 0
  for (const charge of charges) {
    const amount = approximateAmount(charge, leverage)
    sum += amount * (charge.factor.isInitial ? initial : maintenance)
    size += Math.abs(amount)
  }
  const scale = approximatePowerOfTen(digits)
  const error = PRODUCT_ERROR * (8 + totals.terms / 16)
  return certainRound(sum * scale, size * rule.steepest * scale * error)
}

/** The total T of each rule, or of each symbol for a rule that counts per symbol. */
class Totals {
  /** The number of charges, an upper bound for the terms of each total. */
  readonly terms: number
  readonly #all: readonly TieredCharges[]
  readonly #approximate = new Map<TierRule | TieredCharges, number>()
  /** The exact totals, which are computed only if doubles leave a doubt. */
  #exact: Map<TierRule | TieredCharges, Fraction> | undefined

  constructor(all: readonly TieredCharges[]) {
    this.#all = all
    this.terms = all.reduce((sum, { charges }) => sum + charges.length, 0)
    for (const one of all) {
      const sum = this.#approximate.get(countedBy(one)) ?? 0
      this.#approximate.set(countedBy(one), sum + approximateCount(one))
    }
  }

  approximateOf(one: TieredCharges): number {
    return this.#approximate.get(countedBy(one)) ?? 0
  }

  exactOf(one: TieredCharges): Fraction {
    this.#exact ??= this.#countExactly()
    return this.#exact.get(countedBy(one)) ?? NO_AMOUNT
  }

  #countExactly(): Map<TierRule | TieredCharges, Fraction> {
    const totals = new Map<TierRule | TieredCharges, Fraction>()
    for (const one of this.#all) {
      const sum = totals.get(countedBy(one)) ?? NO_AMOUNT
      totals.set(
        countedBy(one),
        one.charges.map((charge) => exactCount(one, charge)).reduce(plus, sum),
      )
    }
    return totals
  }
}

function countedBy(one: TieredCharges): TierRule | TieredCharges {
  return one.rule.perSymbol ? one : one.rule
}

const UNITS = powerOfTen(FIXED8_DIGITS)

/** The part of a charge in T, in units of 1e-8. */
function exactCount(one: TieredCharges, charge: Charge): Fraction {
  const volume = BigInt(charge.volume)
  if (!one.rule.byValue) return { numerator: volume, denominator: 1n }
  const { ratio, byPrice } = factorsOf(one.symbol).value
  const rate = rateOfValue(one.rates, charge)
  const price = byPrice ? charge.value : BigInt(charge.over)
  return {
    numerator: volume * ratio.numerator * rate.numerator * (price < 0n ? -price : price) * UNITS,
    denominator: ratio.denominator * rate.denominator * BigInt(charge.over),
  }
}

function approximateCount(one: TieredCharges): number {
  const { rule, charges, symbol, rates } = one
  let count = 0
  for (const charge of charges) {
    if (rule.byValue) {
      const { ratio, byPrice } = factorsOf(symbol).value
      const rate = rateOfValue(rates, charge)
      let value = charge.volume * ratio.approximation * Number(UNITS)
      value *= Number(rate.numerator) / Number(rate.denominator)
      if (byPrice) value *= Math.abs(Number(charge.value)) / charge.over
      count += value
    } else count += charge.volume
  }
  return count
}

/** The rates that convert values: each charge's own stored rate, or rates by side. */
type ValueRates = 'stored' | { readonly buy: Rate; readonly sell: Rate }

const AS_IT_IS: ValueRates = { buy: RATE_ONE, sell: RATE_ONE }

function valueRates(
  rule: TierRule,
  symbol: SymbolSpec,
  book: Book,
  group: GroupSpec,
  prices: Prices,
): ValueRates | undefined {
  const { currency } = rule
  if (!goesByRates(rule, group)) return 'stored'
  const { marginCurrency } = symbol
  if (currency === marginCurrency) return AS_IT_IS
  const buy = conversionRate(book, prices, marginCurrency, currency, 'margin_buy')
  const sell = conversionRate(book, prices, marginCurrency, currency, 'margin_sell')
  return buy === undefined || sell === undefined ? undefined : { buy, sell }
}

/**
 * True if the rule converts values, except those of symbols with its currency as margin currency.
 */
function goesByRates({ byValue, currency }: TierRule, group: GroupSpec): boolean {
  return byValue && currency !== '' && currency !== group.currency
}

function rateOfValue(rates: ValueRates, { factor, rate, over }: Charge): Fraction {
  if (rates === 'stored') return { numerator: rate, denominator: BigInt(over) }
  switch (factor.side) {
    case 1:
      return { numerator: rates.buy, denominator: 1n }
    case -1:
      return { numerator: rates.sell, denominator: 1n }
    case 0:
      return { numerator: rates.buy + rates.sell, denominator: 2n }
  }
}
