import t from 'tap'
import type { AccountEvents, DecisionContext } from '../../../../../engine/account/decision.js'
import { type OrderEvent, PLAIN_TERMS } from '../../../../../engine/account/event.js'
import type { TradeRequest } from '../../../../../engine/account/request.js'
import {
  dealt,
  isStarted,
  isTrading,
  offerTaken,
  refusedWith,
  startsOrder,
  touchedBy,
  touchedWhile,
  worstPrice,
} from '../../../../../engine/account/rules/at-provider/waiting.js'
import { Offers } from '../../../../../engine/account/rules/offers.js'
import { refuse } from '../../../../../engine/code.js'
import { REQUEST_KINDS } from '../../../../../engine/config/records/routing-rule.js'
import { LOGIN } from '../../../../given/account.js'
import { givenBook, NETTING, symbolIn } from '../../../../given/book.js'
import { Floor } from '../../../../given/floors/floor.js'
import {
  PLAIN_CHANGE,
  PLAIN_CLOSE,
  PLAIN_OPEN,
  PLAIN_PLACE,
  PLAIN_STOPS,
} from '../../../../given/plain.js'

const ASKED = { comment: '', reason: 'client', dealer: 0 } as const
const OPEN: TradeRequest = { kind: 'open', symbol: 'EURUSD', side: 1, volume: 5, ...PLAIN_OPEN }
const CLOSE: TradeRequest = { kind: 'close', positionId: 7, volume: 0, ...PLAIN_CLOSE }
const CLOSE_BY: TradeRequest = { kind: 'close_by', positionId: 7, byPositionId: 8, ...ASKED }
const STOPS: TradeRequest = { kind: 'stops', positionId: 7, ...PLAIN_STOPS }
const CHANGE: TradeRequest = { kind: 'change', orderId: 9, ...PLAIN_CHANGE }
const DELETE: TradeRequest = { kind: 'delete', orderId: 9, ...ASKED }
const PLACE: TradeRequest = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 1,
  volume: 5,
  price: '1.1',
  orderKind: 'limit',
  ...PLAIN_PLACE,
}
const ALL = [OPEN, CLOSE, CLOSE_BY, STOPS, CHANGE, DELETE, PLACE]

t.test('a request touches the positions and orders that it names', (t) => {
  t.same(
    ALL.map((one) => [one.kind, touchedBy(one).positions, touchedBy(one).orders]),
    [
      ['open', [], []],
      ['close', [7], []],
      ['close_by', [7, 8], []],
      ['stops', [7], []],
      ['change', [], [9]],
      ['delete', [], [9]],
      ['place', [], []],
    ],
  )
  for (const one of ALL) if (one !== OPEN) t.same(touchedWhile(one, [], 20), touchedBy(one))
  t.end()
})

t.test('what opens touches the position that it opens, or takes from', (t) => {
  const floor = new Floor().profile({ group: NETTING })
  floor.balance('deposit', '100000')
  const through = (side: 'buy' | 'sell', lots: string): AccountEvents => {
    const done = floor.open('EURUSD', side, lots)
    if (!done.ok) throw new Error(done.message)
    return done.events
  }
  const opened = through('buy', '1')
  t.same(touchedWhile(OPEN, opened, 20), { positions: [20], orders: [] })
  const [held] = floor.account.positions.keys()
  t.same(touchedWhile(OPEN, through('buy', '1'), 20).positions, [20], 'what adds')
  t.same(touchedWhile(OPEN, through('sell', '1'), 20).positions, [held], 'what takes from it')
  t.same(touchedWhile(OPEN, through('sell', '3'), 20).positions, [held], 'what reverses it')
  t.same(touchedWhile(OPEN, [], 20).positions, [20])
  floor.settle()
  t.end()
})

t.test('requests that trade, and those of which an order is logged first', (t) => {
  const trading = ['open', 'close', 'activate', 'sl', 'tp', 'stop_out']
  t.same(REQUEST_KINDS.filter(isTrading), trading)
  t.same(
    ALL.filter(startsOrder).map(({ kind }) => kind),
    ['open', 'close', 'close_by'],
  )
  t.end()
})

t.test('an offer is the request’s while it holds, and none where none is named', (t) => {
  const offers = new Offers()
  const terms = {
    symbolId: 1,
    side: 1,
    volume: 5,
    bid: 117_000,
    ask: 117_010,
    at: 1_000,
    until: 4_000,
    group: 'demo\\standard',
    moveMaxPts: 20,
  } as const
  const quoteId = offers.make(LOGIN, terms)
  const floor = new Floor()
  const found = (request: TradeRequest, now: number) => {
    const context = { ...floor.context(), offers, now } as DecisionContext
    return offerTaken(context, floor.account, request)
  }
  t.same(found({ ...OPEN, quoteId }, 4_000), terms)
  t.equal(found({ ...OPEN, quoteId }, 4_001), undefined)
  t.equal(found(OPEN, 1_000), undefined)
  t.equal(found(DELETE, 1_000), undefined)
  t.end()
})

t.test('the worst price is the offered one, or what was asked for and the deviation', (t) => {
  const symbol = symbolIn(givenBook(), 'EURUSD')
  const offer = {
    symbolId: 1,
    side: 1,
    volume: 5,
    bid: 117_000,
    ask: 117_010,
    at: 0,
    until: 3_000,
    group: 'demo\\standard',
    moveMaxPts: 20,
  } as const
  const asked: TradeRequest = { ...OPEN, price: '1.18', deviationPts: 7 }
  t.equal(worstPrice(symbol, 1, asked, offer), 117_010)
  t.equal(worstPrice(symbol, -1, asked, offer), 117_000)
  t.equal(worstPrice(symbol, 1, asked, undefined), 118_007)
  t.equal(worstPrice(symbol, -1, asked, undefined), 117_993)
  t.equal(worstPrice(symbol, 1, OPEN, undefined), undefined)
  t.equal(worstPrice(symbol, 1, { ...asked, price: 'x' }, undefined), undefined)
  t.equal(worstPrice(symbol, 1, PLACE, undefined), undefined, 'what rests has its own price')
  t.end()
})

t.test(
  'an answer of a dealer makes it his, and a refusal names the order that had started',
  (t) => {
    const floor = new Floor()
    const context = (answer?: DecisionContext['answer']) => {
      return answer === undefined ? floor.context() : { ...floor.context(), answer }
    }
    t.equal(dealt(OPEN, context()), OPEN)
    t.equal(dealt(OPEN, context({ clearsStops: false, ruleId: 4 })), OPEN)
    t.same(dealt(OPEN, context({ clearsStops: false, dealer: 5, ruleId: 4 })), {
      ...OPEN,
      dealer: 5,
    })
    const order = {
      ...PLAIN_TERMS,
      id: 3,
      lastDealId: 4,
      positionId: 6,
      state: 'started',
    } as unknown as OrderEvent
    t.same(refusedWith(refuse('trade.rejected', 'No.'), order), {
      ok: false,
      code: 'trade.rejected',
      message: 'No.',
      ids: { order_id: 3, deal_id: 4, position_id: 6 },
    })
    t.ok(isStarted(order))
    t.notOk(isStarted({ ...order, state: 'placed' }))
    t.end()
  },
)
