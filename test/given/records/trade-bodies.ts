import type { Prng } from '../../../engine/numbers/prng.js'
import { one } from '../mutants.js'

/** A buy limit of EURUSD, below the market. */
export const LIMIT_ORDER = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 'buy',
  order_kind: 'limit',
  volume: '0.10',
  price: '1.16000',
} as const

/** A trade request of every kind and every sort of order, as clients send them. */
export const TRADE_BODIES: readonly Readonly<Record<string, unknown>>[] = [
  { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' },
  { kind: 'open', symbol: 'GBPUSD', side: 'sell', volume: '0.02', stop_loss: '9.00000' },
  {
    kind: 'open',
    symbol: 'EURUSD',
    side: 'sell',
    volume: '0.01',
    filling: 'ioc',
    price: '1.17000',
    deviation_pts: 100_000,
    trailing_pts: 500,
    comment: 'grid',
  },
  { kind: 'close', position_id: 1 },
  { kind: 'close', position_id: 1, volume: '0.01', filling: 'fok' },
  { kind: 'close_by', position_id: 1, by_position_id: 2 },
  {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'limit',
    volume: '0.01',
    price: '0.50000',
    take_profit: '3.00000',
    expiration: 'day',
  },
  {
    kind: 'place',
    symbol: 'USDJPY',
    side: 'sell',
    order_kind: 'stop',
    volume: '0.03',
    price: '20.000',
    stop_loss: '300.000',
    oco_order_id: 1,
    filling: 'return',
  },
  {
    kind: 'place',
    symbol: 'EURUSD',
    side: 'buy',
    order_kind: 'stop_limit',
    volume: '0.02',
    price: '2.00000',
    trigger_price: '2.50000',
    expiration: 'specified',
    expires_at: '2099-01-01T00:00:00Z',
  },
  { kind: 'change', order_id: 1, price: '0.60000', stop_loss: '0.40000', expiration: 'gtc' },
  { kind: 'delete', order_id: 1 },
  { kind: 'stops', position_id: 1, stop_loss: '0.20000', take_profit: '0', trailing_pts: 300 },
]

const NAMED = ['order_id', 'position_id', 'by_position_id', 'oco_order_id']

/** One of them; the orders and positions that it names are some of these. */
export function anyTrade(prng: Prng, ids: readonly number[]): Record<string, unknown> {
  const body: Record<string, unknown> = { ...one(prng, TRADE_BODIES) }
  for (const name of NAMED) if (name in body) body[name] = one(prng, ids)
  return prng.below(4) === 0 ? { ...body, client_order_id: `k-${prng.below(1_000)}` } : body
}
