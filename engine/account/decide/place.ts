import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { isRefusal, type Refusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import { type OrderEvent, PLAIN_TERMS } from '../event.js'
import { reserveOf } from '../holdings/hold-order.js'
import { marginAfterPlacing } from '../money/margin.js'
import { checkWorth } from '../money/money-bounds.js'
import type { PlaceRequest } from '../request.js'
import { placedAtProvider } from '../rules/at-provider/resting-order.js'
import { requestedTerm } from '../rules/expiring.js'
import { checkCovered, openingRate } from '../rules/fill.js'
import { tradingGroup } from '../rules/may-trade.js'
import { checkNettedAccess, checkRoomToRest, nettedBy } from '../rules/netting.js'
import { checkLevels, requestedLevels } from '../rules/pending-price.js'
import { checkStops, NO_STOPS, requestedStops } from '../rules/protection.js'
import { routed } from '../rules/route.js'
import {
  checkFilling,
  checkHours,
  checkOrderKind,
  checkOrdersLimit,
  checkVolume,
  quoteOf,
  tradedSymbol,
} from '../rules/symbol-checks.js'
import type { Account } from '../state.js'

/**
 * Places a pending order. The checks run in this order, and the first that fails gives the code:
 * account, symbol, access, kind, volume, filling, limits, hours, quote, price, stops, expiration,
 * the other order of its pair, routing, money, worth.
 */
export function decidePlace(
  context: DecisionContext,
  account: Account,
  request: PlaceRequest,
): Decision {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  const symbol = tradedSymbol(context, group, request.symbol)
  if (isRefusal(symbol)) return symbol
  const { side, volume, orderKind } = request
  const netted = nettedBy(account, group, symbol.id, side, volume)
  const refusal =
    checkNettedAccess(symbol, side, netted) ??
    checkOrderKind(symbol, orderKind) ??
    checkVolume(symbol, volume) ??
    checkFilling(symbol, orderKind, request.filling) ??
    checkOrdersLimit(account, group) ??
    checkRoomToRest(account, symbol, side, volume, netted) ??
    checkHours(context, symbol)
  if (refusal !== undefined) return refusal
  return place(context, account, group, symbol, request)
}

function place(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  request: PlaceRequest,
): Decision {
  const { book, now } = context
  const { side, volume, orderKind, comment } = request
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const levels = requestedLevels(symbol, request)
  if (isRefusal(levels)) return levels
  const asked = requestedStops(symbol, request)
  if (isRefusal(asked)) return asked
  const wrong =
    checkLevels(symbol, side, orderKind, levels, quote) ??
    checkStops(symbol, side, levels.price, asked)
  if (wrong !== undefined) return wrong
  const term = requestedTerm(book, symbol, request, now)
  if (isRefusal(term)) return term
  const pair = pairOf(account, request.ocoOrderId)
  if (pair !== undefined && isRefusal(pair)) return pair
  const mayRestAtProvider = request.filling !== 'fok' && request.filling !== 'ioc'
  const asks = { kind: request.kind, orderKind, side, volume, deviationPts: 0, comment }
  const question = { ...asks, mayRestAtProvider }
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  const stops = route.clearsStops ? NO_STOPS : asked
  const rateMargin = openingRate(context, group, symbol, side)
  if (typeof rateMargin !== 'bigint') return rateMargin
  const { filling, ocoOrderId, reason, dealer } = request
  const order: Omit<OrderEvent, 'id'> = {
    type: 'order',
    symbolId: symbol.id,
    side,
    kind: orderKind,
    state: 'placed',
    volumeInitial: volume,
    volumeCurrent: volume,
    positionId: 0,
    reason,
    comment,
    createdAt: now,
    doneAt: 0,
    ...PLAIN_TERMS,
    ...levels,
    ...stops,
    ...term,
    filling,
    ocoOrderId,
    rateMargin,
    dealer,
    ...request.source,
    ruleId: route.ruleId,
  }
  const terms = reserveOf({ ...order, id: 0 })
  const margin = marginAfterPlacing(account, book, group, context.prices, symbol.id, terms)
  const refusal =
    checkCovered(context, account, group, margin) ??
    checkWorth(context, account, group, symbol, volume, levels.price)
  if (refusal !== undefined) return refusal
  const id = context.nextOrderId()
  const { gatewayId } = route
  const placed: OrderEvent = {
    ...(gatewayId === undefined ? order : placedAtProvider(order, gatewayId)),
    id,
  }
  if (pair === undefined) return [placed]
  return [placed, { ...pair, ocoOrderId: id, version: pair.version + 1 }]
}

/** The other order of a pair. When one of the two fills, the server cancels the other. */
function pairOf(account: Account, id: number): OrderEvent | Refusal | undefined {
  if (id === 0) return undefined
  const other = account.orders.get(id)
  if (other === undefined || other.state === 'started') return noOrder(id)
  if (account.orders.has(other.ocoOrderId)) {
    return because('trade.rejected.already_linked', { id })
  }
  return other
}

export function noOrder(id: number): Refusal {
  return because('trade.order_unknown.order', { id })
}
