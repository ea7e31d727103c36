import type { Code, SuccessCode } from '../../../engine/code.js'

/** Parts of the API documents that all trading routes share. */

/** Codes that a trade request can be refused with, besides the common ones. */
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
  'trade.expired',
  'trade.disabled',
  'trade.timeout',
  'unavailable',
]

export const TRADE_SUCCESSES: readonly SuccessCode[] = [
  'ok',
  'trade.placed',
  'trade.partial',
  'trade.pending',
]

/** An example body for each kind of trade request. */
const BODIES = {
  open: {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    client_order_id: 'a-1',
  },
  open_within_deviation: {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    price: '1.17010',
    deviation_pts: 10,
    stop_loss: '1.16500',
    take_profit: '1.18000',
  },
  take_requote: {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.10',
    quote_id: 'mjrw2k0g-1',
  },
  close: { kind: 'close', position_id: 4000001, client_order_id: 'a-2' },
  close_part: { kind: 'close', position_id: 4000001, volume: '0.04' },
  close_by: { kind: 'close_by', position_id: 4000001, by_position_id: 4000002 },
  place_limit_with_stops: {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'limit',
    volume: '0.10',
    price: '1.16500',
    stop_loss: '1.16000',
    take_profit: '1.17500',
    client_order_id: 'a-3',
  },
  place_stop_until: {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'sell',
    order_kind: 'stop',
    volume: '0.10',
    price: '1.16000',
    trailing_pts: 200,
    expiration: 'specified',
    expires_at: '2099-01-31T17:00:00Z',
  },
  place_stop_limit: {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'stop_limit',
    volume: '0.10',
    trigger_price: '1.18000',
    price: '1.17800',
  },
  place_second_of_a_pair: {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'stop',
    volume: '0.10',
    price: '1.18000',
    oco_order_id: 4000003,
  },
  change: { kind: 'change', order_id: 4000003, price: '1.16400', expiration: 'day' },
  delete: { kind: 'delete', order_id: 4000003 },
  stops: { kind: 'stops', position_id: 4000001, stop_loss: '1.16800', take_profit: '0' },
  stops_unless_moved: {
    kind: 'stops',
    position_id: 4000001,
    stop_loss: '1.16800',
    stop_loss_was: '1.16500',
  },
}

export const TRADE_EXAMPLE = {
  params: { login: '1001' },
  body: BODIES.open,
  bodies: BODIES,
}

/** The description of a check, which is shared by its routes. */
export const CHECK_DESCRIPTION =
  'Calculates the result of a trade request at the current market. Changes nothing. A pending ' +
  'order counts as filled at its price. On a hedging account the figures are those of the order, ' +
  'on a netting account those of the whole position of the symbol.\n\n' +
  'To compute the volume from a risk, send `risk` instead of `volume`, for `open` or `place` ' +
  'with a stop loss. `volume` in the answer is then the largest volume whose loss at the stop ' +
  'loss is within the risk.'

export const CHECK_EXAMPLE = {
  ...TRADE_EXAMPLE,
  bodies: {
    ...BODIES,
    volume_by_risk: {
      kind: 'open',
      symbol: 'EURUSD',
      side: 'buy',
      stop_loss: '1.16500',
      risk: { percent: '1' },
    },
  },
}
