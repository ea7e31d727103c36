import type { JournalNote } from '../../../engine/account/event.js'
import { isNear } from '../../../engine/account/money/money-bounds.js'
import { isTrading } from '../../../engine/account/rules/at-provider/waiting.js'
import { marketPrice } from '../../../engine/account/rules/fill.js'
import { priceOf, priceRule } from '../../../engine/account/rules/protection.js'
import { isUsable, type Quote } from '../../../engine/book/prices.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { PricePts } from '../../../engine/units.js'
import type { DealingAct, DealingDone } from '../../../wire/thread/dealing.js'
import type { ShardCore } from '../core.js'
import type { RequestOutcome } from '../outcomes/outcome.js'
import { codeOf } from '../outcomes/outcome.js'
import { outcomeOf } from '../trade/trade-answer.js'
import type { ParkedRequest, WithDealersState } from './parked-requests.js'

/**
 * The acts of dealers on requests that wait.
 *
 *   A1. Only who was asked may take a request, one at a time, and only who has taken it may answer.
 *   A2. No client gets a worse price than it asked for: such a confirmation is refused, and the request
 *       waits on, to be answered with a requote.
 *   A3. An answer is in the journal with the record of the outcome, under the dealer's name.
 */
type Done = { readonly ok: true; readonly value: DealingDone } | Refusal

interface AtHand {
  readonly core: ShardCore
  readonly act: DealingAct
  readonly parked: ParkedRequest
  readonly state: WithDealersState
}

export function dealingActed(core: ShardCore, act: DealingAct): Done {
  const { id, by } = act
  const parked = core.parking.requests.get(id)
  const state = parked?.state
  if (parked === undefined || state?.is !== 'with_dealers') return notYours(id)
  const { queue } = state
  if (!queue.mayAnswer(by.login, core.dealers)) return notYours(id)
  if (queue.takenBy !== null && queue.takenBy !== by.login) {
    return refuse('conflict', `Dealer ${queue.takenBy} has taken the request.`)
  }
  const atHand = { core, act, parked, state }
  if (act.act === 'take') return take(atHand)
  if (queue.takenBy === null) return refuse('conflict', 'Take the request before you answer it.')
  if (act.act === 'return') {
    core.parking.dealing.giveBack(parked, state)
    return { ok: true, value: core.parking.dealing.row(parked, state) }
  }
  if (!core.mayWrite || !core.hasIds) {
    return refuse('unavailable', 'Nothing can be written at the moment. Answer again in a moment.')
  }
  if (act.act === 'reject') return reject(atHand)
  return act.act === 'requote' ? requote(atHand) : confirm(atHand)
}

function notYours(id: number): Refusal {
  return refuse('not_found', `No request ${id} waits for you.`)
}

function take({ core, act, parked, state }: AtHand): Done {
  if (state.queue.takenBy === null) core.parking.dealing.take(parked, state, act.by.login)
  return { ok: true, value: core.parking.dealing.row(parked, state) }
}

function reject(atHand: AtHand): Done {
  const { core, act, parked } = atHand
  const refusal = refuse('trade.rejected', act.text || 'The dealer rejected the request.')
  const result = parked.rejected?.(core.contextOf(parked.account)) ?? refusal
  const what = act.text === '' ? 'rejected' : `rejected (${act.text})`
  return done(atHand, core.parking.finish(parked, { result, note: noteOf(atHand, what) }))
}

/** Offers the client the dealer's price for as long as the server itself would. */
function requote(atHand: AtHand): Done {
  const { core, act, parked, state } = atHand
  const { wait } = state
  if (parked.tells.length === 0) {
    return refuse('trade.invalid_price', 'The server asks: there is nobody to offer a price to.')
  }
  const quote = core.contextOf(parked.account).prices.quote(wait.symbol.id)
  const price = priceGiven(atHand, quote)
  if (typeof price !== 'number') return price
  const { symbol, side } = wait
  const bid = side === 1 ? Math.min(quote?.bid ?? price, price) : price
  const ask = side === 1 ? price : Math.max(quote?.ask ?? price, price)
  const result = core.parking.requote(parked, state, act.by.login, { bid, ask })
  const note = noteOf(atHand, `requoted at ${textFromScaled(price, symbol.digits)}`)
  return done(atHand, core.parking.finish(parked, { result, note, price }))
}

function confirm(atHand: AtHand): Done {
  const { core, act, parked, state } = atHand
  const { wait } = state
  const price = priceGiven(atHand, core.contextOf(parked.account).prices.quote(wait.symbol.id))
  if (typeof price !== 'number') return price
  const { worstPrice } = parked
  if (worstPrice !== undefined && wait.side * (price - worstPrice) > 0) {
    const worst = textFromScaled(worstPrice, wait.symbol.digits)
    return refuse('trade.invalid_price', `The client takes ${worst} at the worst: requote instead.`)
  }
  const { clearsStops, ruleId } = wait
  const answer = { price, dealer: act.by.login, clearsStops, ruleId }
  const result = core.parking.decide(parked, state.decide, { answer })
  const given = isFill(parked) ? price : undefined
  const at = given === undefined ? '' : ` at ${textFromScaled(given, wait.symbol.digits)}`
  const why = isRefusal(result) ? `, but: ${result.message}` : ''
  const note = noteOf(atHand, `confirmed${at}${why}`)
  return done(atHand, core.parking.finish(parked, { result, note, price: given }))
}

/** The price that the dealer sent, or the market's; 0 for a request that fills nothing. */
function priceGiven(
  { core, act, parked, state }: AtHand,
  quote: Quote | undefined,
): PricePts | Refusal {
  const { symbol, side } = state.wait
  if (!isFill(parked)) {
    if (act.price === '' && act.act === 'confirm') return 0
    return refuse('trade.invalid_price', 'The request fills nothing: it has no price to give.')
  }
  if (act.price !== '') {
    const given = priceOf(symbol, act.price)
    if (given === undefined) return refuse('trade.invalid_price', `price: ${priceRule(symbol)}`)
    const market = quote === undefined ? given : marketPrice(side, quote)
    if (isNear(given, market)) return given
    const said = textFromScaled(market, symbol.digits)
    return refuse('trade.invalid_price', `price: is nowhere near the market's ${said}.`)
  }
  if (quote === undefined || !isUsable(quote, core.clockAt)) {
    return refuse('trade.off_quotes', `${symbol.name} has no price at the moment. Give one.`)
  }
  return marketPrice(side, quote)
}

/** Whether the request fills something; a close by another position does not, since it takes that one's price. */
function isFill({ asked }: ParkedRequest): boolean {
  return isTrading(asked['kind'] as string)
}

function noteOf({ act, parked, state: { wait } }: AtHand, what: string): JournalNote {
  const { login, ip, request_id } = act.by
  const { kind, side, volume, dealer } = parked.asked
  const asked = dealer === undefined ? '' : ` of staff ${dealer}`
  const request = `${kind} request ${parked.id}${asked} (${side} ${volume} ${wait.symbol.name})`
  const text = `Account ${parked.account.login}: dealer ${login} ${what}: ${request}`
  return { actor: login, kind: 'trade', ip, requestId: request_id, text }
}

function done({ core, parked: { id } }: AtHand, outcome: RequestOutcome): Done {
  const none = { message: '', order_id: 0, deal_id: 0, position_id: 0 }
  if (!outcome.ok) {
    const { code, message } = outcome
    return { ok: true, value: { ...none, id, outcome: code, message } }
  }
  // A stop out tells of itself before its order.
  const events = outcome.record.events.filter(({ type }) => type !== 'standing')
  const { orderId, dealId, positionId } = outcomeOf(core.book, events)
  const ids = { order_id: orderId, deal_id: dealId, position_id: positionId }
  return { ok: true, value: { ...none, id, outcome: codeOf(outcome), ...ids } }
}
