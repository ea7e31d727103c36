import { isRefusal } from '../../code.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { OrderEvent, OrderState } from '../event.js'
import type { DeleteRequest } from '../request.js'
import { checkOrderFrozen } from '../rules/freeze.js'
import { routed } from '../rules/route.js'
import { usableQuote } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { restingOrder } from './change.js'

/** Takes back an order that rests. The other order of its pair stays. */
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
  return [ended(order, 'cancelled', context.now)]
}

/** The order as it goes into the history without having filled, or the rest of it. */
export function ended(
  order: OrderEvent,
  state: OrderState & ('cancelled' | 'rejected' | 'expired'),
  at: number,
): OrderEvent {
  return { ...order, state, doneAt: at, version: order.version + 1 }
}

/** The other order of a pair goes when one has filled. */
export function cancelledPair(account: Account, order: OrderEvent, at: number): OrderEvent[] {
  const other = account.orders.get(order.ocoOrderId)
  return other === undefined || other.state === 'started' ? [] : [ended(other, 'cancelled', at)]
}
