import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Refusal } from '../../code.js'
import { PRICE_FACTOR_MAX } from '../../limits/trading.js'
import { priceFromText, textFromScaled } from '../../numbers/decimal.js'
import { because } from '../../reasons/reasons.js'
import { noPosition } from '../decide/close.js'
import type { AccountEvents, DecisionContext } from '../decision.js'
import type { CorrectionEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import { checkWorth, isNear } from '../money/money-bounds.js'
import { closingPrice } from '../money/profit.js'
import { positionRow } from '../rules/rows.js'
import type { Account } from '../state.js'

/** A correction of an open position by staff. Empty texts and undefined leave a field unchanged. */
export interface PositionCorrection {
  readonly positionId: number
  /** The version of the row that staff saw; 0 accepts any. */
  readonly version: number
  readonly priceOpen: string
  /** The rounding remainder of an average open price. */
  readonly openRest?: number
  readonly stopLoss: string
  readonly takeProfit: string
  readonly comment: string | undefined
}

/**
 * A correction moves no money: the position gets the values from staff, and its deals stay
 * unchanged. Levels are not compared with the market; a level that the market has passed triggers
 * at the next tick. A price must be plausible (engine/account/money/money-bounds.ts, B2 and B4):
 * near the market price, or near the current value while there is no market.
 */
export function decideCorrect(
  context: DecisionContext,
  account: Account,
  asked: PositionCorrection,
): AccountEvents | Refusal {
  if (account.archived) return because('conflict.archived')
  const position = account.positions.get(asked.positionId)
  if (position === undefined) return noPosition(asked.positionId)
  if (asked.version !== 0 && asked.version !== position.version) {
    return because('conflict.position_changed', { version: position.version })
  }
  const { book, prices } = context
  const group = groupOf(book, account.groupPath)
  const listed = book.symbolsById.get(position.symbolId)
  assert(group !== undefined && listed !== undefined, 'what holds positions is in the settings')
  const symbol = symbolOfGroup(group, listed)
  const { digits, name } = symbol
  const read = (text: string, held: number): number | undefined =>
    text === '' ? held : priceFromText(text, digits)
  const priceOpen = read(asked.priceOpen, position.priceOpen)
  const stopLoss = read(asked.stopLoss, position.stopLoss)
  const takeProfit = read(asked.takeProfit, position.takeProfit)
  if (priceOpen === undefined || stopLoss === undefined || takeProfit === undefined) {
    return because('trade.invalid_price.digits', { symbol: name, digits })
  }
  const quote = prices.quote(position.symbolId)
  const market = quote === undefined ? position.priceOpen : closingPrice(position.side, quote)
  const bounds = { factor: PRICE_FACTOR_MAX, market: textFromScaled(market, digits) }
  const isFar = (price: number, held: number): boolean => price !== held && !isNear(price, market)
  if (isFar(priceOpen, position.priceOpen)) {
    return because('trade.invalid_price.far_field', { field: 'price_open', ...bounds })
  }
  for (const [field, price, held] of [
    ['stop_loss', stopLoss, position.stopLoss],
    ['take_profit', takeProfit, position.takeProfit],
  ] as const) {
    if (price !== 0 && isFar(price, held)) {
      return because('trade.invalid_stops.far_field', { field, ...bounds })
    }
  }
  if (priceOpen !== position.priceOpen) {
    const price = Math.max(priceOpen, market)
    const tooMuch = checkWorth(context, account, group, symbol, 0, price)
    if (tooMuch !== undefined) return tooMuch
  }
  const openRest = asked.openRest ?? (priceOpen === position.priceOpen ? position.openRest : 0)
  const comment = asked.comment ?? position.comment
  const change = { priceOpen, stopLoss, takeProfit, openRest, comment }
  const { type: _, ...row } = positionRow(position, change)
  return [{ type: 'correction', ...row }]
}

/** Deletes a position. Its deals and their money stay. */
export function deletedRow({ now }: DecisionContext, position: Position): CorrectionEvent {
  const { type: _, ...row } = positionRow(position, { volume: 0, closedAt: now })
  return { type: 'correction', ...row }
}
