import t from 'tap'
import type { AccountEvents } from '../../../../engine/account/decision.js'
import type { TradeRequest } from '../../../../engine/account/request.js'
import {
  finishedOrder,
  refusedOrder,
  startedOrder,
} from '../../../../engine/account/rules/parked-order.js'
import { NETTING } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'
import { PLAIN_CLOSE, PLAIN_OPEN } from '../../../given/plain.js'

const OPEN: TradeRequest = {
  kind: 'open',
  symbol: 'EURUSD',
  side: 1,
  volume: 1e6,
  ...PLAIN_OPEN,
  filling: 'ioc',
  price: '1.2',
  deviationPts: 7,
}

function given(group?: string) {
  const floor = new Floor()
  if (group !== undefined) floor.profile({ group })
  floor.balance('deposit', '100000')
  const started = (request: TradeRequest, through: AccountEvents) =>
    startedOrder(floor.context(), floor.account, request, through, 70, 5)
  return { floor, started }
}

function eventsOf(done: ReturnType<Floor['open']>): AccountEvents {
  if (!done.ok) throw new Error(done.message)
  return done.events
}

t.test('what opens starts as an order of nothing done, which reserves and has no position', (t) => {
  const { floor, started } = given()
  const events = eventsOf(floor.open('EURUSD', 'buy', '1'))
  const [order, , position] = events
  if (order?.type !== 'order' || position?.type !== 'position') throw new Error('it opened')
  t.not(position.rateMargin, 0n)
  const row = started(OPEN, events)
  t.strictSame(row, {
    ...order,
    id: 70,
    state: 'started',
    volumeCurrent: order.volumeInitial,
    positionId: 0,
    doneAt: 0,
    deviationPts: 7,
    filling: 'ioc',
    rateMargin: position.rateMargin,
    version: 1,
    gatewayId: 5,
  })
  t.not(order.volumeCurrent, row.volumeCurrent)
  const { deviationPts: _d, filling: _f, ...without } = OPEN
  t.match(started(without as TradeRequest, events), { deviationPts: 0, filling: '' })
  t.throws(() => started(OPEN, events.slice(1)), /would do one/)
  floor.settle()
  t.end()
})

t.test('what only closes is of its position and reserves nothing; what reverses reserves', (t) => {
  const { floor, started } = given(NETTING)
  const positionId = positionOf(floor.open('EURUSD', 'buy', '1'))
  const close: TradeRequest = { kind: 'close', positionId, volume: 0, ...PLAIN_CLOSE }
  const part = eventsOf(floor.open('EURUSD', 'sell', '0.4'))
  t.match(started(close, part), { positionId, rateMargin: 0n, state: 'started' })
  const reversal = eventsOf(floor.open('EURUSD', 'sell', '1'))
  const row = started(OPEN, reversal)
  t.equal(row.positionId, 0)
  t.not(row.rateMargin, 0n)
  floor.settle()
  t.end()
})

t.test('an order that was started ends as the next of its rows, since when it was started', (t) => {
  const { floor, started } = given()
  const events = eventsOf(floor.open('EURUSD', 'buy', '1'))
  const row = { ...started(OPEN, events), createdAt: 11, version: 4 }
  const [order, ...rest] = events
  if (order?.type !== 'order') throw new Error('it opened')
  const own = { ...order, id: 70 }
  t.strictSame(finishedOrder(row, [own, ...rest]), [{ ...own, createdAt: 11, version: 5 }, ...rest])
  for (const wrong of [events, rest, []]) {
    t.throws(() => finishedOrder(row, wrong), /a started order is what is done/)
  }
  t.strictSame(refusedOrder(row, 99), { ...row, state: 'rejected', doneAt: 99, version: 5 })
  floor.settle()
  t.end()
})
