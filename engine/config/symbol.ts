/** A symbol as it is stored and shown: decimals are strings. `engine/book.ts` compiles it to integers. */
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
  /** Most lots of one side's positions together; "0" is none. */
  readonly volume_limit: string
  readonly spread_pts: number
  readonly spread_balance_pts: number
  readonly stops_level_pts: number
  readonly freeze_level_pts: number
  readonly execution: 'request' | 'instant' | 'market' | 'exchange'
  readonly filling: readonly ('fok' | 'ioc' | 'return')[]
  readonly expiration: readonly ('gtc' | 'day' | 'specified' | 'specified_day')[]
  readonly order_kinds: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[]
  readonly trade_access: TradeAccess
  readonly margin_initial: string
  readonly margin_maintenance: string
  readonly margin_hedged: string
  readonly margin_rates: readonly MarginRateRecord[]
  readonly swap_mode:
    | 'disabled'
    | 'points'
    | 'base_currency'
    | 'margin_currency'
    | 'deposit_currency'
    | 'interest_current'
    | 'interest_open'
  readonly swap_long: string
  readonly swap_short: string
  readonly swap_days: readonly number[]
  readonly sessions: readonly {
    readonly day: number
    readonly kind: 'quote' | 'trade'
    readonly from_min: number
    readonly to_min: number
  }[]
  readonly quote_source: string
  readonly quote_markup_bid_pts: number
  readonly quote_markup_ask_pts: number
  readonly filter_max_jump_pts: number
  readonly status: 'active' | 'disabled'
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}

export type CalcMode =
  | 'forex'
  | 'forex_no_leverage'
  | 'cfd'
  | 'cfd_leverage'
  | 'cfd_index'
  | 'futures'

export type TradeAccess = 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full'

export interface MarginRateRecord {
  readonly kind:
    | 'buy'
    | 'sell'
    | 'buy_limit'
    | 'sell_limit'
    | 'buy_stop'
    | 'sell_stop'
    | 'buy_stop_limit'
    | 'sell_stop_limit'
  readonly initial: string
  readonly maintenance: string
}
