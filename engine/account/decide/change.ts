import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal, refuseWith } from '../../code.js'
import { because, say } from '../../reasons/reasons.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { OrderEvent, PendingOrderKind } from '../event.js'
import { reserveOf } from '../holdings/hold-order.js'
import { withoutPending } from '../holdings/pending-legs.js'
import { marginAfterPlacing } from '../money/margin.js'
import { checkWorth } from '../money/money-bounds.js'
import type { ChangeRequest } from '../request.js'
import { checkProviderThere } from '../rules/at-provider/gateway-choice.js'
import { hasOpenFills } from '../rules/at-provider/held-fills.js'
import {
  changeRequested,
  isOwnChange,
  restsAtProvider,
} from '../rules/at-provider/resting-order.js'
import { requestedTerm } from '../rules/expiring.js'
import { checkCovered } from '../rules/fill.js'
import { checkOrderFrozen } from '../rules/freeze.js'
import { checkMadeFrom } from '../rules/made-from.js'
import { tradingGroup } from '../rules/may-trade.js'
import { checkNettedAccess, nettedBy } from '../rules/netting.js'
import { checkLevels, requestedLevels } from '../rules/pending-price.js'
import { checkStops, NO_STOPS, requestedStops } from '../rules/protection.js'
import { fieldNumbers } from '../rules/refused-numbers.js'
import { routed } from '../rules/route.js'
import { isSameOrder } from '../rules/same-trade.js'
import { checkHours, heldSymbol, quoteOf } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { noOrder } from './place.js'

/** A pending order, and its symbol with the settings of the account's group. */
export interface RestingOrder {
  readonly group: GroupSpec
  readonly order: OrderEvent & { readonly kind: PendingOrderKind }
  readonly symbol: SymbolSpec
}

export function restingOrder(
  context: DecisionContext,
  account: Account,
  id: number,
): RestingOrder | Refusal {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  const order = account.orders.get(id)
  if (order === undefined) return noOrder(id)
  const { kind } = order
  if (kind === 'market' || order.state === 'started') {
    return because(hasOpenFills(order) ? 'trade.busy.held_fill' : 'trade.busy.order', { id })
  }
  return { group, order: { ...order, kind }, symbol: heldSymbol(context, group, order.symbolId) }
}

/**
 * Modifies a pending order: its prices, stops and expiration. Omitted values stay unchanged. The
 * checks run in this order, and the first that fails gives the code: account, order, access, hours,
 * quote, freeze level, price, stops, expiration, routing, money, worth. A request that changes
 * nothing needs neither a dealer nor money.
 */
export function decideChange(
  context: DecisionContext,
  account: Account,
  request: ChangeRequest,
): Decision {
  const found = restingOrder(context, account, request.orderId)
  if (isRefusal(found)) return found
  const { group, order, symbol } = found
  const { book, prices, now } = context
  const { side, volumeCurrent: volume, kind: orderKind } = order
  const netted = nettedBy(account, group, symbol.id, side, volume)
  const closed = checkNettedAccess(symbol, side, netted) ?? checkHours(context, symbol)
  if (closed !== undefined) return closed
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const frozen = checkOrderFrozen(symbol, order, quote, request)
  if (frozen !== undefined) return frozen
  if (request.triggerPrice !== '' && orderKind !== 'stop_limit') {
    return refuseWith(
      fieldNumbers('trigger_price'),
      'trade.invalid_price',
      say('trade.invalid_price.trigger'),
    )
  }
  const levels = requestedLevels(symbol, request, order)
  if (isRefusal(levels)) return levels
  const stops = requestedStops(symbol, request, order)
  if (isRefusal(stops)) return stops
  const isMoved = levels.price !== order.price || levels.triggerPrice !== order.triggerPrice
  const wrong =
    checkMadeFrom(symbol, request, order, { ...levels, ...stops }) ??
    (isMoved ? checkLevels(symbol, side, orderKind, levels, quote) : undefined) ??
    checkStops(symbol, side, levels.price, stops, isMoved ? undefined : order)
  if (wrong !== undefined) return wrong
  const term = requestedTerm(book, symbol, request, now, order)
  if (isRefusal(term)) return term
  const { kind, comment } = request
  const asked: OrderEvent = {
    ...order,
    ...levels,
    ...stops,
    ...term,
    comment: comment === '' ? order.comment : comment,
    version: order.version + 1,
    clientOrderId: request.source?.clientOrderId || order.clientOrderId,
  }
  if (isSameOrder(order, asked)) return [asked]
  const question = { kind, orderKind, side, volume, deviationPts: 0, comment }
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  const changed = route.clearsStops ? { ...asked, ...NO_STOPS } : asked
  const held = account.pending.get(symbol.id) ?? []
  const others = withoutPending(held, reserveOf(order))
  const pending = new Map(account.pending).set(symbol.id, others)
  const margin = marginAfterPlacing(
    { ...account, pending },
    book,
    group,
    prices,
    symbol.id,
    reserveOf(changed),
  )
  const refusal =
    checkCovered(context, account, group, margin) ??
    (isMoved ? checkWorth(context, account, group, symbol, volume, levels.price) : undefined)
  return refusal ?? changedWhere(context, order, changed)
}

/**
 * An order at a provider is modified there first. Its stops exist only on this server, so they
 * change at once.
 */
function changedWhere(context: DecisionContext, order: OrderEvent, changed: OrderEvent): Decision {
  if (!restsAtProvider(order) || isOwnChange(order, changed)) return [changed]
  return checkProviderThere(context, order) ?? [changeRequested(order, changed)]
}
