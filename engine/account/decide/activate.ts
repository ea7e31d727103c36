import { assert } from '../../assert.js'
import type { GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import type { Quote } from '../../book/prices.js'
import { isRefusal, type Refusal } from '../../code.js'
import {
  type AccountEvents,
  type DecisionContext,
  isHeldUp,
  isWaiting,
  type WaitOutcome,
} from '../decision.js'
import type { AccountEvent, OrderEvent } from '../event.js'
import { withoutOrder } from '../holdings/hold-order.js'
import { checkMoney } from '../money/money-bounds.js'
import { bookApart, bookFill, takesFill } from '../rules/at-provider/provider-fill.js'
import { restsAtProvider } from '../rules/at-provider/resting-order.js'
import { type Fill, marketPrice } from '../rules/fill.js'
import { coveredCommission, fillOrder } from '../rules/fill-order.js'
import { tradingGroup } from '../rules/may-trade.js'
import { checkNettedAccess, checkRoom, nettedBy } from '../rules/netting.js'
import { NO_STOPS } from '../rules/protection.js'
import { routed } from '../rules/route.js'
import type { Account } from '../state.js'
import { cancelledPair, endedOrder, leaving } from './delete.js'

/** The outcome for an order whose price was reached. */
export interface Activation {
  readonly events: AccountEvents
  /** The reason of a rejection; undefined if the order was not rejected. */
  readonly refusal: Refusal | undefined
}

/**
 * Activates a pending order whose level the market has reached: `quote` is the tick that reached
 * it, and the order fills at the price of that tick. A stop limit becomes a limit order. An order
 * that the account cannot pay for, or that is no longer allowed, is rejected
 * (docs/trade/orders.md).
 *
 * Undefined if nothing can be done now: the account may not trade, a price for the margin is
 * missing, or no counterparty accepts it. The order stays pending and is tried again at the next
 * suitable tick.
 */
export function decideActivate(
  context: DecisionContext,
  account: Account,
  order: OrderEvent,
  quote: Quote,
): Activation | WaitOutcome | undefined {
  const { now } = context
  const group = tradingGroup(context.book, account)
  if (isRefusal(group)) return undefined
  const listed = context.book.symbolsById.get(order.symbolId)
  assert(listed !== undefined, 'a symbol with resting orders exists')
  const symbol = symbolOfGroup(group, listed)
  if (symbol.tradeAccess === 'disabled') return undefined
  if (order.kind === 'stop_limit') {
    const version = order.version + 1
    const limit: OrderEvent = { ...order, kind: 'limit', activatedAt: now, version }
    return { events: [limit], refusal: undefined }
  }
  const filled = fill(context, withoutOrder(account, order), group, symbol, order, quote)
  if (isWaiting(filled)) return filled
  if (isRefusal(filled)) {
    if (WAITING.has(filled.code)) return undefined
    return { events: [endedOrder(order, 'rejected', now)], refusal: filled }
  }
  return { events: [...filled, ...cancelledPair(context, account, order)], refusal: undefined }
}

/** Refusals that may disappear at a later tick. */
const WAITING: ReadonlySet<string> = new Set([
  'trade.off_quotes',
  'trade.no_connection',
  'trade.requote',
])

function fill(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  symbol: SymbolSpec,
  order: OrderEvent,
  quote: Quote,
): AccountEvent[] | Refusal | WaitOutcome {
  const { side, volumeCurrent: volume, comment, reason } = order
  const dealer = context.answer?.dealer ?? order.dealer
  const netted = nettedBy(account, group, symbol.id, side, volume)
  const refusal =
    checkNettedAccess(symbol, side, netted) ??
    checkRoom(context, account, group, symbol, side, netted)
  if (refusal !== undefined) return refusal
  const asked = { orderKind: order.kind, side, volume, deviationPts: 0, comment }
  const route = routed(context, account, symbol, quote, { kind: 'activate', ...asked })
  if (isHeldUp(route)) return route
  const own = route.priceOf === 'request' ? order.price : marketPrice(side, quote)
  const price = route.price ?? own
  const { deviationPts, filling, priceAsked } = order
  const { clientOrderId, session } = order
  const source = { clientOrderId, session }
  const { ruleId } = route
  const terms = { reason, comment, dealer, source, deviationPts, filling, ruleId, priceAsked }
  const fill = { symbol, side, volume, price, quote, ...terms }
  const done: OrderEvent = {
    ...order,
    state: 'filled',
    volumeCurrent: 0,
    doneAt: context.now,
    version: order.version + 1,
    ruleId,
  }
  const stops = route.clearsStops ? NO_STOPS : order
  // An order that a provider has filled in part already has a position.
  const events =
    order.positionId === 0
      ? fillOrder(context, account, group, fill, stops, done)
      : fillRest(context, account, group, fill, order)
  if (isRefusal(events)) return events
  const beyond = checkMoney(account, events)
  if (beyond !== undefined) return beyond
  return events.map((event) => (event.type === 'deal' ? { ...event, reason: 'activation' } : event))
}

function fillRest(
  context: DecisionContext,
  account: Account,
  group: GroupSpec,
  fill: Fill,
  order: OrderEvent,
): AccountEvent[] | Refusal {
  const { symbol, side, volume, price } = fill
  const netted = nettedBy(account, group, symbol.id, side, volume)
  if (netted.opens > 0) {
    const rate = order.rateMargin
    const commission = coveredCommission(context, account, group, fill, rate, netted)
    if (isRefusal(commission)) return commission
  }
  const rest = { volume, price, executionId: 'here', externalId: '' }
  if (takesFill(account, order, volume)) return bookFill(context, account, order, rest)
  const apart = bookApart(context, account, order, rest)
  return isRefusal(apart) ? apart : [endedOrder(order, 'cancelled', context.now), ...apart]
}

/** Expires an order. If the order is at a provider, its cancel is requested there. */
export function decideExpire(
  context: DecisionContext,
  order: OrderEvent,
): AccountEvents | undefined {
  if (order.expiresAt === 0 || order.expiresAt > context.now) return undefined
  if (order.state === 'started' && !restsAtProvider(order)) return undefined
  const rows = leaving(context, order, 'expiration')
  return rows.length === 0 ? undefined : rows
}

export function rejectedText(order: OrderEvent, refusal: Refusal): string {
  return `order ${order.id} was rejected when its price had come: ${refusal.message}`
}
