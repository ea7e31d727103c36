import type { AccountRecord, DealEvent } from '../engine/account/event.js'
import { assert } from '../engine/assert.js'
import type { Book } from '../engine/book.js'
import type { TradeAnswer } from '../wire/views.js'

/** The answer to a trade request, from the record that holds its outcome: the first time and every time. */
export function tradeAnswer(book: Book, record: AccountRecord): TradeAnswer {
  const deal = dealOf(record)
  return {
    orderId: deal.orderId,
    dealId: deal.id,
    positionId: deal.positionId,
    volume: deal.volume,
    price: deal.price,
    bid: deal.bid,
    ask: deal.ask,
    digits: book.symbolsById.get(deal.symbolId)?.digits ?? 0,
    seq: record.accountSeq + record.events.length,
    projectionSeq: record.seq,
  }
}

/** Accepted trades and balance operations have one deal each. */
export function dealOf(record: AccountRecord): DealEvent {
  const deal = record.events.find((event): event is DealEvent => event.type === 'deal')
  assert(deal !== undefined, 'an accepted request has a deal')
  return deal
}
