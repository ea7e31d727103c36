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
 * A symbol as it is stored and as staff see it: decimals are strings. `engine/book/book.ts`
 * compiles them to integers.
 */
export interface SymbolRecord {
  readonly id: number
  /** The unique path. Its last segment is the symbol's name, unique ignoring case. */
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
  /** The maximum lots of all positions on one side; "0" for no limit. */
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
  /** Multipliers of the nights after Monday, Tuesday and so on. The triple night has a 3. */
  readonly swap_days: readonly number[]
  /** The number of days by which yearly interest is divided; 360 is usual in the trade. */
  readonly swap_year_days: number
  /** The weekly sessions. A kind of session without entries is always open. */
  readonly sessions: readonly SymbolSession[]
  /** The path of the symbol whose quotes this one uses; empty if feeds quote it directly. */
  readonly quote_source: string
  readonly quote_markup_bid_pts: number
  readonly quote_markup_ask_pts: number
  readonly filter_max_jump_pts: number
  /** The age in seconds beyond which a price may not be traded at; 0 for no limit. */
  readonly quote_max_age_sec: number
  /**
   * An offer stays acceptable while its price is at most this many points better for the client
   * than the market. 0 means twice the spread.
   */
  readonly offer_move_pts: number
  /** The position of the symbol in lists. */
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

/** Start and end are minutes on the server's wall clock. Day 1 is Monday. */
export interface SymbolSession {
  readonly day: number
  readonly kind: (typeof SESSION_KINDS)[number]
  readonly from_min: number
  readonly to_min: number
}

/**
 * The symbol fields that a group may override. The rules for their values are shared by symbols and
 * rows of groups.
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
