import type {
  CALC_MODES,
  EXECUTIONS,
  EXPIRATIONS,
  FILLINGS,
  MARGIN_RATE_KINDS,
  SESSION_KINDS,
  SWAP_MODES,
  SYMBOL_ORDER_KINDS,
  TRADE_ACCESSES,
} from '../kinds/symbol-choices.js'

/**
 * A symbol as it is stored and shown: decimals are strings. `engine/book/book.ts` compiles it to
 * integers.
 */
export interface SymbolRecord {
  readonly id: number
  /** Unique; the last segment is the name, unique in any case. */
  readonly path: string
  readonly description: string
  readonly digits: number
  readonly base_currency: string
  readonly profit_currency: string
  readonly margin_currency: string
  readonly contract_size: string
  readonly calc_mode: CalcMode
  readonly tick_size: string
  readonly tick_value: string
  readonly volume_min: string
  readonly volume_max: string
  readonly volume_step: string
  /** The most lots of all positions on one side; "0" for no limit. */
  readonly volume_limit: string
  readonly spread_pts: number
  readonly spread_balance_pts: number
  readonly stops_level_pts: number
  readonly freeze_level_pts: number
  readonly execution: (typeof EXECUTIONS)[number]
  readonly filling: readonly (typeof FILLINGS)[number][]
  readonly expiration: readonly (typeof EXPIRATIONS)[number][]
  readonly order_kinds: readonly (typeof SYMBOL_ORDER_KINDS)[number][]
  readonly trade_access: TradeAccess
  readonly margin_initial: string
  readonly margin_maintenance: string
  readonly margin_hedged: string
  readonly margin_rates: readonly MarginRateRecord[]
  readonly swap_mode: (typeof SWAP_MODES)[number]
  readonly swap_long: string
  readonly swap_short: string
  /** Multipliers of the nights after Monday, Tuesday, …: the triple night is a 3. */
  readonly swap_days: readonly number[]
  /** The days of the year that interest is counted in: 360 by the custom of the trade. */
  readonly swap_year_days: number
  /** The sessions of a week; a kind without any is open in every minute. */
  readonly sessions: readonly SymbolSession[]
  /** The path of the symbol whose quotes it uses; empty for its own. */
  readonly quote_source: string
  readonly quote_markup_bid_pts: number
  readonly quote_markup_ask_pts: number
  readonly filter_max_jump_pts: number
  /** A price older than this is not traded at; 0 is no such age. */
  readonly quote_max_age_sec: number
  /**
   * How many points better than the market an offered price may be for the client at acceptance; 0
   * means twice the spread.
   */
  readonly offer_move_pts: number
  /** The place in lists. */
  readonly position: number
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export type CalcMode = (typeof CALC_MODES)[number]

export type TradeAccess = (typeof TRADE_ACCESSES)[number]

export type MarginRateKind = (typeof MARGIN_RATE_KINDS)[number]

export interface MarginRateRecord {
  readonly kind: MarginRateKind
  readonly initial: string
  readonly maintenance: string
}

/** Begin and end are minutes of the server's wall clock; day 1 is Monday. */
export interface SymbolSession {
  readonly day: number
  readonly kind: (typeof SESSION_KINDS)[number]
  readonly from_min: number
  readonly to_min: number
}

/**
 * The terms on which a symbol trades that a group may have otherwise. The rules of their values are
 * here once, for the symbol and for the rows of a group.
 */
export const SYMBOL_TERMS = [
  'trade_access',
  'execution',
  'stops_level_pts',
  'volume_min',
  'volume_max',
  'volume_step',
  'volume_limit',
  'margin_initial',
  'margin_maintenance',
  'margin_hedged',
  'margin_rates',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_days',
  'swap_year_days',
] as const satisfies readonly (keyof SymbolRecord)[]

export type SymbolTerms = Pick<SymbolRecord, (typeof SYMBOL_TERMS)[number]>
