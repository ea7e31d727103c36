import t from 'tap'
import type { ShardRecords } from '../../../../actors/shard/log/records.js'
import type { RequestKeys } from '../../../../actors/shard/outcomes/request-keys.js'
import {
  bookedAs,
  isBooked,
  sentFate,
  undoneKey,
} from '../../../../actors/shard/routed/sent-orders.js'
import type { Account } from '../../../../engine/account/state.js'
import { LOGIN } from '../../../given/account.js'
import {
  sentDeal as deal,
  type GivenRecord,
  SENT_ORDER as ID,
  sentRow as row,
  SentLog,
} from '../../../given/records/sent-log.js'

// Goal: what the log says of an order at a provider is told of that order and that attempt alone.

const OTHER = 6
const SENT = { login: LOGIN, orderId: ID, attempt: 1 }

const fateOf = ({ records, account }: SentLog, attempt?: number) =>
  sentFate(records, account, ID, attempt)

/** What its end made up for has no volume that was traded. */
const BALANCE = deal(99, 1, { entry: 'balance' })

t.test('an execution is booked where a record has its key, or a deal of it its name', (t) => {
  const booked = (given: GivenRecord, oldestSeq = 1) => {
    const log = new SentLog(given)
    log.oldestSeq = oldestSeq
    return isBooked(log.keys, log.records, SENT, 'X1')
  }
  t.equal(booked({ requestKey: 'x:5:X1' }), true)
  t.equal(booked({ events: [row(2), deal(10, 7)] }), true)
  t.equal(booked({ requestKey: 'x:5:X2' }), false)
  t.equal(booked({ requestKey: 'x:6:X1' }), false)
  t.equal(booked({ events: [deal(10, 7, { externalId: 'X2' })] }), false, 'another execution')
  t.equal(booked({ events: [deal(10, 7, { orderId: OTHER })] }), false, 'of another order')
  t.equal(booked({ events: [row(2, { externalId: 'X1', orderId: ID })] }), false, 'no deal')
  t.equal(booked({ login: LOGIN + 1, requestKey: 'x:5:X1' }), false, 'of another account')
  t.end()
})

t.test('a record that cannot be read was written, unless the log has let go of it', (t) => {
  for (const [oldestSeq, isThere] of [
    [1, true],
    [2, true],
    [3, false],
  ] as const) {
    const records = { record: () => undefined, oldestSeq } as unknown as ShardRecords
    const keys = { find: () => [2] } as unknown as RequestKeys
    t.equal(isBooked(keys, records, SENT, 'X1'), isThere, `from ${oldestSeq} on`)
  }
  t.end()
})

t.test('an execution is booked as the sum of its deals, those apart too', (t) => {
  const log = new SentLog(
    { events: [row(2), deal(10, 7), BALANCE] },
    { events: [row(3), deal(20, 7, { externalId: 'X2' })] },
    {
      requestKey: 'x:5:X1',
      events: [row(1, { id: 8 }), deal(4, 9, { orderId: 8, externalId: '' }), BALANCE],
    },
    { requestKey: 'x:5:X2', events: [deal(5, 9, { orderId: 9, externalId: 'X2' })] },
    { login: LOGIN + 1, events: [deal(50, 7)] },
  )
  const sum = (id: string) => bookedAs(log.keys, log.records, SENT, id)
  t.same(sum('X1'), { volume: 14, value: 106n })
  t.same(sum('X2'), { volume: 25, value: 185n })
  t.same(sum('X3'), { volume: 0, value: 0n })
  const keys = { find: () => [77, 1] } as unknown as RequestKeys
  t.same(bookedAs(keys, log.records, SENT, 'X1').volume, 10, 'what cannot be read has no deals')
  t.end()
})

t.test('the fate of an order is what came of it, apart or not, and what was taken back', (t) => {
  const log = new SentLog(
    { requestKey: 'o:before', requestDigest: 1, events: [row(1, { gatewayId: 0 })] },
    { requestKey: 'o:k', requestDigest: 77, events: [row(2)] },
    {
      events: [
        row(3, { volumeCurrent: 70 }),
        deal(30, 10, { reason: 'gateway' }),
        deal(5, 11, { orderId: 8, reason: 'gateway' }),
        deal(40, 11, { orderId: 9, reason: 'client' }),
        BALANCE,
      ],
    },
    {
      events: [row(9, { id: OTHER }), deal(60, 1, { id: ID, orderId: OTHER, reason: 'gateway' })],
    },
    {
      requestKey: 'x:5:X9',
      requestDigest: 2,
      events: [row(1, { id: 8, gatewayId: 3 }), deal(7, 12, { orderId: 8 }), BALANCE],
    },
    { requestKey: 'x:55:X9', requestDigest: 2, events: [deal(70, 12, { orderId: 8 })] },
    { requestKey: undoneKey(ID, 'X1', { volume: -3, value: -30n }), requestDigest: 2 },
    { requestKey: 'x:5:undone:X1', requestDigest: 2 },
    { requestKey: 'x:5:filled:3:30', requestDigest: 2 },
    { requestKey: undoneKey(ID, 'X1', { volume: -9, value: -90n }), requestDigest: 1 },
    {
      requestKey: undoneKey(ID, 'X2', { volume: -9, value: -90n }),
      requestDigest: 2,
      events: [deal(1, 3, { orderId: 8 })],
    },
    { events: [row(4, { state: 'cancelled' })] },
  )
  t.same(fateOf(log), {
    order: row(4, { state: 'cancelled' }),
    sent: row(2),
    at: 2000,
    filled: 30,
    value: 300n,
    apart: 5 + 7 - 3 + 1,
    apartValue: 55n + 84n - 30n + 3n,
    isUnwanted: false,
    requestKey: 'o:k',
    digest: 77,
  })
  t.same(fateOf(log, 2), fateOf(log))
  t.equal(fateOf(log, 1), undefined, 'the row before was not sent')
  t.end()
})

t.test('each attempt at an order has what came of it alone', (t) => {
  const log = new SentLog(
    { events: [row(1, { state: 'placed', gatewayId: 0 })] },
    { events: [row(2)] },
    { events: [row(3), deal(10, 7), deal(1, 7, { orderId: 8, reason: 'gateway' })] },
    { events: [row(4, { state: 'placed' })] },
    { requestKey: 'x:5:X7', requestDigest: 2, events: [deal(2, 7, { orderId: 9 })] },
    { events: [row(5)] },
    { events: [row(6), deal(20, 7), deal(3, 7, { orderId: 8, reason: 'gateway' })] },
    { requestKey: 'x:5:X8', requestDigest: 5, events: [deal(4, 7, { orderId: 9 })] },
  )
  const told = (attempt?: number) => {
    const { sent, filled, value, apart, apartValue } = fateOf(log, attempt) ?? {}
    return [sent?.version, filled, value, apart, apartValue]
  }
  t.same(told(5), [5, 20, 140n, 7, 49n])
  t.same(told(2), [2, 10, 70n, 3, 21n])
  t.same(told(), told(5), 'the newest')
  t.same(told(4), [undefined, undefined, undefined, undefined, undefined])
  t.end()
})

t.test('of an order that rests there its placing is the attempt, whatever was asked later', (t) => {
  const there = (version: number, over: object = {}) => row(version, { attempt: 1, ...over })
  const log = new SentLog(
    { requestKey: 'o:k', events: [there(1, { asked: 'place' })] },
    { events: [there(2, { state: 'placed' })] },
    { events: [there(3, { state: 'partial' }), deal(10, 7)] },
    { requestKey: 'o:c', events: [there(4, { asked: '{}' })] },
    { events: [there(5, { state: 'partial', attempt: 4 })] },
    { requestKey: 'x:5:X8', requestDigest: 1, events: [deal(4, 7, { orderId: 9 })] },
    { requestKey: 'o:d', events: [there(6, { asked: 'cancel', attempt: 4 })] },
  )
  for (const attempt of [undefined, 1, 4]) {
    const { order, sent, filled, apart, requestKey } = fateOf(log, attempt) ?? {}
    t.same([order?.version, sent?.version, filled, apart, requestKey], [6, 1, 10, 4, 'o:k'])
  }
  t.end()
})

t.test('so many records are looked at, and none beyond what cannot be read', (t) => {
  const log = new SentLog({ events: [row(1)] })
  for (let n = 1; n < 10_000; n++) log.add({})
  t.equal(fateOf(log)?.sent.version, 1)
  log.add({})
  t.equal(fateOf(log), undefined)
  const missing = new SentLog({ events: [row(1)] }, {})
  const { records } = missing
  const find = (seq: number) => (seq === 2 ? undefined : records.record(seq))
  const account = { lastRecordSeq: 2 } as Account
  t.equal(sentFate({ recordWalk: () => find } as unknown as ShardRecords, account, ID), undefined)
  t.equal(fateOf(new SentLog()), undefined)
  t.end()
})
