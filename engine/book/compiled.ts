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
  /** Both scaled by 10^TICK_DIGITS; only their quotient is used. */
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
  /** The rate as stored; 0 is one that is not set, and the initial rate counts. */
  readonly maintenance: Fixed8
}

export interface GroupSpec {
  readonly path: string
  readonly record: GroupRecord
  readonly currency: string
  readonly currencyDigits: number
  /** Hundredths of a percent, or money, as the group's mode says. */
  readonly marginCallLevel: Minor
  readonly stopOutLevel: Minor
  /** Rules of its leverage profile; undefined without tiers. */
  readonly tiers: LeverageTiers | undefined
  /**
   * Symbols as its accounts see them (engine/book/group-symbols.ts); undefined without own rows.
   */
  readonly seen: WeakMap<SymbolSpec, SymbolSpec> | undefined
  /** Whether some row of the group widens or narrows a spread (engine/book/group-prices.ts). */
  readonly hasSpreads: boolean
  /** Commissions of its deals (engine/costs/commission.ts); undefined without any. */
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
  /** The groups by their paths as stored: those that accounts carry, found without making another text. */
  readonly groupsByPath: ReadonlyMap<string, GroupSpec>
  /** True if some group has a spread difference; most servers have none. */
  readonly hasSpreads: boolean
  readonly routing: CompiledRules
  /** The server's wall clock. */
  readonly clock: ServerClock
}

/**
 * A leverage profile as slabs (docs/trade/margin.md). A total T falls into the tiers like an income
 * into tax brackets, and the blended rate R(T) = sum(slab x rate) / T multiplies the margin.
 *
 *   L1. It is compiled once per version of a profile, whichever groups use it, and the rule of a
 *       symbol is found once per version of both.
 *   L2. The first rule whose mask matches a symbol applies. A disabled profile counts as none, and
 *       a symbol without a rule has plain leverage.
 *   L3. T is in units of 1e-8, of lots or of money. If T is 0, the first rate applies.
 */
export interface LeverageTiers {
  readonly rules: readonly TierRule[]
  readonly found: WeakMap<SymbolSpec, { readonly rule: TierRule | undefined }>
}

export interface TierRule {
  readonly mask: string
  readonly byValue: boolean
  /** Counts each symbol for itself, instead of all symbols that the rule applies to. */
  readonly perSymbol: boolean
  /** Currency that values are counted in; empty is the deposit currency. */
  readonly currency: string
  readonly initial: Blend
  readonly maintenance: Blend
  /** No rate of the rule is above it. */
  readonly steepest: number
}

/** One column of rates. `weights[i]` is the sum of slab x rate before tier i. */
export interface Blend {
  readonly froms: readonly bigint[]
  readonly rates: readonly bigint[]
  readonly weights: readonly bigint[]
  /** The same as the nearest doubles, rates and weights in whole units. */
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
  /** `open`, `close` … */
  readonly requestKind: string
  /** `market`, `limit` … */
  readonly orderKind: string
  readonly login: Login
  readonly group: string
  readonly symbol: { readonly name: string; readonly path: string }
  readonly side: 'buy' | 'sell'
  readonly volume: VolumeUnits
  readonly deviationPts: number
  readonly comment: string
  /** The hour on the server's wall clock. Only called by rules that use it. */
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
  /** Currency of its amounts before they are converted. */
  readonly currency: string
  readonly tiers: readonly CompiledTier[]
}

export interface CompiledTier {
  readonly from: VolumeUnits
  /** Infinity if it has no upper bound. */
  readonly to: VolumeUnits
  readonly amount: VolumeAmount
  /** Rounding keeps the order of amounts, so bounds are rounded before they bound. */
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
