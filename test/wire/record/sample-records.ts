import {
  type AccountEvent,
  type AccountRecord,
  type DealEvent,
  type OrderEvent,
  PLAIN_TERMS,
  type PositionEvent,
} from '../../../engine/account/event.js'
import { encodeRecord, RecordBuffer } from '../../../wire/record/record.js'
import { PLAIN_DEAL, PLAIN_POSITION } from '../../given/plain.js'

/** Records for the tests of the codec and of the logs. */
const NOON = 1_764_000_000_000

/** The record of an order of account 100,001 that opens a position, as record `seq`. */
export function orderRecord(seq: number): AccountRecord {
  const orderId = 500_000 + seq
  return {
    seq,
    previousSeq: Math.max(0, seq - 7),
    at: NOON + seq,
    login: 100_001,
    accountSeq: seq * 3,
    requestKey: `o:client-${seq}`,
    requestDigest: Math.imul(seq, 2_654_435_761) >>> 0,
    code: 'ok',
    message: '',
    events: [order(orderId), deal(orderId), position(orderId)],
  }
}

/** `count` records from `firstSeq` on, as the bytes of one turn. */
export function turnOf(firstSeq: number, count: number): Uint8Array {
  const into = new RecordBuffer()
  for (let seq = firstSeq; seq < firstSeq + count; seq++) encodeRecord(orderRecord(seq), into)
  return into.bytes().slice()
}

/** A turn of one record that has so many bytes. */
export function turnOfBytes(seq: number, bytes: number): Uint8Array {
  const into = new RecordBuffer()
  encodeRecord({ ...orderRecord(seq), events: [], message: '' }, into)
  const message = 'x'.repeat(bytes - into.length - 2)
  into.clear()
  encodeRecord({ ...orderRecord(seq), events: [], message }, into)
  return into.bytes().slice()
}

export function order(id: number): OrderEvent {
  return {
    type: 'order',
    id,
    symbolId: 12,
    side: 1,
    kind: 'market',
    state: 'filled',
    volumeInitial: 10_000_000,
    volumeCurrent: 0,
    price: 108_523,
    positionId: id,
    reason: 'client',
    comment: 'grid 7',
    createdAt: NOON,
    doneAt: NOON + 1,
    ...PLAIN_TERMS,
  }
}

export function deal(orderId: number): DealEvent {
  return {
    type: 'deal',
    id: orderId + 300_000,
    orderId,
    positionId: orderId,
    symbolId: 12,
    entry: 'out',
    action: 'sell',
    side: -1,
    volume: 10_000_000,
    price: 108_520,
    bid: 108_520,
    ask: 108_523,
    profit: -1234,
    swap: -5,
    commission: -70,
    fee: 0,
    credit: 0,
    rateProfit: 1_000_000_000_000n,
    reason: 'dealer',
    comment: 'größer',
    at: NOON + 2,
    ...PLAIN_DEAL,
  }
}

export function position(id: number): PositionEvent {
  return {
    type: 'position',
    id,
    symbolId: 12,
    side: -1,
    volume: 10_000_000,
    priceOpen: 108_523,
    priceClose: 0,
    rateMargin: 36_028_797_018_963_968n,
    swap: -12,
    openedAt: NOON,
    closedAt: 0,
    reason: 'api',
    comment: 'закрыть',
    version: 3,
    ...PLAIN_POSITION,
  }
}

export function encoded(...records: readonly AccountRecord[]): Uint8Array {
  const into = new RecordBuffer()
  for (const record of records) encodeRecord(record, into)
  return into.bytes().slice()
}

/** A record whose only event is `event`, with every head field filled. */
export function pinned(...events: readonly AccountEvent[]): AccountRecord {
  return {
    seq: 9_007_199_254_740_991,
    previousSeq: 4_294_967_296,
    at: 1_764_000_000_123,
    login: 100_001,
    accountSeq: 77,
    requestKey: 'o:a-1',
    requestDigest: 0xdeadbeef,
    code: events.length > 0 ? 'ok' : 'trade.no_money',
    message: events.length > 0 ? '' : 'Not enough money: deposit or trade less.',
    events,
  }
}
