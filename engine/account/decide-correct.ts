import { assert } from '../assert.js'
import { groupOf } from '../book.js'
import { type Refusal, refuse } from '../code.js'
import { priceFromText } from '../decimal.js'
import { symbolSeen } from '../group-symbols.js'
import type { Decided, DecisionContext } from './decide.js'
import { noPosition } from './decide-close.js'
import { positionRow } from './rows.js'
import type { Account } from './state.js'

/** What staff make of an open position; empty text and undefined leave things as they are. */
export interface PositionCorrection {
  readonly positionId: number
  /** The row that staff looked at; 0 is whichever stands now. */
  readonly version: number
  readonly isDeleted: boolean
  readonly priceOpen: string
  readonly stopLoss: string
  readonly takeProfit: string
  readonly comment: string | undefined
}

/**
 * A correction moves no money (3-open-parts 11, 30): the position is as staff say from now on, and its
 * deals stay as they were. Levels are not held against the market: one that it has passed fires with
 * the next tick.
 */
export function decideCorrect(
  context: DecisionContext,
  account: Account,
  asked: PositionCorrection,
): Decided | Refusal {
  if (account.archived) return refuse('conflict', 'The account is archived: it is read-only.')
  const position = account.positions.get(asked.positionId)
  if (position === undefined) return noPosition(asked.positionId)
  if (asked.version !== 0 && asked.version !== position.version) {
    return refuse(
      'conflict',
      `The position is at version ${position.version} by now. Read it again.`,
    )
  }
  if (asked.isDeleted) {
    const { type: _, ...row } = positionRow(position, { volume: 0, closedAt: context.now })
    return [{ type: 'correction', ...row }]
  }
  const group = groupOf(context.book, account.groupPath)
  const listed = context.book.symbolsById.get(position.symbolId)
  assert(group !== undefined && listed !== undefined, 'what holds positions is in the settings')
  const { digits, name } = symbolSeen(group, listed)
  const read = (text: string, held: number): number | undefined =>
    text === '' ? held : priceFromText(text, digits)
  const priceOpen = read(asked.priceOpen, position.priceOpen)
  const stopLoss = read(asked.stopLoss, position.stopLoss)
  const takeProfit = read(asked.takeProfit, position.takeProfit)
  if (priceOpen === undefined || stopLoss === undefined || takeProfit === undefined) {
    return refuse('trade.invalid_price', `${name} has prices of ${digits} decimals.`)
  }
  const openRest = priceOpen === position.priceOpen ? position.openRest : 0
  const comment = asked.comment ?? position.comment
  const change = { priceOpen, stopLoss, takeProfit, openRest, comment }
  const { type: _, ...row } = positionRow(position, change)
  return [{ type: 'correction', ...row }]
}
