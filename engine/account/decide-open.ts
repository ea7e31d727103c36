import type { GroupSpec, SymbolSpec } from '../book.js'
import type { Refusal } from '../code.js'
import type { Quote } from '../prices.js'
import type { Side } from '../units.js'
import type { Decided, DecisionContext } from './decide.js'
import { expectedPrice } from './expected-price.js'
import { checkFillMoney, marketPrice, openingRate, openPosition } from './fill.js'
import { tradingGroup } from './may-trade.js'
import { checkStops, NO_STOPS, priceOf, type Stops, stopsAsked } from './protection.js'
import type { OpenRequest } from './request.js'
import { type Route, routed } from './route.js'
import type { Account } from './state.js'
import {
  checkAccess,
  checkFilling,
  checkHours,
  checkOrderKind,
  checkPositionsLimit,
  checkVolume,
  checkVolumeLimit,
  quoteOf,
  symbolNamed,
} from './symbol-checks.js'

/**
 * A market order that opens a position. The checks run in this order, and the first that fails names
 * the code: account, symbol, access, kind, volume, filling, limits, hours, quote, stops, price, routing,
 * money.
 */
export function decideOpen(
  context: DecisionContext,
  account: Account,
  request: OpenRequest,
): Decided | Refusal {
  const group = tradingGroup(context.book, account)
  if ('ok' in group) return group
  const symbol = symbolNamed(context, group, request.symbol)
  if ('ok' in symbol) return symbol
  const { side, volume } = request
  const refusal =
    checkAccess(symbol, side) ??
    checkOrderKind(symbol, 'market') ??
    checkVolume(symbol, volume) ??
    checkFilling(symbol, 'market', request.filling) ??
    checkPositionsLimit(account, group) ??
    checkVolumeLimit(account, symbol, side, volume) ??
    checkHours(context, symbol)
  if (refusal !== undefined) return refusal
  const quote = quoteOf(context, symbol)
  if ('ok' in quote) return quote
  const asked = stopsAsked(symbol, request)
  if ('ok' in asked) return asked
  const wrong = checkStops(symbol, side, marketPrice(side === 1 ? -1 : 1, quote), asked)
  if (wrong !== undefined) return wrong
  const expected = expectedPrice(context, account, symbol, request, request, quote)
  if (typeof expected !== 'number') return expected
  const { kind, deviationPts, comment, quoteId } = request
  const terms = { kind, side, volume, deviationPts, comment, quoteId }
  const question = { ...terms, orderKind: 'market' } as const
  const route = routed(context, account, symbol, quote, question)
  if ('ok' in route) return route
  const price = routedPrice(symbol, side, request, route, expected)
  const stops = route.clearsStops ? NO_STOPS : asked
  return open(context, account, group, symbol, request, quote, price, stops)
}

/**
 * A dealer's price; by a rule that fills at the client's price the one that was given, or the market's if
 * it is better.
 */
export function routedPrice(
  symbol: SymbolSpec,
  side: Side,
  { price, quoteId }: Pick<OpenRequest, 'price' | 'quoteId'>,
  { priceOf: from, price: answered }: Route,
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
): Decided | Refusal {
  const { side, volume, reason, comment, dealer } = request
  const rate = openingRate(context, group, symbol, side)
  if (typeof rate !== 'bigint') return rate
  const fill = { symbol, side, volume, price, reason, comment, dealer, quote }
  const refusal = checkFillMoney(context, account, group, fill, rate)
  if (refusal !== undefined) return refusal
  return openPosition(context, fill, rate, stops)
}
