import { assert } from '../assert.js'
import type { LeverageProfileRecord, LeverageRule } from '../config/records/leverage-profile.js'
import { firstCovering } from '../names/mask.js'
import { bigScaledFromText, fixed8FromText } from '../numbers/decimal.js'
import { type Fraction, powerOfTen } from '../numbers/rounding.js'
import type { Blend, LeverageTiers, SymbolSpec, TierRule } from './compiled.js'

const TIER_RATE_DIGITS = 6
const TIER_RATE_ONE = powerOfTen(TIER_RATE_DIGITS)

const tiersByProfile = new WeakMap<LeverageProfileRecord, LeverageTiers>()

/**
 * The tiers of a profile; undefined if it changes nothing: there is none, it is off, or it has no
 * rules.
 */
export function tiersOf(profile: LeverageProfileRecord | undefined): LeverageTiers | undefined {
  if (profile === undefined || !profile.enabled || profile.rules.length === 0) return undefined
  let tiers = tiersByProfile.get(profile)
  if (tiers === undefined) {
    tiers = { rules: profile.rules.map(compileRule), found: new WeakMap() }
    tiersByProfile.set(profile, tiers)
  }
  return tiers
}

export function tierRuleOf(tiers: LeverageTiers, symbol: SymbolSpec): TierRule | undefined {
  let found = tiers.found.get(symbol)
  if (found === undefined) {
    const { name, record } = symbol
    found = { rule: firstCovering(tiers.rules, name, record.path) }
    tiers.found.set(symbol, found)
  }
  return found.rule
}

/** R(T) exactly; `total` is T in units of 1e-8. */
export function blendedRate(blend: Blend, total: Fraction): Fraction {
  const { froms, rates, weights } = blend
  const { numerator: top, denominator: bottom } = total
  const tier = topTier(froms, (from) => from * bottom < top)
  const rate = at(rates, tier)
  if (top <= 0n) return { numerator: rate, denominator: TIER_RATE_ONE }
  const beyond = top - at(froms, tier) * bottom
  return {
    numerator: at(weights, tier) * bottom + beyond * rate,
    denominator: top * TIER_RATE_ONE,
  }
}

/**
 * R(T) in doubles. T x R(T) rises with T at most at the steepest rate, whichever tier is chosen at
 * a border. So a relative error e of T moves R(T) by at most 2e of that rate.
 */
export function approximateRate(blend: Blend, total: number): number {
  const { froms, rates, weights } = blend.approximate
  const tier = topTier(froms, (from) => from < total)
  const rate = at(rates, tier)
  if (!(total > 0)) return rate
  return (at(weights, tier) + (total - at(froms, tier)) * rate) / total
}

/**
 * The last tier that begins below the total, or the first one. Bisection over at most 100 tiers.
 */
function topTier<Bound>(froms: readonly Bound[], isBelow: (from: Bound) => boolean): number {
  let [low, high] = [0, froms.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isBelow(at(froms, middle))) low = middle
    else high = middle - 1
  }
  return low
}

function compileRule({ mask, range_basis: basis, currency, tiers }: LeverageRule): TierRule {
  const froms = tiers.map(({ range_from }) => fixed8FromText(range_from))
  const initials = tiers.map(({ initial }) => tierRate(initial))
  // A maintenance rate of 0 means that it is not set, as in the symbol's own rates.
  const maintenances = tiers.map(({ initial, maintenance }) => {
    const rate = tierRate(maintenance)
    return rate > 0n ? rate : tierRate(initial)
  })
  const [initial, maintenance] = [compileBlend(froms, initials), compileBlend(froms, maintenances)]
  return {
    mask,
    byValue: basis === 'value' || basis === 'value_per_symbol',
    perSymbol: basis === 'volume_per_symbol' || basis === 'value_per_symbol',
    currency,
    initial,
    maintenance,
    steepest: Math.max(...initial.approximate.rates, ...maintenance.approximate.rates),
  }
}

function compileBlend(froms: readonly bigint[], rates: readonly bigint[]): Blend {
  const weights: bigint[] = []
  let weight = 0n
  froms.forEach((from, tier) => {
    weights.push(weight)
    const next = froms[tier + 1]
    if (next !== undefined) weight += (next - from) * at(rates, tier)
  })
  const whole = (value: bigint): number => Number(value) / Number(TIER_RATE_ONE)
  return {
    froms,
    rates,
    weights,
    approximate: {
      froms: froms.map(Number),
      rates: rates.map(whole),
      weights: weights.map(whole),
    },
  }
}

function tierRate(text: string): bigint {
  const rate = bigScaledFromText(text, TIER_RATE_DIGITS)
  assert(rate !== undefined && rate >= 0n, `a stored tier has rates of at most 6 decimals: ${text}`)
  return rate
}

function at<T>(list: readonly T[], index: number): T {
  const one = list[index]
  assert(one !== undefined, 'a rule has tiers, and each of them its figures')
  return one
}
