import { isRefusal } from '../../code.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { OrderEvent, OrderState, Reason } from '../event.js'
import type { DeleteRequest } from '../request.js'
import { checkProviderThere } from '../rules/at-provider/gateway-choice.js'
import { hasOpenFills } from '../rules/at-provider/held-fills.js'
import {
  cancelRequested,
  type Going,
  isGatewayOff,
  restsAtProvider,
} from '../rules/at-provider/resting-order.js'
import { checkOrderFrozen } from '../rules/freeze.js'
import { routed } from '../rules/route.js'
import { usableQuote } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { restingOrder } from './change.js'

/**
 * Cancels a pending order. The other order of its pair stays. For an order at a provider the cancel
 * is requested there; while the provider cannot be reached, the order stays.
 */
export function decideDelete(
  context: DecisionContext,
  account: Account,
  request: DeleteRequest,
): Decision {
  const found = restingOrder(context, account, request.orderId)
  if (isRefusal(found)) return found
  const { order, symbol } = found
  const quote = usableQuote(context, symbol.id)
  const frozen = quote === undefined ? undefined : checkOrderFrozen(symbol, order, quote, request)
  if (frozen !== undefined) return frozen
  const { side, volumeCurrent: volume, kind: orderKind } = order
  const { kind, comment } = request
  const question = { kind, orderKind, side, volume, deviationPts: 0, comment }
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  if (restsAtProvider(order) && !isGatewayOff(context.book, order.gatewayId)) {
    const away = checkProviderThere(context, order)
    if (away !== undefined) return away
  }
  return leaving(context, order, 'cancel')
}

/** The final state and reason of an order, by the cause of its end. */
const ENDS: Readonly<Record<Going, { readonly state: 'cancelled' | 'expired'; reason?: Reason }>> =
  {
    cancel: { state: 'cancelled' },
    stop_out: { state: 'cancelled', reason: 'stop_out' },
    expiration: { state: 'expired', reason: 'expiration' },
  }

export function lastRow(order: OrderEvent, why: Going, at: number): OrderEvent {
  const { state, reason = order.reason } = ENDS[why]
  return { ...endedOrder(order, state, at), reason, asked: '' }
}

/**
 * The row that ends the order, or that requests its cancel if it is at a provider. None if the
 * cancel was requested before, or while staff decide about a held fill.
 */
export function leaving(
  { book, now }: Pick<DecisionContext, 'book' | 'now'>,
  order: OrderEvent,
  why: Going,
): OrderEvent[] {
  const isHere = !restsAtProvider(order) || isGatewayOff(book, order.gatewayId)
  if (isHere) return hasOpenFills(order) ? [] : [lastRow(order, why, now)]
  const asked = cancelRequested(order, why)
  return asked === undefined ? [] : [asked]
}

/** The final order row of an order that did not fill, or of its unfilled rest. */
export function endedOrder(
  order: OrderEvent,
  state: OrderState & ('cancelled' | 'rejected' | 'expired'),
  at: number,
): OrderEvent {
  return { ...order, state, doneAt: at, version: order.version + 1 }
}

/** Cancels the other order of a pair after one has filled. */
export function cancelledPair(
  context: Pick<DecisionContext, 'book' | 'now'>,
  account: Account,
  order: OrderEvent,
): OrderEvent[] {
  const other = account.orders.get(order.ocoOrderId)
  if (other === undefined || (other.state === 'started' && !restsAtProvider(other))) return []
  return leaving(context, other, 'cancel')
}
