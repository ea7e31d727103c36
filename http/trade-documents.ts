import type { Code } from '../engine/code.js'

/** What every route that trades tells in its documents. */

/** Codes that a trade request can be refused with, beside the common ones. */
export const TRADE_REFUSALS: readonly Code[] = [
  'not_found',
  'conflict',
  'trade.requote',
  'trade.price_changed',
  'trade.rejected',
  'trade.off_quotes',
  'trade.market_closed',
  'trade.no_money',
  'trade.invalid_volume',
  'trade.invalid_price',
  'trade.invalid_stops',
  'trade.invalid_expiration',
  'trade.invalid_filling',
  'trade.symbol_unknown',
  'trade.close_only',
  'trade.long_only',
  'trade.short_only',
  'trade.limit_orders',
  'trade.limit_positions',
  'trade.limit_volume',
  'trade.frozen',
  'trade.position_unknown',
  'trade.order_unknown',
  'trade.busy',
  'trade.no_connection',
  'trade.disabled',
  'trade.timeout',
  'unavailable',
]

export const TRADE_EXAMPLE = {
  params: { login: '1001' },
  body: {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    client_order_id: 'a-1',
  },
}
