import { type Book, type GroupSpec, groupOf } from '../book.js'
import { textFromScaled } from '../decimal.js'
import { symbolSeen } from '../group-symbols.js'
import type { Prices } from '../prices.js'
import { isTradingOpen } from '../trading-hours.js'
import { compensationDeal } from './compensation.js'
import type { Decided, DecisionContext } from './decide.js'
import { ended } from './decide-delete.js'
import { decideExit } from './decide-exit.js'
import type { DealEvent, OrderEvent, StandingEvent } from './event.js'
import { reservedMargin } from './margin.js'
import { type MarginStanding, marginStanding } from './margin-standing.js'
import { marginLevel, moneyOf } from './money.js'
import { positionValue } from './position-value.js'
import { reserveOf } from './resting.js'
import type { Account, Position } from './state.js'

/**
 * What the server does about how an account stands to its group's levels (domain 2.5), one step at a
 * time: the account is judged anew after each, and a step is a record of its own.
 *
 *   - Coming to the margin call level, or back above it, is told and nothing else.
 *   - At the stop out level the resting order with the largest reserve goes, one after the other, then
 *     the position with the largest loss; if none loses, the one that gains least. What reserves
 *     nothing stays, and what cannot be traded now is passed over.
 *   - A balance below zero that the last close of a stop out leaves is made good to zero, where the group
 *     protects from it. An order that goes has cost nothing: what made the balance negative was not it.
 *
 * Undefined when there is nothing to do, or nothing can be done at the moment.
 */
export function decideStanding(context: DecisionContext, account: Account): Decided | undefined {
  const { book, prices } = context
  const group = groupOf(book, account.groupPath)
  if (group === undefined) return undefined
  const { equity, margin } = moneyOf(account, book, prices)
  if (equity === null || margin === null) return undefined
  const hasPositions = account.positions.size > 0
  const standing = marginStanding(group, { equity, margin, hasPositions })
  const told = callEvents(context, account, standing, equity, margin)
  if (standing !== 'stop_out') return told.length > 0 ? told : undefined
  const taken = takeOrder(context, account, group) ?? takePosition(context, account, group)
  if (taken === undefined) return told.length > 0 ? told : undefined
  const { orderId, positionId, events } = taken
  const stopOut = {
    ...standingEvent('stop_out', true, equity, margin, context.now),
    orderId,
    positionId,
  }
  return [...told, stopOut, ...events, ...compensation(context, account, group, events)]
}

/** Its margin call is entered below the level, also where the account came to its stop out at once. */
function callEvents(
  { now }: DecisionContext,
  account: Account,
  standing: MarginStanding,
  equity: number,
  margin: number,
): StandingEvent[] {
  const isCalled = standing !== 'fine'
  if (isCalled === account.inMarginCall) return []
  return [standingEvent('margin_call', isCalled, equity, margin, now)]
}

function standingEvent(
  standing: StandingEvent['standing'],
  entered: boolean,
  equity: number,
  margin: number,
  at: number,
): StandingEvent {
  return { type: 'standing', standing, entered, equity, margin, orderId: 0, positionId: 0, at }
}

interface Taken {
  readonly orderId: number
  readonly positionId: number
  readonly events: Decided
}

function takeOrder(
  { book, prices, now }: DecisionContext,
  account: Account,
  group: GroupSpec,
): Taken | undefined {
  let largest: OrderEvent | undefined
  let most = 0
  for (const order of account.orders.values()) {
    if (order.state === 'started' || order.rateMargin === 0n) continue
    const { symbolId } = order
    const reserve = reservedMargin(account, book, group, prices, symbolId, reserveOf(order)) ?? 0
    if (reserve <= most) continue
    most = reserve
    largest = order
  }
  if (largest === undefined) return undefined
  const events: Decided = [{ ...ended(largest, 'cancelled', now), reason: 'stop_out' }]
  return { orderId: largest.id, positionId: 0, events }
}

function takePosition(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
): Taken | undefined {
  const { book, prices } = context
  const candidates: { readonly position: Position; readonly profit: number }[] = []
  for (const position of account.positions.values()) {
    if (!canBeTraded(context, group, position)) continue
    const { profit } = positionValue(account, position, book, prices)
    if (profit !== null) candidates.push({ position, profit })
  }
  // Of equal losses the one that was opened first.
  candidates.sort((a, b) => a.profit - b.profit || a.position.id - b.position.id)
  for (const { position } of candidates) {
    const quote = prices.quote(position.symbolId)
    if (quote === undefined) continue
    const comment = levelText(account, book, prices)
    const events = decideExit(context, account, position, 'stop_out', quote, comment)
    if (events === undefined || 'ok' in events) continue
    return { orderId: 0, positionId: position.id, events }
  }
  return undefined
}

function canBeTraded(
  { book, now }: DecisionContext,
  group: GroupSpec,
  { symbolId }: Position,
): boolean {
  const listed = book.symbolsById.get(symbolId)
  if (listed === undefined) return false
  const symbol = symbolSeen(group, listed)
  return symbol.tradeAccess !== 'disabled' && isTradingOpen(book, symbol, now)
}

/** As MetaTrader's terminals show it: the level at which it happened. */
function levelText(account: Account, book: Book, prices: Prices): string {
  const { equity, margin } = moneyOf(account, book, prices)
  if (equity === null || margin === null || margin <= 0) return '[so]'
  return `[so ${textFromScaled(marginLevel(equity, margin), 2)}%]`
}

/** What makes a balance good that the last close of a stop out leaves below zero. */
export function compensation(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  events: Decided,
): DealEvent[] {
  if (!group.record.negative_balance_protection) return []
  let { balance } = account
  let closed = 0
  for (const event of events) {
    if (event.type === 'deal') balance += event.profit + event.swap + event.commission + event.fee
    if (event.type === 'position' && event.volume === 0) closed++
  }
  if (closed === 0 || closed < account.positions.size || balance >= 0) return []
  return [compensationDeal(context.nextDealId(), -balance, 'stop_out', context.now)]
}
