import type { TradeRequest } from '../../../engine/account/request.js'
import type { Refusal } from '../../../engine/code.js'
import { textFromScaled, volumeFromText } from '../../../engine/numbers/decimal.js'
import { NETTING, symbolIn } from '../book.js'
import { type AcceptedTrade, Floor } from '../floors/floor.js'
import { PLAIN_CHANGE, PLAIN_CLOSE, PLAIN_OPEN, PLAIN_PLACE, PLAIN_STOPS } from '../plain.js'

/** Requests of every kind at random, near enough to the market that a good part of them is accepted. */

type Int = (bound: number) => number

const SYMBOLS = ['EURUSD', 'USDJPY', 'EURGBP', 'XAUUSD'] as const
const KINDS = ['open', 'open', 'place', 'place', 'place', 'close'] as const
const MORE_KINDS = ['close_by', 'close_by', 'change', 'change', 'delete', 'stops'] as const
const ASKED = { comment: '', reason: 'client', dealer: 0 } as const

/**
 * Some symbols execute at offered prices, some have levels, one has hedged margin. Accounts that net are
 * charged commissions, of gold at day end.
 */
export function randomFloor(group: string): Floor {
  const tiers = [{ from: '0', to: '0', value: '3.5', min: '0', max: '0' }]
  const commissions = [
    { mask: 'XAUUSD', mode: 'per_lot', charge: 'daily', tiers },
    { mask: '*', mode: 'points', charge: 'per_deal', tiers },
  ] as const
  const floor = new Floor({
    symbols: {
      EURUSD: { margin_hedged: '50000', stops_level_pts: 5, freeze_level_pts: 3 },
      USDJPY: { execution: 'instant', volume_limit: '3' },
      EURGBP: { execution: 'request' },
      XAUUSD: { tick_size: '0.05', tick_value: '5' },
    },
    groups: { [NETTING]: { commissions } },
  })
  floor.balance('deposit', '20000')
  return floor.profile({ group, limit_orders: 12 })
}

/** One request, or a move of the market. Answers what came of a request. */
export function randomStep(floor: Floor, int: Int): [string, AcceptedTrade | Refusal] | undefined {
  floor.now += int(5000)
  const name = SYMBOLS[int(SYMBOLS.length)] ?? 'EURUSD'
  if (int(4) === 0) {
    move(floor, name, int)
    return undefined
  }
  const kinds = [...KINDS, ...MORE_KINDS]
  const kind = kinds[int(kinds.length)] ?? 'open'
  const request = requestOf(floor, kind, name, int)
  const first = floor.ask(request)
  if (first.ok || first.offer === undefined || !('quoteId' in request)) return [kind, first]
  return [kind, floor.ask({ ...request, quoteId: first.offer.quote_id })]
}

function move(floor: Floor, name: string, int: Int): void {
  const { id, digits } = symbolIn(floor.book, name)
  const quote = floor.prices.quote(id)
  if (quote === undefined) return
  const shift = (int(41) - 20) * 5
  const text = (points: number): string => textFromScaled(points, digits)
  floor.prices.set(name, text(quote.bid + shift), text(quote.ask + shift), floor.now)
}

function requestOf(floor: Floor, kind: TradeRequest['kind'], name: string, int: Int): TradeRequest {
  const positions = [...floor.account.positions.keys()]
  const orders = [...floor.account.orders.keys()]
  const positionId = positions[int(positions.length + 1)] ?? 7
  const orderId = orders[int(orders.length + 1)] ?? 7
  const side = int(2) === 0 ? 1 : -1
  const volume = volumeFromText(['0.01', '0.1', '0.5', '2', '0.015'][int(5)] ?? '1')
  const near = (): string => (int(3) === 0 ? '' : priceNear(floor, name, int))
  const stops = {
    stopLoss: near(),
    takeProfit: near(),
    trailingPts: int(3) === 0 ? int(40) : undefined,
  }
  switch (kind) {
    case 'open':
      return { ...PLAIN_OPEN, ...(int(2) === 0 ? stops : {}), kind, symbol: name, side, volume }
    case 'close':
      return { ...PLAIN_CLOSE, kind, positionId, volume: int(2) === 0 ? 0 : volume }
    case 'close_by':
      return { kind, positionId, byPositionId: positions[int(positions.length)] ?? 8, ...ASKED }
    case 'place': {
      const orderKind = (['limit', 'stop', 'stop_limit'] as const)[int(3)] ?? 'limit'
      const triggerPrice = orderKind === 'stop_limit' ? priceNear(floor, name, int) : ''
      const pair = int(4) === 0 ? orderId : 0
      return {
        ...PLAIN_PLACE,
        ...(int(2) === 0 ? stops : {}),
        kind,
        symbol: name,
        side,
        volume,
        orderKind,
        triggerPrice,
        price: priceNear(floor, name, int),
        ocoOrderId: pair,
        expiration: int(4) === 0 ? 'day' : '',
      }
    }
    case 'change':
      return { ...PLAIN_CHANGE, ...(int(2) === 0 ? stops : {}), kind, orderId, price: near() }
    case 'delete':
      return { kind, orderId, ...ASKED }
    case 'stops':
      return { ...PLAIN_STOPS, ...stops, kind, positionId }
  }
}

function priceNear(floor: Floor, name: string, int: Int): string {
  const { id, digits } = symbolIn(floor.book, name)
  const points = (floor.prices.quote(id)?.bid ?? 0) + (int(201) - 100) * 5
  return textFromScaled(points, digits)
}
