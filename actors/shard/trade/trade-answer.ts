import {
  type AccountEvent,
  type AccountRecord,
  type DealEvent,
  isResting,
  type OrderEvent,
} from '../../../engine/account/event.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isSuccess, type SuccessCode } from '../../../engine/code.js'
import type { TradeAnswer } from '../../../wire/row/rows.js'

/**
 * The answer to a trade request, from the record that holds its outcome: the first time and every
 * time. What was asked for comes first among the record's events.
 */
export function tradeAnswer(book: Book, record: AccountRecord): TradeAnswer {
  const { events, accountSeq, seq } = record
  return outcomeOf(book, events, accountSeq + events.length, seq)
}

/**
 * The answer that the events of an accepted request come to; without seqs where it is only checked. One literal
 * for what has a deal: copying one with more fields costs more than an order's decision.
 */
export function outcomeOf(
  book: Book,
  events: readonly AccountEvent[],
  seq = 0,
  projectionSeq = 0,
): TradeAnswer {
  const first = events[0]
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  const digits = book.symbolsById.get(first.symbolId)?.digits ?? 0
  const deal = firstDeal(events)
  if (
    first.type === 'order' &&
    first.gatewayId !== 0 &&
    (first.attempt === 0 || deal !== undefined)
  ) {
    return filledAnswer(first, deal, digits, seq, projectionSeq)
  }
  if (deal !== undefined) {
    const { id: dealId, orderId, positionId, volume, price, bid, ask } = deal
    return { orderId, dealId, positionId, volume, price, bid, ask, digits, seq, projectionSeq }
  }
  const none = { dealId: 0, bid: 0, ask: 0 }
  if (first.type === 'order') {
    const { id: orderId, positionId, volumeInitial: volume, price } = first
    return { orderId, positionId, volume, price, ...none, digits, seq, projectionSeq }
  }
  const { id: positionId, volume } = first
  return { orderId: 0, positionId, volume, price: 0, ...none, digits, seq, projectionSeq }
}

/** The answer to an order at a provider: all that was filled, at its average, whatever the last record had of it. */
function filledAnswer(
  { id: orderId, lastDealId: dealId, positionId, volumeInitial, volumeCurrent, price }: OrderEvent,
  deal: DealEvent | undefined,
  digits: number,
  seq: number,
  projectionSeq: number,
): TradeAnswer {
  const { bid = 0, ask = 0 } = deal ?? {}
  const volume = volumeInitial - volumeCurrent
  return { orderId, dealId, positionId, volume, price, bid, ask, digits, seq, projectionSeq }
}

function firstDeal(events: readonly AccountEvent[]): DealEvent | undefined {
  for (const event of events) if (event.type === 'deal') return event
  return undefined
}

/** A record for a request that changed nothing and has none: its answer is as new as the account's newest one. */
export function unwritten(
  { login, lastRecordSeq, seq }: Account,
  at: number,
  events: readonly AccountEvent[],
): AccountRecord {
  return {
    seq: lastRecordSeq,
    previousSeq: 0,
    at,
    login,
    accountSeq: seq - events.length,
    requestKey: '',
    requestDigest: 0,
    code: 'ok',
    message: '',
    events,
  }
}

/** The code of what an accepted request does: an order that rests is not done yet. */
export function successCode([first]: readonly AccountEvent[]): SuccessCode {
  return first?.type === 'order' && isResting(first) && first.version === 1 ? 'trade.placed' : 'ok'
}

export function successOf({ code }: AccountRecord): SuccessCode {
  assert(isSuccess(code), 'the record of an accepted request says so')
  return code
}

/** Accepted balance operations have one deal each. */
export function dealOf(record: AccountRecord): DealEvent {
  const deal = firstDeal(record.events)
  assert(deal !== undefined, 'an accepted balance operation has a deal')
  return deal
}
