import type { AccountEvent, AccountRecord, DealEvent } from '../engine/account/event.js'
import { assert } from '../engine/assert.js'
import type { Book } from '../engine/book.js'
import { isSuccess, type SuccessCode } from '../engine/code.js'
import type { TradeAnswer } from '../wire/views.js'

/**
 * The answer to a trade request, from the record that holds its outcome: the first time and every
 * time. What was asked for comes first among the record's events.
 */
export function tradeAnswer(book: Book, record: AccountRecord): TradeAnswer {
  const { events } = record
  const seq = record.accountSeq + events.length
  return { ...outcomeOf(book, events), seq, projectionSeq: record.seq }
}

type Outcome = Omit<TradeAnswer, 'seq' | 'projectionSeq'>

/** What the events of an accepted request come to; the same for a request that is only checked. */
export function outcomeOf(book: Book, events: readonly AccountEvent[]): Outcome {
  const deal = events.find((event) => event.type === 'deal')
  const first = events[0]
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  const digits = book.symbolsById.get(first.symbolId)?.digits ?? 0
  if (deal !== undefined) {
    const { orderId, positionId, volume, price, bid, ask } = deal
    return { orderId, dealId: deal.id, positionId, volume, price, bid, ask, digits }
  }
  const none = { dealId: 0, bid: 0, ask: 0, digits }
  if (first.type === 'order') {
    const { id, positionId, volumeInitial: volume, price } = first
    return { ...none, orderId: id, positionId, volume, price }
  }
  const { id, volume } = first
  return { ...none, orderId: 0, positionId: id, volume, price: 0 }
}

export function successOf({ code }: AccountRecord): SuccessCode {
  assert(isSuccess(code), 'the record of an accepted request says so')
  return code
}

/** Accepted balance operations have one deal each. */
export function dealOf(record: AccountRecord): DealEvent {
  const deal = record.events.find((event): event is DealEvent => event.type === 'deal')
  assert(deal !== undefined, 'an accepted balance operation has a deal')
  return deal
}
