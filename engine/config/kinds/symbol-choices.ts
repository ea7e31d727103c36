/** The allowed values of a symbol's fields, in the order of stored lists. */
export const CALC_MODES = [
  'forex',
  'forex_no_leverage',
  'cfd',
  'cfd_leverage',
  'cfd_index',
  'futures',
] as const
export const EXECUTIONS = ['request', 'instant', 'market', 'exchange'] as const
export const FILLINGS = ['fok', 'ioc', 'return'] as const
export const EXPIRATIONS = ['gtc', 'day', 'specified', 'specified_day'] as const
export const SYMBOL_ORDER_KINDS = ['market', 'limit', 'stop', 'stop_limit'] as const
export const TRADE_ACCESSES = ['disabled', 'close_only', 'long_only', 'short_only', 'full'] as const
export const MARGIN_RATE_KINDS = [
  'buy',
  'sell',
  'buy_limit',
  'sell_limit',
  'buy_stop',
  'sell_stop',
  'buy_stop_limit',
  'sell_stop_limit',
] as const
export const SWAP_MODES = [
  'disabled',
  'points',
  'base_currency',
  'margin_currency',
  'deposit_currency',
  'interest_current',
  'interest_open',
] as const
export const SESSION_KINDS = ['quote', 'trade'] as const
