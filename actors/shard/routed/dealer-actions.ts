import { CANNOT_WAIT, isWaiting, NO_IDS } from '../../../engine/account/decision.js'
import type { JournalNote } from '../../../engine/account/event.js'
import { moneyOf } from '../../../engine/account/money/money.js'
import { accountAfter } from '../../../engine/account/money/preview.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import { because, inWords } from '../../../engine/reasons/reasons.js'
import type { DealingAct, DealingAfter, DealingResult } from '../../../wire/thread/dealing.js'
import { notedDoer } from '../../../wire/thread/doer.js'
import { codeOf, type RequestOutcome } from '../outcomes/outcome.js'
import { outcomeOf } from '../outcomes/trade-answer.js'
import {
  confirmation,
  type DealtBooks,
  isFill,
  type PricedAction,
  priceGiven,
  reasonMissing,
  worseThanRequested,
} from './dealer-price.js'

/**
 * The actions of dealers on waiting requests.
 *
 *   - Only a dealer who was offered the request may take it, and only the dealer who has taken it
 *     may answer.
 *   - No client gets a worse price than requested: such a confirmation is refused, and the request
 *     waits for a requote.
 *   - A price that is further from the market than `dealing_deviation_pct` needs a reason, which
 *     the journal records.
 *   - The answer is in the journal together with the record of the outcome, under the dealer's
 *     name.
 */
type Done = { readonly ok: true; readonly value: DealingResult } | Refusal

export function dealingActed(core: DealtBooks, act: DealingAct): Done {
  const { id, by } = act
  const parked = core.parking.requests.get(id)
  const state = parked?.state
  if (parked === undefined || state?.is !== 'with_dealers') return notYours(id)
  const { queue } = state
  if (!queue.mayAnswer(by.login, core.dealers)) return notYours(id)
  const atHand = { core, act, parked, state }
  if (act.act === 'check') return checked(atHand)
  if (queue.takenBy !== null && queue.takenBy !== by.login) {
    return because('conflict.dealer_took', { dealer: queue.takenBy })
  }
  if (act.act === 'take') return take(atHand)
  if (queue.takenBy === null) return because('conflict.not_taken')
  if (act.act === 'return') {
    core.parking.dealing.giveBack(parked, state)
    return { ok: true, value: core.parking.dealing.row(parked, state) }
  }
  if (!core.mayWrite || !core.hasIds) {
    return because('unavailable.dealer_answer')
  }
  if (act.act === 'reject') return reject(atHand)
  return act.act === 'requote' ? requote(atHand) : confirm(atHand)
}

function notYours(id: number): Refusal {
  return because('not_found.dealing_request', { id })
}

/** The account after a possible confirmation: decided like the confirmation, but not written. */
function checked(
  atHand: PricedAction,
): { readonly ok: true; readonly value: DealingAfter } | Refusal {
  const { core, parked, state } = atHand
  const { account } = parked
  const { prices } = core.contextOf(account)
  const price = priceGiven(atHand, prices.quote(state.wait.symbol.id))
  if (typeof price !== 'number') return price
  const worse = worseThanRequested(atHand, price)
  if (worse !== undefined) return worse
  const answer = confirmation(atHand, price)
  const decided = core.parking.decide(parked, state.decide, { ...NO_IDS, answer })
  if (isRefusal(decided)) return decided
  if (isWaiting(decided)) return CANNOT_WAIT
  const money = moneyOf(accountAfter(account, decided), core.book, prices)
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const text = (amount: number | null, of: number) =>
    amount === null ? null : textFromScaled(amount, of)
  const value = {
    id: parked.id,
    price: isFill(parked) ? textFromScaled(price, state.wait.symbol.digits) : null,
    equity: text(money.equity, digits),
    margin: text(money.margin, digits),
    margin_level: text(money.marginLevel, 2),
  }
  return { ok: true, value }
}

function take({ core, act, parked, state }: PricedAction): Done {
  if (state.queue.takenBy === null) core.parking.dealing.take(parked, state, act.by.login)
  return { ok: true, value: core.parking.dealing.row(parked, state) }
}

function reject(atHand: PricedAction): Done {
  const { core, act, parked } = atHand
  const refusal = inWords(act.text, 'trade.rejected.dealer_text', 'trade.rejected.dealer')
  const result = parked.rejected?.(core.contextOf(parked.account)) ?? refusal
  const what = act.text === '' ? 'rejected' : `rejected (${act.text})`
  return done(atHand, core.parking.finish(parked, { result, note: noteOf(atHand, what) }))
}

/** Offers the client the dealer's price for the time that the dealer chose. */
function requote(atHand: PricedAction): Done {
  const { core, act, parked, state } = atHand
  const { wait } = state
  if (parked.tells.length === 0) {
    return because('trade.invalid_price.of_server')
  }
  const quote = core.contextOf(parked.account).prices.quote(wait.symbol.id)
  const price = priceGiven(atHand, quote)
  if (typeof price !== 'number') return price
  const unsaid = reasonMissing(atHand, quote, price)
  if (unsaid !== undefined) return unsaid
  const { symbol, side } = wait
  const bid = side === 1 ? Math.min(quote?.bid ?? price, price) : price
  const ask = side === 1 ? price : Math.max(quote?.ask ?? price, price)
  const dealers = { dealer: act.by.login, validSec: act.validSec }
  const result = core.parking.requote(parked, state, dealers, { bid, ask })
  const note = noteOf(atHand, `requoted at ${textFromScaled(price, symbol.digits)}${reasonOf(act)}`)
  return done(atHand, core.parking.finish(parked, { result, note, price }))
}

function confirm(atHand: PricedAction): Done {
  const { core, act, parked, state } = atHand
  const { wait } = state
  const quote = core.contextOf(parked.account).prices.quote(wait.symbol.id)
  const price = priceGiven(atHand, quote)
  if (typeof price !== 'number') return price
  const refused = worseThanRequested(atHand, price) ?? reasonMissing(atHand, quote, price)
  if (refused !== undefined) return refused
  const answer = confirmation(atHand, price)
  const result = core.parking.decide(parked, state.decide, { answer })
  const given = isFill(parked) ? price : undefined
  const at = given === undefined ? '' : ` at ${textFromScaled(given, wait.symbol.digits)}`
  const why = isRefusal(result) ? `, but: ${result.message}` : ''
  const note = noteOf(atHand, `confirmed${at}${reasonOf(act)}${why}`)
  return done(atHand, core.parking.finish(parked, { result, note, price: given }))
}

/** The dealer's reason for the price, for the journal. */
function reasonOf({ reason }: DealingAct): string {
  return reason.trim() === '' ? '' : ` (${reason.trim()})`
}

function noteOf({ act, parked, state: { wait } }: PricedAction, what: string): JournalNote {
  const { login } = act.by
  const { kind, side, volume, dealer } = parked.asked
  const asked = dealer === undefined ? '' : ` of staff ${dealer}`
  const request = `${kind} request ${parked.id}${asked} (${side} ${volume} ${wait.symbol.name})`
  const text = `Account ${parked.account.login}: dealer ${login} ${what}: ${request}`
  return { ...notedDoer(act.by), kind: 'trade', text }
}

function done({ core, parked: { id } }: PricedAction, outcome: RequestOutcome): Done {
  const none = { message: '', order_id: 0, deal_id: 0, position_id: 0 }
  if (!outcome.ok) {
    const { code, message } = outcome
    return { ok: true, value: { ...none, id, outcome: code, message } }
  }
  // The event about the account's standing comes before the order of a stop out.
  const events = outcome.record.events.filter(({ type }) => type !== 'standing')
  const { orderId, dealId, positionId } = outcomeOf(core.book, events)
  const ids = { order_id: orderId, deal_id: dealId, position_id: positionId }
  return { ok: true, value: { ...none, id, outcome: codeOf(outcome), ...ids } }
}
