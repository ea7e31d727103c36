import t from 'tap'
import type { TradeKind, TradeRequest } from '../../../engine/account/request.js'
import { parseTrade, TRADE_KINDS, type TradeAsker } from '../../../wire/trade/trade-request.js'

const HOLDER: TradeAsker = { reason: 'client', dealer: 0 }
const DEALER: TradeAsker = { reason: 'dealer', dealer: 7 }

/** Every field that a kind takes is given. */
const BODIES: Readonly<Record<TradeKind, Record<string, unknown>>> = {
  open: {
    symbol: 'EURUSD',
    side: 'buy',
    volume: '0.01',
    price: '1.10000',
    deviation_pts: 3,
    stop_loss: '1.00000',
    take_profit: '1.20000',
    trailing_pts: 0,
    filling: 'fok',
    quote_id: 'q-1',
  },
  close: {
    position_id: 9_000_000_001,
    volume: '1',
    price: '1.1',
    deviation_pts: 0,
    filling: 'ioc',
    quote_id: 'q',
  },
  close_by: { position_id: 5, by_position_id: 6 },
  place: {
    symbol: 'EURUSD',
    side: 'sell',
    order_kind: 'stop_limit',
    volume: '2.5',
    price: '1.1',
    trigger_price: '1.2',
    stop_loss: '1.3',
    take_profit: '1',
    trailing_pts: 20,
    filling: 'return',
    expiration: 'specified',
    expires_at: '2026-03-04T10:00:00.000Z',
    oco_order_id: 12,
  },
  change: {
    order_id: 7,
    price: '1.1',
    trigger_price: '1.2',
    stop_loss: '1.3',
    take_profit: '1',
    trailing_pts: 20,
    expiration: 'day',
    expires_at: '2026-03-04T10:00:00.000Z',
  },
  delete: { order_id: 7 },
  stops: { position_id: 5, stop_loss: '1', take_profit: '2', trailing_pts: 3 },
}

function parsed(kind: TradeKind, by = HOLDER, changes: Record<string, unknown> = {}) {
  const body = { kind, ...BODIES[kind], comment: 'grid 7', client_order_id: 'a-1', ...changes }
  const trade = parseTrade(body, 0, by)
  if (!trade.ok) throw new Error(trade.message)
  return trade
}

/** FNV-1a over the fields as they stand in the request, one after the other. */
function plainDigest(request: TradeRequest): number {
  let hash = 0x811c9dc5
  const mix = (unit: number): void => {
    hash = Math.imul(hash ^ unit, 0x01000193)
  }
  for (const [name, value] of Object.entries(request)) {
    if (name === 'reason' || name === 'dealer' || name === 'source') continue
    if (typeof value === 'number') {
      mix(value >>> 0)
      mix(Math.floor(value / 0x1_0000_0000))
    } else for (const unit of value ?? '-') mix(unit.charCodeAt(0))
    mix(0x1f)
  }
  return hash >>> 0
}

t.test('a digest is over every field of the request, but not over who asks', (t) => {
  for (const kind of TRADE_KINDS) {
    const { request, digest } = parsed(kind)
    t.equal(digest, plainDigest(request), kind)
    t.equal(parsed(kind, DEALER).digest, digest, `${kind} by a dealer`)
    for (const name of [...Object.keys(BODIES[kind]), 'comment']) {
      // Another kind of order takes other fields.
      if (name === 'order_kind') continue
      const other = otherThan(name, BODIES[kind][name])
      t.not(parsed(kind, HOLDER, { [name]: other }).digest, digest, `${kind} with other ${name}`)
    }
  }
  t.end()
})

function otherThan(name: string, value: unknown): unknown {
  switch (name) {
    case 'side':
      return value === 'buy' ? 'sell' : 'buy'
    case 'filling':
      return value === 'fok' ? 'ioc' : 'fok'
    case 'expiration':
      return value === 'day' ? 'gtc' : 'day'
    case 'expires_at':
      return '2026-03-04T10:00:00.001Z'
    default:
      return typeof value === 'number' ? value + 1 : '3'
  }
}

// The log keeps digests for days: a repeat of then must be known now.
t.test('the digests of these requests are these', (t) => {
  t.same(
    TRADE_KINDS.map((kind) => parsed(kind).digest),
    [3370831423, 1314067793, 2170634235, 701143272, 1549935519, 1664098825, 3943312754],
  )
  t.end()
})
