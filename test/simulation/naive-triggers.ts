import type { TapeTick } from '../../actors/shared/tick-tape.js'
import type { AccountEvent, OrderEvent, PositionEvent } from '../../engine/account/event.js'
import type { Quote } from '../../engine/book/prices.js'
import type { Code } from '../../engine/code.js'
import { type Scene, symbolAt } from './naive-account.js'
import { dealPrice, mayNotTrade, routeOf } from './naive-checks.js'
import { filledRows, nettedIn, noRoom, wrongNettedAccess } from './naive-fills.js'
import { endedRow } from './naive-pending.js'
import { decimalText } from './naive-ratio.js'
import { closedRows, NO_STOPS, nextRow, withOrder } from './naive-rows.js'

/** The outcome of a level that a tick has reached (docs/trade/orders.md); undefined is nothing for now. */

export function trailed(
  position: PositionEvent,
  { bid, ask }: TapeTick,
): AccountEvent[] | undefined {
  const { side, stopLoss, trailingPts } = position
  const follows = side === 1 ? bid - trailingPts : ask + trailingPts
  if (follows <= 0) return undefined
  const isBetter = stopLoss === 0 || (side === 1 ? follows > stopLoss : follows < stopLoss)
  return isBetter ? [nextRow(position, { stopLoss: follows })] : undefined
}

export function exited(
  scene: Scene,
  position: PositionEvent,
  what: 'sl' | 'tp' | 'stop_out',
  quote: Quote,
  noted = '',
): AccountEvent[] | undefined {
  const { symbolId, volume } = position
  const symbol = symbolAt(scene, symbolId)
  if (symbol.trade_access === 'disabled') return undefined
  const side = position.side === 1 ? -1 : 1
  const level = { sl: position.stopLoss, tp: position.takeProfit, stop_out: 0 }[what]
  const route = routeOf(scene, what, 'market')
  if (!isConfirmed(route?.action)) return undefined
  const isAtOwn = route?.action === 'confirm_request_price' && level !== 0
  const price = isAtOwn ? level : dealPrice(side, quote)
  const comment = noted || `[${what} ${decimalText(level, symbol.digits)}]`
  const decided = { ruleId: route?.ruleId, priceAsked: level }
  const fill = { symbolId, side, volume, price, quote, reason: what, comment, ...decided } as const
  return closedRows(scene, position, fill)
}

function isConfirmed(action: string | undefined): boolean {
  return action === 'confirm_market_price' || action === 'confirm_request_price'
}

/** Refusals that the next tick may not meet. */
const WAITS: readonly Code[] = ['trade.off_quotes', 'trade.no_connection', 'trade.requote']

export interface NaiveActivation {
  readonly events: readonly AccountEvent[]
  readonly isRejected: boolean
}

export function activated(
  scene: Scene,
  order: OrderEvent,
  quote: Quote,
): NaiveActivation | undefined {
  if (mayNotTrade(scene) !== undefined) return undefined
  const symbol = symbolAt(scene, order.symbolId)
  if (symbol.trade_access === 'disabled') return undefined
  const { now } = scene
  if (order.kind === 'stop_limit') {
    const limit: OrderEvent = {
      ...order,
      kind: 'limit',
      activatedAt: now,
      version: order.version + 1,
    }
    return { events: [limit], isRejected: false }
  }
  const rest = { ...scene, account: withOrder(scene.account, order.id, undefined) }
  const rows = filled(rest, order, quote)
  if (typeof rows !== 'string') {
    const other = rest.account.orders.get(order.ocoOrderId)
    const cancelled = other === undefined ? [] : [endedRow(other, 'cancelled', now)]
    return { events: [...rows, ...cancelled], isRejected: false }
  }
  if (WAITS.includes(rows)) return undefined
  return { events: [endedRow(order, 'rejected', now)], isRejected: true }
}

function filled(scene: Scene, order: OrderEvent, quote: Quote): AccountEvent[] | Code {
  const { symbolId, side, volumeCurrent: volume, reason, comment } = order
  const netted = nettedIn(scene, symbolId, side, volume)
  const wrong =
    wrongNettedAccess(scene, symbolId, side, netted) ?? noRoom(scene, symbolId, side, netted)
  if (wrong !== undefined) return wrong
  const route = routeOf(scene, 'activate', order.kind)
  if (route?.action === 'requote') return 'trade.requote'
  if (!isConfirmed(route?.action)) return 'trade.rejected'
  const isAtOwn = route?.action === 'confirm_request_price'
  const price = isAtOwn ? order.price : dealPrice(side, quote)
  const version = order.version + 1
  const done: OrderEvent = {
    ...order,
    state: 'filled',
    volumeCurrent: 0,
    doneAt: scene.now,
    version,
    ruleId: route?.ruleId ?? 0,
  }
  const stops = route?.clearsStops === true ? NO_STOPS : order
  const { ruleId } = route ?? {}
  const fill = { symbolId, side, volume, price, quote, reason, comment, ruleId } as const
  const rows = filledRows(scene, fill, stops, done)
  if (typeof rows === 'string') return rows
  const { clientOrderId } = order
  const told = { reason: 'activation', clientOrderId } as const
  return rows.map((row) => (row.type === 'deal' ? { ...row, ...told } : row))
}
