import { assert } from '../../assert.js'
import { isRefusal } from '../../code.js'
import { because } from '../../reasons/reasons.js'
import type { Side } from '../../units.js'
import { type Decision, type DecisionContext, isHeldUp } from '../decision.js'
import type { AccountEvent } from '../event.js'
import type { CloseByRequest } from '../request.js'
import { closePosition, shareOf } from '../rules/fill.js'
import { checkPositionFrozen } from '../rules/freeze.js'
import { tradingGroup } from '../rules/may-trade.js'
import { routed } from '../rules/route.js'
import { dealRow, filledOrder, positionRow } from '../rules/rows.js'
import { checkHours, checkTraded, heldSymbol, quoteOf } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { noPosition } from './close.js'

/**
 * Closes two opposite positions of a symbol by each other, up to the smaller volume: one order and
 * two deals. The first deal has the whole profit, because it closes at the open price of the other
 * position (including the rounding remainder of an average). Each deal realises the swap of its
 * position. Only hedging accounts can have opposite positions.
 */
export function decideCloseBy(
  context: DecisionContext,
  account: Account,
  request: CloseByRequest,
): Decision {
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return group
  if (group.record.margin_mode === 'netting') {
    return because('trade.rejected.close_by_netting')
  }
  const position = account.positions.get(request.positionId)
  if (position === undefined) return noPosition(request.positionId)
  const other = account.positions.get(request.byPositionId)
  if (other === undefined) return noPosition(request.byPositionId)
  if (other.symbolId !== position.symbolId || other.side === position.side) {
    return because('trade.rejected.close_by_other')
  }
  const symbol = heldSymbol(context, group, position.symbolId)
  const wrong = checkTraded(symbol) ?? checkHours(context, symbol)
  if (wrong !== undefined) return wrong
  const quote = quoteOf(context, symbol)
  if (isRefusal(quote)) return quote
  const frozen =
    checkPositionFrozen(symbol, position, quote, request) ??
    checkPositionFrozen(symbol, other, quote, request)
  if (frozen !== undefined) return frozen
  const side: Side = position.side === 1 ? -1 : 1
  const volume = Math.min(position.volume, other.volume)
  const { kind, comment, reason, dealer, source } = request
  const question = { kind, orderKind: 'market', side, volume, deviationPts: 0, comment } as const
  const route = routed(context, account, symbol, quote, question)
  if (isHeldUp(route)) return route
  const { ruleId } = route
  const asked = { deviationPts: 0, filling: '', ruleId, priceAsked: 0 } as const
  const terms = { reason, comment, dealer, source, ...asked }
  const priceRest = shareOf(other.openRest, other, volume)
  const fill = { symbol, side, volume, price: other.priceOpen, priceRest, quote, ...terms }
  const closed = closePosition(context, group, position, fill, undefined, 'out_by')
  if (isRefusal(closed)) return closed
  const [order, deal, row] = closed
  assert(order?.type === 'order' && deal?.type === 'deal' && row !== undefined, 'a close has all')
  const at = context.now
  const swap = shareOf(other.swap, other, volume)
  const left = other.volume - volume
  const figures = {
    id: context.nextDealId(),
    orderId: order.id,
    positionId: other.id,
    entry: 'out_by',
    quote,
    rateProfit: deal.rateProfit,
    profit: 0,
    swap,
    // A close by is free of commission, so this deal has none, like the first one.
    commission: 0,
    commissionDue: 0,
  } as const
  const second = { ...fill, side: position.side, price: position.priceOpen }
  return [
    filledOrder(order.id, fill, position.id, at, { byPositionId: other.id }),
    deal,
    row,
    dealRow(second, figures, at),
    positionRow(other, {
      volume: left,
      priceClose: position.priceOpen,
      swap: other.swap - swap,
      openRest: other.openRest - priceRest,
      closedAt: left === 0 ? at : 0,
    }),
  ] satisfies AccountEvent[]
}
