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
 * The answer to a trade request, from the record with its outcome. It is the same for every repeat.
 * The first event of the record is the requested one.
 */
export function tradeAnswer(book: Book, record: AccountRecord): TradeAnswer {
  const { events, accountSeq, seq } = record
  return outcomeOf(book, events, accountSeq + events.length, seq)
}

/**
 * The answer for the events of an accepted request; without seqs if it was only checked. It is one
 * literal for answers with a deal, because copying an object with more fields costs more than
 * deciding an order.
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

/**
 * The answer for an order at a provider: the whole filled volume at its average price, not only the
 * part in the last record.
 */
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

/**
 * A record for a request that changed nothing and has none. Its answer has the account's newest
 * seq.
 */
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

/** The code for an accepted request: a pending order is placed, not done. */
export function successCode([first]: readonly AccountEvent[]): SuccessCode {
  return first?.type === 'order' && isResting(first) && first.version === 1 ? 'trade.placed' : 'ok'
}

export function successOf({ code }: AccountRecord): SuccessCode {
  assert(isSuccess(code), 'the record of an accepted request says so')
  return code
}

/** An accepted balance operation has exactly one deal. */
export function dealOf(record: AccountRecord): DealEvent {
  const deal = firstDeal(record.events)
  assert(deal !== undefined, 'an accepted balance operation has a deal')
  return deal
}
