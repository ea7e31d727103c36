import t from 'tap'
import type { MadeFrom } from '../../../../engine/account/request.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

// A change that names what it was made from is done only while that is so. EURUSD is at 1.17000 / 1.17010.

type Row = readonly [says: string, change: object, madeFrom: MadeFrom, now?: object]

const STOPS: readonly Row[] = [
  ['both as they were', { stopLoss: '1.15' }, { stopLoss: '1.16', takeProfit: '1.18' }],
  ['as a number', { stopLoss: '1.15' }, { stopLoss: '1.1600' }],
  ['moved', { stopLoss: '1.15' }, { stopLoss: '1.155' }, { field: 'stop_loss', now: '1.16000' }],
  [
    'set meanwhile',
    { stopLoss: '1.15' },
    { stopLoss: '0' },
    { field: 'stop_loss', now: '1.16000' },
  ],
  ['the other moved', { stopLoss: '1.15' }, { takeProfit: '1.19' }, { field: 'take_profit' }],
  ['already so', { stopLoss: '1.16' }, { stopLoss: '1.155' }],
  ['none of a trail', { trailingPts: 60 }, { trailingPts: 0 }, { field: 'trailing_pts', now: 50 }],
  ['the trail', { trailingPts: 60 }, { trailingPts: 50 }],
  ['no such price', { stopLoss: '1.15' }, { stopLoss: '1.1600001' }, { now: '1.16000' }],
]

t.test('stops of a position', (t) => {
  for (const [says, change, madeFrom, now] of STOPS) {
    const floor = new Floor()
    floor.balance('deposit', '10000')
    const id = positionOf(floor.open('EURUSD', 'buy', '0.1'))
    floor.stops(id, { stopLoss: '1.16', takeProfit: '1.18', trailingPts: 50 })
    const decision = floor.stops(id, { ...change, madeFrom })
    if (now === undefined) t.ok(decision.ok, says)
    else t.match(decision, { ok: false, code: 'conflict', numbers: now }, says)
    floor.settle()
  }
  t.end()
})

const ORDERS: readonly Row[] = [
  ['as it was', { price: '1.14' }, { price: '1.15', stopLoss: '1.13', takeProfit: '0' }],
  ['moved', { price: '1.14' }, { price: '1.149' }, { field: 'price', now: '1.15000' }],
  ['its stop', { price: '1.14' }, { stopLoss: '0' }, { field: 'stop_loss', now: '1.13000' }],
  [
    'its target',
    { takeProfit: '1.19' },
    { takeProfit: '1.2' },
    { field: 'take_profit', now: null },
  ],
  ['already there', { price: '1.15' }, { price: '1.149' }],
]

t.test('price and stops of an order', (t) => {
  for (const [says, change, madeFrom, now] of ORDERS) {
    const floor = new Floor()
    floor.balance('deposit', '10000')
    const id = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.15', { stopLoss: '1.13' }))
    const decision = floor.change(id, { ...change, madeFrom })
    if (now === undefined) t.ok(decision.ok, says)
    else t.match(decision, { ok: false, code: 'conflict', numbers: now }, says)
    floor.settle()
  }
  t.end()
})
