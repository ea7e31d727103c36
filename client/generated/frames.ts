// Written by the build from the server's schemas (bin/client-types.ts).

/** Operations of Trader sockets. */
export interface TraderLiveOps {
  auth: { args: FrameSchemas['AuthArgs']; data: null }
  ping: { args: FrameSchemas['NoArgs']; data: FrameSchemas['ServerTimeView'] }
  logout: { args: FrameSchemas['NoArgs']; data: null }
  snapshot: { args: FrameSchemas['NoArgs']; data: { readonly account: { readonly login: number; readonly group: string; readonly currency: string; readonly leverage: number; readonly terms: FrameSchemas['AccountTermsView'] | null; readonly money: FrameSchemas['MoneyView'] }; readonly positions: FrameSchemas['PositionRowsView']; readonly orders: FrameSchemas['OpenOrderRowsView']; readonly seq: string; readonly projection_seq: string } }
  resume: { args: { readonly seq: string }; data: { readonly from: string; readonly to: string } }
  symbols: { args: FrameSchemas['NoArgs']; data: readonly FrameSchemas['TraderSymbolView'][] }
  subscribe: { args: { readonly symbols?: readonly string[] | undefined; readonly max_per_sec?: number | undefined; readonly valuation?: boolean | undefined; readonly news?: boolean | undefined }; data: null }
  unsubscribe: { args: { readonly symbols?: readonly string[] | undefined; readonly valuation?: boolean | undefined; readonly news?: boolean | undefined }; data: null }
  depth: { args: FrameSchemas['DepthArgs']; data: FrameSchemas['DepthView'] }
  candles: { args: FrameSchemas['CandlesArgs']; data: FrameSchemas['CandlesView'] }
  trade: { args: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined }; data: FrameSchemas['TradeAnswerView'] }
  check: { args: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined; readonly risk?: { readonly amount?: string | undefined; readonly percent?: string | undefined } | undefined }; data: FrameSchemas['TradeCheckView'] }
  outcome: { args: { readonly client_order_id: string }; data: FrameSchemas['OutcomeView'] }
}

/** Events of Trader sockets: their data. */
export interface TraderLiveEvents {
  quote: FrameSchemas['QuoteView']
  depth: FrameSchemas['DepthView']
  money: FrameSchemas['MoneyView']
  order: FrameSchemas['OrderToldView']
  position: FrameSchemas['PositionToldView']
  deal: FrameSchemas['DealToldView']
  correction: FrameSchemas['PositionToldView']
  restored_deal: FrameSchemas['DealToldView']
  restatement: { readonly login: number; readonly deal_id: number; readonly balance: string; readonly credit: string; readonly commission: string; readonly at: string }
  margin_call: FrameSchemas['StandingView']
  stop_out: FrameSchemas['StandingView']
  night: { readonly login: number; readonly date: string; readonly positions: number; readonly at: string }
  daily: { readonly login: number; readonly date: string; readonly balance: string; readonly credit: string; readonly swap: string; readonly equity: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly profit: string | null; readonly at: string }
  valuation: { readonly at: string; readonly part: number; readonly parts: number; readonly rows: readonly ({ readonly position_id: number; readonly swap: string; readonly price_current: string | null; readonly profit: string | null; readonly margin: string | null; readonly point_value: string | null })[] }
  news: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly headline: string })[] }
  mail: FrameSchemas['MailView']
  notification: FrameSchemas['NotificationView']
  symbol: FrameSchemas['TraderSymbolView']
  config_changed: FrameSchemas['SettingChangedView']
  session_closed: FrameSchemas['ClosedSessionView']
}

/** Those of them that carry the account's seq. */
export type TraderCounted =
  | 'order'
  | 'position'
  | 'deal'
  | 'correction'
  | 'restored_deal'
  | 'restatement'
  | 'margin_call'
  | 'stop_out'
  | 'night'
  | 'daily'

/** Operations of Staff sockets. */
export interface StaffLiveOps {
  auth: { args: FrameSchemas['AuthArgs']; data: null }
  ping: { args: FrameSchemas['NoArgs']; data: FrameSchemas['ServerTimeView'] }
  logout: { args: FrameSchemas['NoArgs']; data: null }
  watch: { args: FrameSchemas['WatchArgs']; data: { readonly logins: number; readonly groups: readonly string[]; readonly left: readonly number[]; readonly projection_seq: string } }
  unwatch: { args: FrameSchemas['WatchArgs']; data: { readonly logins: number; readonly groups: readonly string[]; readonly left: readonly number[]; readonly projection_seq: string } }
  watch_config: { args: FrameSchemas['NoArgs']; data: { readonly version: number } }
  unwatch_config: { args: FrameSchemas['NoArgs']; data: null }
  watch_journal: { args: FrameSchemas['NoArgs']; data: null }
  unwatch_journal: { args: FrameSchemas['NoArgs']; data: null }
  watch_news: { args: FrameSchemas['NoArgs']; data: null }
  unwatch_news: { args: FrameSchemas['NoArgs']; data: null }
  watch_online: { args: FrameSchemas['NoArgs']; data: FrameSchemas['ServerTimeView'] }
  unwatch_online: { args: FrameSchemas['NoArgs']; data: null }
  watch_exposure: { args: FrameSchemas['ExposureArgs']; data: null }
  unwatch_exposure: { args: FrameSchemas['UnwatchExposureArgs']; data: null }
  symbols: { args: FrameSchemas['StaffSymbolsArgs']; data: readonly FrameSchemas['TraderSymbolView'][] }
  candles: { args: FrameSchemas['StaffCandlesArgs']; data: FrameSchemas['CandlesView'] }
  subscribe: { args: FrameSchemas['StaffSubscribeArgs']; data: null }
  unsubscribe: { args: FrameSchemas['StaffUnsubscribeArgs']; data: null }
  depth: { args: FrameSchemas['StaffDepthArgs']; data: FrameSchemas['DepthView'] }
  'dealing.take': { args: FrameSchemas['DealingTakeArgs']; data: null }
  'dealing.confirm': { args: FrameSchemas['DealingPriceArgs']; data: null }
  'dealing.reject': { args: FrameSchemas['DealingTextArgs']; data: null }
  'dealing.requote': { args: FrameSchemas['DealingPriceArgs']; data: null }
  'dealing.return': { args: FrameSchemas['DealingTakeArgs']; data: null }
}

/** Events of Staff sockets: their data. */
export interface StaffLiveEvents {
  account_money: { readonly login: number; readonly money: FrameSchemas['MoneyView'] }
  order: FrameSchemas['OrderToldView']
  position: FrameSchemas['PositionToldView']
  deal: FrameSchemas['DealToldView']
  margin_call: FrameSchemas['WatchedStandingView']
  stop_out: FrameSchemas['WatchedStandingView']
  unwatched: { readonly logins?: readonly number[] | undefined; readonly groups?: readonly string[] | undefined; readonly events?: readonly string[] | undefined; readonly exposures?: readonly ({ readonly group: string; readonly by: string })[] | undefined; readonly code?: string | undefined }
  unsubscribed: { readonly symbols: readonly string[] }
  quote: FrameSchemas['QuoteView']
  depth: FrameSchemas['DepthView']
  exposure: { readonly group: string; readonly by: string; readonly at: string; readonly part: number; readonly parts: number; readonly rows: readonly ({ readonly key: string; readonly currency: string; readonly buy: string | null; readonly sell: string | null; readonly net: string | null; readonly covered: string | null; readonly profit: string | null; readonly accounts: number })[] }
  'dealing.request': { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly request: Readonly<Record<string, unknown>>; readonly bid: string | null; readonly ask: string | null; readonly taken_by: number | null; readonly expires_at: string }
  'dealing.gone': { readonly id: number; readonly outcome: string }
  config_changed: FrameSchemas['SettingChangedView']
  config_progress: { readonly request_id: string; readonly done: number; readonly refused: number; readonly total: number; readonly finished: boolean }
  journal: { readonly id: number; readonly at: string; readonly actor: number | null; readonly login: number | null; readonly kind: string; readonly text: string; readonly changes: readonly ({ readonly field: string; readonly from: unknown; readonly to: unknown })[]; readonly ip: string; readonly request_id: string; readonly hash: string | null }
  news: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly headline: string; readonly feed_id: number; readonly received_at: string })[] }
  online: { readonly items: readonly ({ readonly equity: string; readonly group: string; readonly ip: string; readonly last_name: string | null; readonly login: number; readonly name: string | null; readonly os: string; readonly read_only: boolean; readonly session: string; readonly since: string; readonly sockets: number; readonly staff: boolean; readonly online: boolean })[]; readonly behind: boolean }
  mail: FrameSchemas['MailView']
  mail_delivery: { readonly id: number; readonly delivered: number; readonly total: number }
  notification: FrameSchemas['NotificationView']
  job: FrameSchemas['JobView']
  report_job: { readonly id: number; readonly state: string; readonly rows: number; readonly total: number | null; readonly attempts: number; readonly error: string | null; readonly finished_at: string | null }
  session_closed: FrameSchemas['ClosedSessionView']
}

/** Those of them that carry the account's seq. */
export type StaffCounted =
  | 'order'
  | 'position'
  | 'deal'
  | 'margin_call'
  | 'stop_out'

/** Shapes that frames have. */
export interface FrameSchemas {
  AccountTermsView: { readonly currency: string; readonly currency_digits: number; readonly margin_mode: 'hedging' | 'netting'; readonly leverage: number; readonly margin_call_level: string; readonly stop_out_level: string; readonly stop_out_mode: 'percent' | 'money'; readonly free_margin_mode: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only'; readonly negative_balance_protection: boolean; readonly limit_orders: number; readonly limit_positions: number; readonly trade_enabled: boolean; readonly company: string; readonly deposit_url: string; readonly withdraw_url: string }
  AuthArgs: { readonly access_token: string }
  CandlesArgs: { readonly symbol: string; readonly timeframe: 'M1' | 'M5' | 'M15' | 'M30' | 'H1' | 'H4' | 'D1' | 'W1' | 'MN'; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined }
  CandlesView: { readonly symbol: string; readonly timeframe: 'M1' | 'M5' | 'M15' | 'M30' | 'H1' | 'H4' | 'D1' | 'W1' | 'MN'; readonly digits: number; readonly items: readonly ({ readonly at: string; readonly open: string; readonly high: string; readonly low: string; readonly close: string; readonly ask_high: string; readonly ask_low: string; readonly ticks: number; readonly complete: boolean })[] }
  ClosedSessionView: { readonly reason: string }
  DealToldView: { readonly id: number; readonly login: number; readonly group: string; readonly entry: 'in' | 'out' | 'inout' | 'out_by' | 'balance'; readonly action: 'buy' | 'sell' | 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly profit: string; readonly swap: string; readonly commission: string; readonly fee: string; readonly credit: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly at: string; readonly seq: string; readonly symbol?: string | undefined; readonly digits?: number | undefined; readonly contract_size?: string | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_id?: number | undefined; readonly position_id?: number | undefined; readonly dealer?: number | undefined; readonly client_order_id?: string | undefined; readonly comment?: string | undefined }
  DealingPriceArgs: { readonly id: number; readonly price?: string | undefined }
  DealingTakeArgs: { readonly id: number }
  DealingTextArgs: { readonly id: number; readonly text?: string | undefined }
  DepthArgs: { readonly symbol: string; readonly subscribe?: boolean | undefined }
  DepthView: { readonly symbol: string; readonly bids: readonly ({ readonly price: string; readonly volume: string | null })[]; readonly asks: readonly ({ readonly price: string; readonly volume: string | null })[]; readonly at: string | null }
  ExposureArgs: { readonly group: string; readonly by: 'symbol' | 'currency' }
  JobView: { readonly id: number; readonly owner: number; readonly kind: 'accounts.export' | 'accounts.import' | 'log.archive'; readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'; readonly done: number; readonly total: number | null; readonly error: string; readonly created_at: string; readonly started_at: string | null; readonly finished_at: string | null }
  MailView: { readonly id: number; readonly message_id: string; readonly folder: 'inbox' | 'sent' | 'draft'; readonly thread_id: number; readonly from: number; readonly from_name: string; readonly recipients: string; readonly subject: string; readonly body: string; readonly read: boolean; readonly created_at: string; readonly attachments: readonly ({ readonly id: number; readonly name: string; readonly size: number })[]; readonly draft: { readonly email: boolean; readonly reply_to: number; readonly to: number; readonly to_group: string; readonly to_logins: readonly number[]; readonly version: number } | null }
  MoneyView: { readonly balance: string; readonly credit: string; readonly equity: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly margin_level: string | null; readonly profit: string | null; readonly swap: string; readonly commission: string; readonly seq: string; readonly at: string }
  NoArgs: Readonly<Record<string, never>>
  NotificationView: { readonly id: number; readonly login: number; readonly sender: string; readonly company: string; readonly message: string; readonly created_at: string }
  OpenOrderRowsView: readonly FrameSchemas['OpenOrderView'][]
  OpenOrderView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at: string | null; readonly price: string | null; readonly position_id: number | null; readonly trigger_price: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly deviation_pts: number | null; readonly filling: 'fok' | 'ioc' | 'return' | null; readonly expires_at: string | null; readonly by_position_id: number | null; readonly oco_order_id: number | null; readonly activated_at: string | null; readonly dealer: number | null; readonly external_id: string | null; readonly client_order_id: string | null; readonly session: string | null; readonly comment: string | null; readonly price_current: string | null }
  OpenPositionView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly side: 'buy' | 'sell'; readonly volume: string; readonly price_open: string; readonly swap: string; readonly opened_at: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly version: number; readonly price_close: string | null; readonly closed_at: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly dealer: number | null; readonly external_id: string | null; readonly comment: string | null; readonly price_current: string | null; readonly profit: string | null; readonly margin: string | null; readonly point_value: string | null }
  OrderToldView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at?: string | undefined; readonly price?: string | undefined; readonly position_id?: number | undefined; readonly trigger_price?: string | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly deviation_pts?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expires_at?: string | undefined; readonly by_position_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly activated_at?: string | undefined; readonly dealer?: number | undefined; readonly external_id?: string | undefined; readonly client_order_id?: string | undefined; readonly session?: string | undefined; readonly comment?: string | undefined }
  OutcomeView: { readonly order_id: number | null; readonly deal_id: number | null; readonly position_id: number | null; readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly seq: string; readonly projection_seq: string; readonly client_order_id: string | null; readonly order: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at: string | null; readonly price: string | null; readonly position_id: number | null; readonly trigger_price: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly deviation_pts: number | null; readonly filling: 'fok' | 'ioc' | 'return' | null; readonly expires_at: string | null; readonly by_position_id: number | null; readonly oco_order_id: number | null; readonly activated_at: string | null; readonly dealer: number | null; readonly external_id: string | null; readonly client_order_id: string | null; readonly session: string | null; readonly comment: string | null } | null }
  PositionRowsView: readonly FrameSchemas['OpenPositionView'][]
  PositionToldView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly side: 'buy' | 'sell'; readonly volume: string; readonly price_open: string; readonly swap: string; readonly opened_at: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly version: number; readonly price_close?: string | undefined; readonly closed_at?: string | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly dealer?: number | undefined; readonly external_id?: string | undefined; readonly comment?: string | undefined }
  QuoteView: { readonly s: string; readonly b: string; readonly a: string; readonly t: string; readonly o?: string | null | undefined; readonly h?: string | null | undefined; readonly l?: string | null | undefined; readonly c?: string | null | undefined }
  ServerTimeView: { readonly at: string }
  SettingChangedView: { readonly kind: string; readonly id: number; readonly version: number }
  StaffCandlesArgs: { readonly symbol: string; readonly timeframe: 'M1' | 'M5' | 'M15' | 'M30' | 'H1' | 'H4' | 'D1' | 'W1' | 'MN'; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined; readonly group: string }
  StaffDepthArgs: { readonly symbol: string; readonly subscribe?: boolean | undefined; readonly group: string }
  StaffSubscribeArgs: { readonly group: string; readonly symbols: readonly string[]; readonly max_per_sec?: number | undefined }
  StaffSymbolsArgs: { readonly group: string }
  StaffUnsubscribeArgs: { readonly symbols: readonly string[] }
  StandingView: { readonly level: string | null; readonly equity: string; readonly margin: string; readonly entered: boolean; readonly order_id: number | null; readonly position_id: number | null; readonly at: string }
  TradeAnswerView: { readonly order_id: number | null; readonly deal_id: number | null; readonly position_id: number | null; readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly seq: string; readonly projection_seq: string }
  TradeCheckView: { readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly order_margin: string | null; readonly fee: string | null; readonly volume_after: string | null; readonly side_after: 'buy' | 'sell' | null; readonly price_after: string | null; readonly swap_night: string | null; readonly point_value: string | null; readonly loss_at_stop: string | null; readonly profit_at_target: string | null }
  TraderSymbolView: { readonly name: string; readonly id: number; readonly path: string; readonly description: string; readonly digits: number; readonly base_currency: string; readonly profit_currency: string; readonly margin_currency: string; readonly contract_size: string; readonly calc_mode: string; readonly tick_size: string; readonly tick_value: string; readonly spread_pts: number; readonly freeze_level_pts: number; readonly filling: readonly string[]; readonly expiration: readonly string[]; readonly order_kinds: readonly string[]; readonly trade_access: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full'; readonly execution: 'request' | 'instant' | 'market' | 'exchange'; readonly stops_level_pts: number; readonly volume_min: string; readonly volume_max: string; readonly volume_step: string; readonly volume_limit: string; readonly margin_initial: string; readonly margin_maintenance: string; readonly margin_hedged: string; readonly margin_rates: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[]; readonly swap_mode: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open'; readonly swap_long: string; readonly swap_short: string; readonly swap_days: readonly number[]; readonly swap_year_days: number; readonly sessions: readonly ({ readonly day: number; readonly kind: string; readonly from_min: number; readonly to_min: number })[]; readonly quote_max_age_sec: number; readonly trading_opens_at: string | null; readonly trading_closes_at: string | null; readonly position: number; readonly version: number }
  UnwatchExposureArgs: { readonly group?: string | undefined; readonly by?: 'symbol' | 'currency' | undefined }
  WatchArgs: { readonly logins?: readonly number[] | undefined; readonly group?: string | undefined }
  WatchedStandingView: { readonly login: number; readonly level: string | null; readonly equity: string; readonly margin: string; readonly entered: boolean; readonly order_id: number | null; readonly position_id: number | null; readonly at: string }
}
