import t from 'tap'
import {
  dealOf,
  outcomeOf,
  successCode,
  successOf,
  tradeAnswer,
  unwritten,
} from '../../../../actors/shard/outcomes/trade-answer.js'
import type {
  AccountEvent,
  AccountRecord,
  DealEvent,
  OrderEvent,
  PositionEvent,
} from '../../../../engine/account/event.js'
import { givenAccount } from '../../../given/account.js'
import { givenBook, symbolIn } from '../../../given/book.js'
import {
  accountRecord,
  dealEvent,
  orderEvent,
  positionEvent,
} from '../../../given/records/events.js'

const BOOK = givenBook()
const { id: symbolId, digits } = symbolIn(BOOK, 'EURUSD')

function order(given: Partial<OrderEvent> = {}): OrderEvent {
  return orderEvent({ symbolId, volumeInitial: 100, volumeCurrent: 30, positionId: 5, ...given })
}

const DEAL: DealEvent = dealEvent({
  id: 21,
  orderId: 12,
  positionId: 6,
  symbolId,
  entry: 'in',
  action: 'buy',
  side: 1,
  volume: 40,
  price: 110_010,
  bid: 110_000,
  ask: 110_020,
})

const POSITION: PositionEvent = positionEvent({
  symbolId,
  volume: 40,
  priceOpen: 110_010,
  rateMargin: 0n,
})

function record(...events: AccountEvent[]): AccountRecord {
  return accountRecord({ seq: 900, login: 1001, accountSeq: 50, events })
}

t.test('the answer to a request is that of its deal, its order or its position', (t) => {
  const dealt = {
    orderId: 12,
    dealId: 21,
    positionId: 6,
    volume: 40,
    price: 110_010,
    bid: 110_000,
    ask: 110_020,
    digits,
    seq: 0,
    projectionSeq: 0,
  }
  const none = { dealId: 0, bid: 0, ask: 0, digits, seq: 0, projectionSeq: 0 }
  const placed = { orderId: 11, positionId: 5, volume: 100, price: 110_000, ...none }
  t.same(outcomeOf(BOOK, [order(), DEAL, POSITION]), dealt)
  t.same(outcomeOf(BOOK, [POSITION, DEAL]), dealt, 'the deal, wherever it stands')
  t.same(outcomeOf(BOOK, [order(), { ...POSITION }]), placed)
  t.same(outcomeOf(BOOK, [POSITION]), {
    orderId: 0,
    positionId: 6,
    volume: 40,
    price: 0,
    ...none,
  })
  t.same(
    outcomeOf(BOOK, [order({ gatewayId: 3, attempt: 1 })]),
    placed,
    'an order that rests at a provider is placed',
  )
  t.end()
})

t.test('what a provider filled is told at its average, whatever the last record had of it', (t) => {
  const there = order({ gatewayId: 3, lastDealId: 29 })
  const filled = {
    orderId: 11,
    dealId: 29,
    positionId: 5,
    volume: 70,
    price: 110_000,
    digits,
    seq: 0,
    projectionSeq: 0,
  }
  const market = { bid: 110_000, ask: 110_020 }
  t.same(outcomeOf(BOOK, [there, DEAL]), { ...filled, ...market })
  t.same(outcomeOf(BOOK, [{ ...there, attempt: 2 }, DEAL]), { ...filled, ...market })
  t.same(outcomeOf(BOOK, [there]), { ...filled, bid: 0, ask: 0 }, 'ended without a deal of its own')
  t.end()
})

t.test('an answer says where the account and the tables stand after its record', (t) => {
  const { seq, projectionSeq } = tradeAnswer(BOOK, record(order(), DEAL, POSITION))
  t.same([seq, projectionSeq], [53, 900])
  t.equal(outcomeOf(BOOK, [{ ...POSITION, symbolId: 77_777 }]).digits, 0, 'a symbol that is gone')
  t.throws(() => outcomeOf(BOOK, []), /an accepted request does something/)
  t.end()
})

t.test('a request that changed nothing is answered as of the newest record', (t) => {
  const account = givenAccount(BOOK)
  account.seq = 50
  account.lastRecordSeq = 900
  const events = [POSITION]
  const nothing = unwritten(account, 1234, events)
  t.same(nothing, { ...record(), seq: 900, accountSeq: 49, at: 1234, login: account.login, events })
  t.equal(tradeAnswer(BOOK, nothing).seq, 50)
  t.end()
})

t.test('the code of a success says whether an order rests that is new', (t) => {
  const codes: [AccountEvent | undefined, string][] = [
    [order(), 'trade.placed'],
    [order({ state: 'started' }), 'trade.placed'],
    [order({ state: 'partial' }), 'trade.placed'],
    [order({ version: 2 }), 'ok'],
    [order({ state: 'filled' }), 'ok'],
    [order({ state: 'cancelled' }), 'ok'],
    [POSITION, 'ok'],
    [undefined, 'ok'],
  ]
  for (const [event, code] of codes) {
    t.equal(successCode(event === undefined ? [] : [event]), code)
  }
  t.equal(successOf({ ...record(), code: 'trade.placed' }), 'trade.placed')
  t.equal(successOf(record()), 'ok')
  t.throws(() => successOf({ ...record(), code: 'trade.no_money' }), /accepted request says so/)
  t.equal(dealOf(record(order(), DEAL, { ...DEAL, id: 22 })), DEAL, 'the first deal')
  t.throws(() => dealOf(record(order())), /has a deal/)
  t.end()
})
