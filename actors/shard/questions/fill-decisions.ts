import { endedOrder } from '../../../engine/account/decide/delete.js'
import type { AccountEvent, OrderEvent } from '../../../engine/account/event.js'
import { isNear } from '../../../engine/account/money/money-bounds.js'
import {
  type FillBooking,
  fillBooking,
} from '../../../engine/account/rules/at-provider/fill-booking.js'
import {
  isBeyondWorth,
  isCountable,
  marketOfFill,
} from '../../../engine/account/rules/at-provider/fill-bounds.js'
import {
  type HeldDecision,
  type HeldFill,
  hasOpenFills,
  heldFillsOf,
  withDecision,
} from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  bookHeldApart,
  isApart,
  sceneOf,
} from '../../../engine/account/rules/at-provider/provider-fill.js'
import { unheldRow } from '../../../engine/account/rules/at-provider/resting-order.js'
import { noPrice } from '../../../engine/account/rules/pending-price.js'
import { priceOf } from '../../../engine/account/rules/protection.js'
import type { Account } from '../../../engine/account/state.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { PricePts } from '../../../engine/units.js'
import { heldFillText } from '../../../wire/answer/held-fill-view.js'
import type { ShardOperations } from '../../../wire/thread/messages.js'
import type { ShardCore } from '../core.js'
import { decidedNote } from '../routed/journal-notes.js'
import type { AtProviderState, RestsAtProviderState } from '../routed/parked-requests.js'
import type { SaidEnd } from '../routed/provider-ends.js'
import { newestRow } from '../routed/sent-orders.js'
import { holderOf, symbolOf } from '../row-facts.js'
import type { ShardAnswer } from './answer.js'

/**
 * Carries out decisions of staff about held provider fills (actors/shard/routed/held-fills.ts).
 *
 *   N1. A fill is decided once. A repeat under the same key gets the first answer, even if the
 *       order has ended.
 *   N2. A fill is booked like any other, at the price that staff chose: on its order, or apart if
 *       its position is closed. If its money cannot be computed, staff cannot book it either.
 *   - If the provider has already reported the end of the order, the order ends with the decision
 *     about its last held fill.
 */
type Ask = ShardOperations['decide_fill']['request']

interface DecisionInput {
  readonly core: ShardCore
  readonly account: Account
  readonly order: OrderEvent
  readonly fill: HeldFill
  readonly ask: Ask
}

export function fillDecided(core: ShardCore, ask: Ask): ShardAnswer {
  const account = core.account(ask.login)
  if (isRefusal(account)) return account
  core.ledger.endDays(account)
  const found = newestRow(core.records, account, ask.order_id)
  const fill = found && heldFillsOf(found).find(({ number }) => number === ask.number)
  if (found === undefined || fill === undefined) {
    return because('trade.order_unknown.fill', { id: ask.order_id, number: ask.number })
  }
  const asked = { core, account, order: found, fill, ask }
  const refusal = fill.decision === null ? decide(asked) : repeated(fill.decision, ask)
  if (refusal !== undefined) return refusal
  const row = newestRow(core.records, account, found.id) ?? found
  const decided = heldFillsOf(row).find(({ number }) => number === ask.number) ?? fill
  const { book } = core
  const [holder, symbol] = [holderOf(book, account), symbolOf(book, row.symbolId)]
  return { ok: true, text: heldFillText(row, decided, holder, symbol) }
}

/** Refuses a second decision about a fill; undefined for a repeat of the same request (N1). */
function repeated(
  decision: HeldDecision,
  { by, request_id: key, ...ask }: Ask,
): Refusal | undefined {
  const { action, reason } = decision
  const isSame = action === ask.action && reason === ask.reason && decision.by === by.login
  if (key !== '' && decision.key === key && isSame) return undefined
  return because('conflict.fill_decided', { by: decision.by, done: DONE[action] })
}

const DONE = { confirm: 'it is booked', book: 'it is booked', refuse: 'it is refused' } as const

function decide(asked: DecisionInput): Refusal | undefined {
  const { core, account, order, fill, ask } = asked
  if (ask.version !== 0 && ask.version !== order.version) {
    return because('conflict.order_changed', { version: order.version })
  }
  if (!core.mayWrite || !core.hasIds) {
    return because('unavailable.writing')
  }
  const price = priceAsked(asked)
  if (isRefusal(price)) return price
  const { action, reason, request_id: key, by } = ask
  const decision: HeldDecision = { action, at: core.now, by: by.login, price, reason, key }
  const events = eventsOf(asked, decision)
  if (isRefusal(events)) return events
  const note = decidedNote(core, account, order, fill, decision, by)
  const parked = core.parking.requests.get(order.id)
  const state = parked?.account === account ? parked.state : undefined
  if (parked === undefined || (state?.is !== 'at_provider' && state?.is !== 'rests_at_provider')) {
    const kept = { requestKey: '', digest: 0, code: 'ok', message: '' } as const
    const written = core.ledger.write(account, kept, events, note)
    return isRefusal(written) ? written : undefined
  }
  const { booking, gateways, resting } = core.parking
  const [first] = events
  if (order.asked !== '' && first?.type === 'order' && first.doneAt !== 0) {
    // The fill wins over an open request about the order, which is answered first.
    if (!resting.overtaken(parked)) return NOT_WRITTEN
    const row = account.orders.get(order.id) ?? order
    return decide({ ...asked, order: row, ask: { ...ask, version: 0 } })
  }
  if (!booking.write(parked, { events }, note)) return NOT_WRITTEN
  const end = endOf(state)
  const row = account.orders.get(order.id)
  if (end === undefined || row === undefined || hasOpenFills(row)) return undefined
  if (state.is === 'at_provider') gateways.end(parked, state, end.state, end.text)
  else resting.end(parked, state, end.state, end.text)
  return undefined
}

/**
 * The provider's report is not known after a restart, but an order that was traded completely has
 * ended there.
 */
function endOf(state: AtProviderState | RestsAtProviderState): SaidEnd | undefined {
  const isWhole = state.is === 'at_provider' && state.filled >= state.order.volume
  return state.ended ?? (isWhole ? { state: 'filled', text: '' } : undefined)
}

const NOT_WRITTEN = because('unavailable.fill')

/** The price at which to book the fill; 0 if the fill is refused. */
function priceAsked({ core, account, order, fill, ask }: DecisionInput): PricePts | Refusal {
  if (ask.action === 'refuse') return 0
  if (ask.action === 'confirm') return fill.price
  const context = core.contextOf(account)
  const { symbol } = sceneOf(context, account, order)
  const price = priceOf(symbol, ask.price)
  if (price === undefined) return noPrice(symbol, 'price', ask.price)
  const known = marketOfFill(context, order)
  const market = known === undefined ? price : order.side === 1 ? known.ask : known.bid
  if (isNear(price, market)) return price
  const said = textFromScaled(market, symbol.digits)
  return because('trade.invalid_price.far', { market: said })
}

/** The events of a decision, with the order's row first (N2). */
function eventsOf(asked: DecisionInput, decision: HeldDecision): readonly AccountEvent[] | Refusal {
  const { core, account, fill } = asked
  const order = withDecision(asked.order, fill.number, decision)
  if (decision.action === 'refuse') {
    return [isApart(order) ? endedOrder(order, 'rejected', core.now) : unheldRow(order)]
  }
  const context = core.contextOf(account)
  const { volume, execution: executionId, external: externalId } = fill
  const given = { volume, price: decision.price, executionId, externalId }
  if (isBeyondWorth(context, account, order, given)) return UNCOUNTABLE
  const booked = isApart(order)
    ? bookHeldApart(context, account, order, given)
    : fillBooking(context, account, order, given)
  if (isRefusal(booked)) return booked
  const events = 'isOfOrder' in booked ? ofOrder(order, booked) : booked
  return isCountable(context, account, order, given, events) ? events : UNCOUNTABLE
}

/** The events of a booking with the order's own row first, even if the fill was booked apart. */
function ofOrder(order: OrderEvent, { events, isOfOrder }: FillBooking): readonly AccountEvent[] {
  return isOfOrder ? events : [unheldRow(order), ...events]
}

const UNCOUNTABLE = because('trade.rejected.fill_too_much')
