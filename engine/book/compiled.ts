import type { ServerClock } from '../calendar/server-clock.js'
import type { BookRecords } from '../config/book-records.js'
import type { GroupCommission, GroupRecord } from '../config/records/group.js'
import type { RoutingCondition, RoutingRuleRecord } from '../config/records/routing-rule.js'
import type { CalcMode, SymbolRecord, TradeAccess } from '../config/records/symbol.js'
import type { Ratio } from '../numbers/rounding.js'
import type { Fixed8, Login, Minor, VolumeUnits } from '../units.js'

/** A symbol with its decimals as integers. */
export interface SymbolSpec {
  readonly id: number
  readonly name: string
  readonly record: SymbolRecord
  readonly digits: number
  readonly profitCurrency: string
  readonly marginCurrency: string
  readonly contractSize: Fixed8
  readonly calcMode: CalcMode
  /** The tick size and tick value, scaled by 10^TICK_DIGITS. Only their quotient is used. */
  readonly tickSize: bigint
  readonly tickValue: bigint
  /** Points between the prices that clients may ask for. */
  readonly tickPts: number
  readonly volumeMin: VolumeUnits
  readonly volumeMax: VolumeUnits
  readonly volumeStep: VolumeUnits
  readonly volumeLimit: VolumeUnits
  readonly tradeAccess: TradeAccess
  /**
   * Points that the group's accounts pay in addition to the symbol's own spread; 0 for a listed
   * symbol.
   */
  readonly spreadDiff: number
  readonly marginInitial: Fixed8
  readonly marginMaintenance: Fixed8
  readonly marginHedged: Fixed8
  /** Multipliers on the margin of buys and sells. */
  readonly rateBuy: MarginRate
  readonly rateSell: MarginRate
}

export interface MarginRate {
  readonly initial: Fixed8
  /** The stored maintenance rate. 0 means that it is not set, so the initial rate applies. */
  readonly maintenance: Fixed8
}

export interface GroupSpec {
  readonly path: string
  readonly record: GroupRecord
  readonly currency: string
  readonly currencyDigits: number
  /** The level in hundredths of a percent or in money, depending on the group's mode. */
  readonly marginCallLevel: Minor
  readonly stopOutLevel: Minor
  /** The tiers of its leverage profile; undefined without tiers. */
  readonly tiers: LeverageTiers | undefined
  /**
   * A cache of symbols with the group's own terms (engine/book/group-symbols.ts); undefined if the
   * group has no such rows.
   */
  readonly seen: WeakMap<SymbolSpec, SymbolSpec> | undefined
  /** Whether some row of the group widens or narrows a spread (engine/book/group-prices.ts). */
  readonly hasSpreads: boolean
  /**
   * The commissions of the group's deals (engine/costs/commission.ts); undefined if it has none.
   */
  readonly commissions: GroupCommissions | undefined
}

/** The compiled settings, immutable and replaced whole: a request sees one version start to end. */
export interface Book {
  readonly version: number
  readonly records: BookRecords
  readonly symbolsById: ReadonlyMap<number, SymbolSpec>
  readonly symbolsByName: ReadonlyMap<string, SymbolSpec>
  /** Keys are lower case: paths are unique in any case. */
  readonly groups: ReadonlyMap<string, GroupSpec>
  /**
   * The groups by their stored paths. Accounts carry the same texts, so this lookup converts
   * nothing.
   */
  readonly groupsByPath: ReadonlyMap<string, GroupSpec>
  /** True if some group has a spread difference; most servers have none. */
  readonly hasSpreads: boolean
  readonly routing: CompiledRules
  readonly clock: ServerClock
}

/**
 * A leverage profile as slabs (docs/trade/margin.md). A total T falls into the tiers like an income
 * into tax brackets, and the blended rate R(T) = sum(slab x rate) / T multiplies the margin.
 *
 *   - It is compiled once per version of a profile, whichever groups use it, and the rule of a
 *     symbol is found once per version of both.
 *   - The first rule whose mask matches a symbol applies. A disabled profile counts as none, and a
 *     symbol without a rule has plain leverage.
 *   - T is in units of 1e-8, of lots or of money. If T is 0, the first rate applies.
 */
export interface LeverageTiers {
  readonly rules: readonly TierRule[]
  readonly found: WeakMap<SymbolSpec, { readonly rule: TierRule | undefined }>
}

export interface TierRule {
  readonly mask: string
  readonly byValue: boolean
  /** True if each symbol is counted by itself. False if all symbols of the rule are added up. */
  readonly perSymbol: boolean
  /** The currency of the tiers' values; empty for the deposit currency. */
  readonly currency: string
  readonly initial: Blend
  readonly maintenance: Blend
  /** The highest rate among the tiers of the rule. */
  readonly steepest: number
}

/** One column of rates. `weights[i]` is the sum of slab x rate before tier i. */
export interface Blend {
  readonly froms: readonly bigint[]
  readonly rates: readonly bigint[]
  readonly weights: readonly bigint[]
  /** The same numbers as doubles. Rates and weights are in whole units. */
  readonly approximate: {
    readonly froms: readonly number[]
    readonly rates: readonly number[]
    readonly weights: readonly number[]
  }
}

/**
 * A trade request for routing rules. The first enabled rule, in position order, that matches and
 * decides is used; `delay` and `clear_stops` change the request, and evaluation continues.
 */
export interface RoutedRequest {
  /** Such as `open` or `close`. */
  readonly requestKind: string
  /** Such as `market` or `limit`. */
  readonly orderKind: string
  readonly login: Login
  readonly group: string
  readonly symbol: { readonly name: string; readonly path: string }
  readonly side: 'buy' | 'sell'
  readonly volume: VolumeUnits
  readonly deviationPts: number
  readonly comment: string
  /** The hour on the server's wall clock, computed only if a rule needs it. */
  hour(): number
  weekday(): number
}

/** The enabled rules in order: those that may match requests of a group. */
export interface CompiledRules {
  of(group: string): readonly CompiledRule[]
}

/** A routing rule: its conditions with parsed numbers, except conditions about the group. */
export interface CompiledRule {
  readonly record: RoutingRuleRecord
  readonly conditions: readonly CompiledCondition[]
}

export interface CompiledCondition {
  readonly record: RoutingCondition
  holds(request: RoutedRequest): boolean
}

/**
 * The commissions of a group, each compiled once per version of symbol and group. In a group
 * without any, a deal costs one check of a field.
 */
export type GroupCommissions = WeakMap<SymbolSpec, { readonly terms: CommissionTerms | undefined }>

export type CommissionCharge = GroupCommission['charge']

export interface CommissionTerms {
  readonly charge: CommissionCharge
  /** The currency of the amounts before conversion. */
  readonly currency: string
  readonly tiers: readonly CompiledTier[]
}

export interface CompiledTier {
  readonly from: VolumeUnits
  /** The end of the tier. Infinity if it has no upper bound. */
  readonly to: VolumeUnits
  readonly amount: VolumeAmount
  /** Rounding keeps amounts in order, so rounded bounds give the same result. */
  readonly min: Minor
  readonly max: Minor
}

/**
 * Costs by volume: swaps and commissions. In whole units of the account's currency,
 *
 * amount = volume x ratio x rate [x price in points]
 *
 * with volume in 1e-8 lot and rate as the stored integer with 12 digits, from `currency` to the
 * account's.
 */
export interface VolumeAmount {
  readonly ratio: Ratio
  readonly byPrice: boolean
  readonly currency: string
}
