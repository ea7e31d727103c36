import {
  type AccountRecord,
  type DealEvent,
  type OrderEvent,
  PLAIN_TERMS,
  type PositionEvent,
} from '../../../engine/account/event.js'
import { RATE_ONE } from '../../../engine/units.js'
import { LOGIN } from '../account.js'
import { PLAIN_DEAL, PLAIN_POSITION } from '../plain.js'

/** What an account's log says, each as plain as it can be: a test gives what it is about. */

/** A deposit of nothing. */
export function dealEvent(over: Partial<DealEvent> = {}): DealEvent {
  return {
    type: 'deal',
    id: 1,
    orderId: 0,
    positionId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'deposit',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    profit: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    credit: 0,
    rateProfit: 0n,
    reason: 'client',
    comment: '',
    at: 1,
    ...PLAIN_DEAL,
    ...over,
  }
}

/** A buy limit of EURUSD that rests here. */
export function orderEvent(over: Partial<OrderEvent> = {}): OrderEvent {
  return {
    type: 'order',
    id: 11,
    symbolId: 1,
    side: 1,
    kind: 'limit',
    state: 'placed',
    volumeInitial: 1000,
    volumeCurrent: 1000,
    price: 110_000,
    positionId: 0,
    reason: 'client',
    comment: '',
    createdAt: 1,
    doneAt: 0,
    ...PLAIN_TERMS,
    ...over,
  }
}

/** An open buy of EURUSD. */
export function positionEvent(over: Partial<PositionEvent> = {}): PositionEvent {
  return {
    type: 'position',
    id: 6,
    symbolId: 1,
    side: 1,
    volume: 100_000_000,
    priceOpen: 110_000,
    priceClose: 0,
    rateMargin: RATE_ONE,
    swap: 0,
    openedAt: 1,
    closedAt: 0,
    reason: 'client',
    comment: '',
    version: 1,
    ...PLAIN_POSITION,
    ...over,
  }
}

/** The first record of the given account. */
export function accountRecord(over: Partial<AccountRecord> = {}): AccountRecord {
  return {
    seq: 1,
    previousSeq: 0,
    at: 1,
    login: LOGIN,
    accountSeq: 0,
    requestKey: '',
    requestDigest: 0,
    code: 'ok',
    message: '',
    events: [],
    ...over,
  }
}
