import type { GroupSpec, SymbolSpec } from '../book.js'
import type { Refusal } from '../code.js'
import type { Quote } from '../prices.js'
import type { Decided, DecisionContext } from './decide.js'
import { expectedPrice } from './expected-price.js'
import { checkFillMoney, marketPrice, openingRate, openPosition } from './fill.js'
import { tradingGroup } from './may-trade.js'
import { checkStops, NO_STOPS, priceOf, stopsAsked } from './protection.js'
import type { OpenRequest } from './request.js'
import { type Route, routed } from './route.js'
import type { Account } from './state.js'
import {
  checkAccess,
  checkFilling,
  checkOrderKind,
  checkPositionsLimit,
  checkVolume,
  checkVolumeLimit,
  quoteOf,
  symbolNamed,
} from './symbol-checks.js'

/**
 * A market order that opens a position. The checks run in this order, and the first that fails names
 * the code: account, symbol, access, kind, volume, filling, limits, quote, stops, price, routing, money.
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
    checkFilling(symbol, request.filling) ??
    checkPositionsLimit(account, group) ??
    checkVolumeLimit(account, symbol, side, volume)
  if (refusal !== undefined) return refusal
  const quote = quoteOf(context, symbol)
  if ('ok' in quote) return quote
  const expected = expectedPrice(context, account, symbol, side, request, quote)
  if (typeof expected !== 'number') return expected
  const { kind, deviationPts, comment } = request
  const question = { kind, orderKind: 'market', side, volume, deviationPts, comment } as const
  const route = routed(context, account, symbol, quote, question)
  if ('ok' in route) return route
  const price = routedPrice(symbol, request, route, expected)
  return open(context, account, group, symbol, request, quote, price, route)
}

/** What a rule that fills at the client's price makes of one that was given. */
export function routedPrice(
  symbol: SymbolSpec,
  { price, quoteId }: Pick<OpenRequest, 'price' | 'quoteId'>,
  { priceOf: from }: Route,
  expected: number,
): number {
  if (from === 'market' || price === '' || quoteId !== '') return expected
  return priceOf(symbol, price) ?? expected
}

function open(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  request: OpenRequest,
  quote: Quote,
  price: number,
  route: Route,
): Decided | Refusal {
  const { side } = request
  const stops = route.clearsStops ? NO_STOPS : stopsAsked(symbol, request)
  if ('ok' in stops) return stops
  const wrong = checkStops(symbol, side, marketPrice(side === 1 ? -1 : 1, quote), stops)
  if (wrong !== undefined) return wrong
  const rate = openingRate(context, group, symbol, side)
  if (typeof rate !== 'bigint') return rate
  const { volume, reason, comment, dealer } = request
  const fill = { symbol, side, volume, price, reason, comment, dealer, quote }
  const refusal = checkFillMoney(context, account, group, fill, rate)
  if (refusal !== undefined) return refusal
  return openPosition(context, fill, rate, stops)
}
