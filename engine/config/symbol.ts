import { lastSegment } from '../group-path.js'
import type { ConfigKind, ContentOf } from './kind.js'

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
  /** Where it stands in lists. */
  readonly position: number
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

type SymbolContent = ContentOf<SymbolRecord>

const DEFAULTS: SymbolContent = {
  path: '',
  description: '',
  digits: 5,
  base_currency: '',
  profit_currency: '',
  margin_currency: '',
  contract_size: '100000',
  calc_mode: 'forex',
  tick_size: '0',
  tick_value: '0',
  volume_min: '0.01',
  volume_max: '100',
  volume_step: '0.01',
  volume_limit: '0',
  spread_pts: 0,
  spread_balance_pts: 0,
  stops_level_pts: 0,
  freeze_level_pts: 0,
  execution: 'market',
  filling: ['fok', 'ioc'],
  expiration: ['gtc', 'day', 'specified', 'specified_day'],
  order_kinds: ['market', 'limit', 'stop', 'stop_limit'],
  trade_access: 'full',
  margin_initial: '0',
  margin_maintenance: '0',
  margin_hedged: '0',
  margin_rates: [],
  swap_mode: 'disabled',
  swap_long: '0',
  swap_short: '0',
  swap_days: [1, 1, 3, 1, 1, 0, 0],
  sessions: [],
  quote_source: '',
  quote_markup_bid_pts: 0,
  quote_markup_ask_pts: 0,
  filter_max_jump_pts: 0,
  position: 0,
}

export const symbolKind: ConfigKind<'symbols'> = {
  kind: 'symbols',
  noun: 'symbol',
  order: 'plain_position',
  nameOf: ({ path }) => lastSegment(path),
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  check: () => [],
}
