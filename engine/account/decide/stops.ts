import { isRefusal } from '../../code.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { StopsRequest } from '../request.js'
import { marketPrice } from '../rules/fill.js'
import { checkPositionFrozen } from '../rules/freeze.js'
import { checkMadeFrom } from '../rules/made-from.js'
import { tradingGroup } from '../rules/may-trade.js'
import { checkStops, NO_STOPS, requestedStops } from '../rules/protection.js'
import { routed } from '../rules/route.js'
import { positionRow } from '../rules/rows.js'
import { isSamePosition } from '../rules/same-trade.js'
import { checkHours, checkTraded, heldSymbol, quoteOf } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { noPosition } from './close.js'

/**
 * Sets stop loss, take profit and trailing stop of a position. Omitted values stay unchanged; 0
 * removes a level. A request that changes nothing needs no dealer.
 */
export function decideStops(
  context: DecisionContext,
  account: Account,
  request: StopsRequest,
): Decision {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  const position = account.positions.get(request.positionId)
  if (position === undefined) return noPosition(request.positionId)
  const symbol = heldSymbol(context, group, position.symbolId)
  const closed = checkTraded(symbol) ?? checkHours(context, symbol)
  if (closed !== undefined) return closed
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const frozen = checkPositionFrozen(symbol, position, quote, request)
  if (frozen !== undefined) return frozen
  const stops = requestedStops(symbol, request, position)
  if (isRefusal(stops)) return stops
  const { side, volume } = position
  const market = marketPrice(side === 1 ? -1 : 1, quote)
  const wrong =
    checkMadeFrom(symbol, request, position, stops) ??
    checkStops(symbol, side, market, stops, position)
  if (wrong !== undefined) return wrong
  const { kind, comment } = request
  const { stopLoss, takeProfit, trailingPts } = stops
  const asked = positionRow(position, {
    stopLoss,
    takeProfit,
    trailingPts,
    comment: comment === '' ? position.comment : comment,
  })
  if (isSamePosition(position, asked)) return [asked]
  const question = { kind, orderKind: 'market', side, volume, deviationPts: 0, comment } as const
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  return [route.clearsStops ? { ...asked, ...NO_STOPS } : asked]
}
