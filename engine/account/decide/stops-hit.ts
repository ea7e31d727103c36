import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Quote } from '../../book/prices.js'
import { isRefusal } from '../../code.js'
import { textFromScaled } from '../../numbers/decimal.js'
import type { Side } from '../../units.js'
import {
  type AccountEvents,
  type DecisionContext,
  isWaiting,
  type WaitOutcome,
} from '../decision.js'
import type { Position } from '../holdings/position.js'
import { checkMoney } from '../money/money-bounds.js'
import { closePosition, marketPrice } from '../rules/fill.js'
import { routed } from '../rules/route.js'
import type { Account } from '../state.js'

/** Reasons for which a position is closed without a request. */
export type ExitReason = 'sl' | 'tp' | 'stop_out'

/**
 * Closes the whole position at the tick that reached its stop loss or take profit, or at the market
 * for a stop out, whose comment is `noted`. It works also for accounts that may not trade.
 * Undefined if it is impossible now, because a conversion has no price or no counterparty accepts
 * it; then the level stays and triggers again at the next suitable tick.
 */
export function decideStopsHit(
  context: DecisionContext,
  account: Account,
  position: Position,
  kind: ExitReason,
  quote: Quote,
  noted = '',
): AccountEvents | WaitOutcome | undefined {
  const group = groupOf(context.book, account.groupPath)
  const listed = context.book.symbolsById.get(position.symbolId)
  assert(group !== undefined && listed !== undefined, 'what holds positions is in the settings')
  const symbol = symbolOfGroup(group, listed)
  if (symbol.tradeAccess === 'disabled') return undefined
  const side: Side = position.side === 1 ? -1 : 1
  const { volume } = position
  const level = kind === 'sl' ? position.stopLoss : kind === 'tp' ? position.takeProfit : 0
  const text = textFromScaled(level, symbol.digits)
  const comment = noted === '' ? `[${kind} ${text}]` : noted
  const asked = { orderKind: 'market', side, volume, deviationPts: 0, comment } as const
  const route = routed(context, account, symbol, quote, { kind, ...asked })
  if (isWaiting(route)) return route
  if (isRefusal(route)) return undefined
  const own = route.priceOf === 'request' && level !== 0 ? level : marketPrice(side, quote)
  const price = route.price ?? own
  const dealer = context.answer?.dealer ?? 0
  const terms = { reason: kind, comment, dealer, deviationPts: 0, filling: '' } as const
  const { ruleId } = route
  const fill = { symbol, side, volume, price, quote, ruleId, priceAsked: level, ...terms }
  const closed = closePosition(context, group, position, fill)
  return isRefusal(closed) || checkMoney(account, closed) !== undefined ? undefined : closed
}
