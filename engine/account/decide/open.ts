import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import type { Quote } from '../../book/prices.js'
import { isRefusal } from '../../code.js'
import type { Side } from '../../units.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { OpenRequest } from '../request.js'
import { expectedPrice, requestedPrice } from '../rules/expected-price.js'
import { marketPrice } from '../rules/fill.js'
import { fillOrder } from '../rules/fill-order.js'
import { checkPositionFrozen } from '../rules/freeze.js'
import { tradingGroup } from '../rules/may-trade.js'
import { checkNettedAccess, checkRoom, checkUnderWay, nettedBy } from '../rules/netting.js'
import { checkStops, NO_STOPS, priceOf, requestedStops, type Stops } from '../rules/protection.js'
import { type RequestRoute, routed } from '../rules/route.js'
import {
  checkFilling,
  checkHours,
  checkOrderKind,
  checkVolume,
  quoteOf,
  tradedSymbol,
} from '../rules/symbol-checks.js'
import type { Account } from '../state.js'

/**
 * A market order without a position: it opens one, or nets with an existing one. The checks run in
 * this order, and the first that fails gives the code: account, symbol, access, kind, volume,
 * filling, limits, hours, quote, stops, price, routing, freeze level, money, worth.
 */
export function decideOpen(
  context: DecisionContext,
  account: Account,
  request: OpenRequest,
): Decision {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  const symbol = tradedSymbol(context, group, request.symbol)
  if (isRefusal(symbol)) return symbol
  const { side, volume } = request
  const netted = nettedBy(account, group, symbol.id, side, volume)
  const refusal =
    checkNettedAccess(symbol, side, netted) ??
    checkOrderKind(symbol, 'market') ??
    checkVolume(symbol, volume) ??
    checkFilling(symbol, 'market', request.filling) ??
    checkRoom(context, account, group, symbol, side, netted) ??
    checkUnderWay(context, account, symbol.id, side, volume, netted) ??
    checkHours(context, symbol)
  if (refusal !== undefined) return refusal
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const asked = requestedStops(symbol, request)
  if (isRefusal(asked)) return asked
  const wrong = checkStops(symbol, side, marketPrice(side === 1 ? -1 : 1, quote), asked)
  if (wrong !== undefined) return wrong
  const expected = expectedPrice(context, account, symbol, request, request, quote)
  if (typeof expected !== 'number') return expected
  const { kind, deviationPts, comment, quoteId } = request
  // The deal is a single literal, because copying a larger object would cost as much as the rest.
  const orderKind = 'market' as const
  const question = { kind, orderKind, side, volume, deviationPts, comment, quoteId }
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  const price = routedPrice(symbol, side, request, route, expected)
  const stops = route.clearsStops ? NO_STOPS : asked
  return open(context, account, group, symbol, request, quote, price, stops, route.ruleId)
}

/**
 * The fill price: the dealer's price, or, if the routing rule fills at the client's price, the
 * requested price or a better market price.
 */
export function routedPrice(
  symbol: SymbolSpec,
  side: Side,
  { price, quoteId }: Pick<OpenRequest, 'price' | 'quoteId'>,
  { priceOf: from, price: answered }: RequestRoute,
  expected: number,
): number {
  if (answered !== undefined) return answered
  if (from === 'market' || price === '' || quoteId !== '') return expected
  const wanted = priceOf(symbol, price) ?? expected
  return side * (expected - wanted) > 0 ? wanted : expected
}

function open(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  request: OpenRequest,
  quote: Quote,
  price: number,
  stops: Stops,
  ruleId: number,
): Decision {
  const { side, volume, deviationPts, filling, reason, comment, dealer, source } = request
  const { position } = nettedBy(account, group, symbol.id, side, volume)
  // An order against the netted position reduces it, so its stops do not apply to the position.
  if (position !== undefined && areOther(stops, position)) {
    const frozen = checkPositionFrozen(symbol, position, quote, request)
    if (frozen !== undefined) return frozen
  }
  const fill = {
    symbol,
    side,
    volume,
    price,
    deviationPts,
    filling,
    reason,
    comment,
    dealer,
    source,
    quote,
    ruleId,
    priceAsked: requestedPrice(context, account, symbol, side, request),
  }
  return fillOrder(context, account, group, fill, stops)
}

function areOther(stops: Stops, held: Stops): boolean {
  return stops.stopLoss !== held.stopLoss || stops.takeProfit !== held.takeProfit
}
