import { groupOf } from '../../book/book.js'
import type { GroupSpec } from '../../book/compiled.js'
import { textFromScaled } from '../../numbers/decimal.js'
import {
  type AccountEvents,
  type DecisionContext,
  isWaiting,
  type WaitOutcome,
} from '../decision.js'
import type { DealEvent, OrderEvent, StandingEvent } from '../event.js'
import { reserveOf } from '../holdings/hold-order.js'
import type { Position } from '../holdings/position.js'
import {
  hasLeaving,
  holdsOthers,
  type Outside,
  withoutClosing,
} from '../holdings/without-closing.js'
import { compensationDeal } from '../money/compensation.js'
import { accountMargin } from '../money/margin.js'
import { type MarginStanding, marginStanding } from '../money/margin-standing.js'
import { marginLevel, moneyOf } from '../money/money.js'
import { Reserves } from '../money/reserves.js'
import { hasOpenFills } from '../rules/at-provider/held-fills.js'
import { isGoing, restsAtProvider } from '../rules/at-provider/resting-order.js'
import { StopOutQueue, tradedSymbol } from '../rules/stop-out-queue.js'
import { usableQuote } from '../rules/symbol-checks.js'
import type { Account } from '../state.js'
import { leaving } from './delete.js'
import { decideStopsHit } from './stops-hit.js'

/**
 * The server's action when an account reaches a level of its group (docs/trade/margin.md). Each call
 * decides one step, which becomes one record; the account is then judged again.
 *
 *   - Reaching the margin call level, or rising above it again, is only recorded as an event.
 *   - At the stop out level, pending orders are cancelled one after the other, the largest reserve
 *     first, then positions are closed: the largest loss first, or the smallest gain if none loses.
 *     Orders without a reserve stay. A position whose market is closed, or whose price nobody
 *     guarantees, is skipped, although it is valued at that price.
 *   - If the last close of a stop out leaves a negative balance and the group has negative balance
 *     protection, the balance is compensated to zero. A cancelled order never causes compensation.
 *
 *   - `queue` gives the next position over several steps of one account, once it is not partial.
 *     The close itself uses current prices and settings.
 *   - For an order at a provider the cancel is requested there, and the order counts as cancelled. If
 *     the provider has just refused, the step waits; after repeated refusals the order is skipped for
 *     a while.
 *   - A position that a dealer or a provider is closing counts as closed: the next one is closed only
 *     if the account is at its level without it. One with another open request is skipped.
 *
 * Undefined if nothing needs to be done, or nothing can be done now.
 */
export function decideMarginLevel(
  context: DecisionContext,
  account: Account,
  outside?: Outside,
  queue = new StopOutQueue(),
): AccountEvents | StopOutWait | undefined {
  const judged = judge(context, account)
  if (judged === undefined) return undefined
  const told = callEvents(context, account, judged)
  const nothing = told.length > 0 ? told : undefined
  if (judged.standing !== 'stop_out') return nothing
  const { group } = judged
  if (outside !== undefined && (outside.closing.size > 0 || hasLeaving(account))) {
    const margin = accountMargin(
      withoutClosing(account, outside),
      context.book,
      group,
      context.prices,
    )
    const hasPositions = holdsOthers(account, outside)
    if (margin === undefined) return nothing
    if (marginStanding(group, { ...judged, margin, hasPositions }) !== 'stop_out') return nothing
  }
  const taken =
    takeOrder(context, account, group, outside, queue) ??
    takePosition(context, account, judged, outside, queue)
  if (taken === undefined || taken === 'rests') return nothing
  // A step that must wait carries no other events, so the margin call is recorded first.
  if ('wait' in taken) return nothing ?? taken
  const events = [...told, ...stopOutEvents(context, account, judged, taken)]
  if (taken.positionId !== 0) queue.took(account, events.length)
  queue.putBack()
  return events
}

/**
 * Decides a position's stop out again after a wait: it is done if the account is still at its
 * level. After a delay it may have to wait for a dealer or a provider next.
 */
export function decideStopOut(
  context: DecisionContext,
  account: Account,
  positionId: number,
): AccountEvents | WaitOutcome | undefined {
  const judged = judge(context, account)
  const position = account.positions.get(positionId)
  if (judged?.standing !== 'stop_out' || position === undefined) return undefined
  const events = closed(context, account, judged, position)
  if (events === undefined || isWaiting(events)) return events
  return stopOutEvents(context, account, judged, { orderId: 0, positionId, events })
}

/**
 * A stop out that waits for a dealer or provider; its position counts as being closed from then on.
 */
export interface StopOutWait extends WaitOutcome {
  readonly positionId: number
}

interface JudgedAccount {
  readonly group: GroupSpec
  readonly standing: MarginStanding
  readonly equity: number
  readonly margin: number
}

function judge({ book, prices }: DecisionContext, account: Account): JudgedAccount | undefined {
  const group = groupOf(book, account.groupPath)
  if (group === undefined) return undefined
  const { equity, margin } = moneyOf(account, book, prices)
  if (equity === null || margin === null) return undefined
  const hasPositions = account.positions.size > 0
  const standing = marginStanding(group, { equity, margin, hasPositions })
  return { group, standing, equity, margin }
}

function stopOutEvents(
  context: DecisionContext,
  account: Account,
  { group, equity, margin }: JudgedAccount,
  { orderId, positionId, events }: Taken,
): AccountEvents {
  const event = standingEvent('stop_out', true, equity, margin, context.now)
  const stopOut = { ...event, orderId, positionId }
  return [stopOut, ...events, ...compensation(context, account, group, events)]
}

/**
 * Begins the margin call at its level or below, even if the account fell to its stop out level at
 * once.
 */
function callEvents(
  { now }: DecisionContext,
  account: Account,
  { standing, equity, margin }: JudgedAccount,
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
  readonly events: AccountEvents
}

function takeOrder(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  outside: Outside | undefined,
  queue: StopOutQueue,
): Taken | 'rests' | undefined {
  if (account.pending.size === 0) return undefined
  const { book, prices } = context
  const reserves = new Reserves(account, book, group, prices)
  let largest: OrderEvent | undefined
  let most = 0
  for (const resting of account.orders.values()) {
    if (resting.rateMargin === 0n || !mayBeTaken(resting)) continue
    if (outside?.restOf('order', resting.id) === 'long') continue
    const reserve = reserves.of(resting.symbolId, reserveOf(resting)) ?? 0
    if (reserve <= most) continue
    most = reserve
    largest = resting
  }
  queue.looked += account.orders.size
  if (largest === undefined) return undefined
  if (outside?.restOf('order', largest.id) === 'short') return 'rests'
  const events = leaving(context, largest, 'stop_out')
  return { orderId: largest.id, positionId: 0, events }
}

/**
 * False while a dealer has the order, its cancel is requested at a provider, or its fill waits for
 * staff.
 */
function mayBeTaken(order: OrderEvent): boolean {
  if (order.state !== 'started') return true
  return restsAtProvider(order) && !isGoing(order) && !hasOpenFills(order)
}

function takePosition(
  context: DecisionContext,
  account: Account,
  judged: JudgedAccount,
  outside: Outside | undefined,
  queue: StopOutQueue,
): Taken | StopOutWait | 'rests' | undefined {
  const { group } = judged
  if (!queue.begin(context, account, group)) return undefined
  for (let next = queue.next(account); next !== undefined; next = queue.next(account)) {
    const { id: positionId } = next
    if (outside?.closing.has(positionId) === true) continue
    const rest = outside?.restOf('position', positionId) ?? 'none'
    if (rest === 'long') continue
    if (rest === 'short') {
      queue.putBack()
      return 'rests'
    }
    if (tradedSymbol(context, group, next.symbolId) === undefined) continue
    const events = closed(context, account, judged, next)
    if (events === undefined) continue
    if (!isWaiting(events)) return { orderId: 0, positionId, events }
    if (outside?.isBusy(positionId) !== true) {
      queue.putBack()
      return { ...events, positionId }
    }
  }
  queue.putBack()
  return undefined
}

function closed(
  context: DecisionContext,
  account: Account,
  judged: JudgedAccount,
  position: Position,
): AccountEvents | WaitOutcome | undefined {
  const quote = usableQuote(context, position.symbolId)
  if (quote === undefined) return undefined
  return decideStopsHit(context, account, position, 'stop_out', quote, levelText(judged))
}

/** The level of the stop out, in the notation of MetaTrader's terminals. */
function levelText({ equity, margin }: JudgedAccount): string {
  if (margin <= 0) return '[so]'
  return `[so ${textFromScaled(marginLevel(equity, margin), 2)}%]`
}

/** Compensates a negative balance that the last close of a stop out left. */
export function compensation(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  events: AccountEvents,
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
