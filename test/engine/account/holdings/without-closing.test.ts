import t from 'tap'
import type { OrderEvent } from '../../../../engine/account/event.js'
import { holdOrder } from '../../../../engine/account/holdings/hold-order.js'
import {
  hasLeaving,
  holdsOthers,
  type Outside,
  withoutClosing,
} from '../../../../engine/account/holdings/without-closing.js'
import { Floor, orderOf, positionOf } from '../../../given/floors/floor.js'

const LOT = 100_000_000

function given() {
  const floor = new Floor()
  floor.balance('deposit', '100000')
  const [first, second] = [
    positionOf(floor.open('EURUSD', 'buy', '1')),
    positionOf(floor.open('EURUSD', 'sell', '2')),
  ]
  const limit = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.1'))
  const other = orderOf(floor.place('EURUSD', 'buy limit', '3', '1.1'))
  const alone = orderOf(floor.place('GBPUSD', 'sell limit', '1', '1.5'))
  return { floor, first, second, limit, other, alone }
}

function outside(...closing: readonly [id: number, volume: number][]): Outside {
  return { closing: new Map(closing), isBusy: () => false, restOf: () => 'none' as const }
}

t.test('what is being closed is as good as closed, whole or by its part', (t) => {
  const { floor, first, second } = given()
  const { account } = floor
  const volumes = (of: Outside) => {
    const { exposures } = withoutClosing(account, of)
    return [exposures.volumeOf(1, 1) / LOT, exposures.volumeOf(1, -1) / LOT, exposures.size]
  }
  t.same(volumes(outside()), [1, 2, 1])
  t.same(volumes(outside([first, LOT])), [0, 2, 1])
  t.same(volumes(outside([second, 0.5 * LOT])), [1, 1.5, 1])
  t.same(volumes(outside([first, LOT], [second, 2 * LOT])), [0, 0, 0])
  t.same(volumes(outside([first, 9 * LOT])), [0, 2, 1], 'more than it has')
  t.same(volumes(outside([9999, LOT])), [1, 2, 1], 'one that is not there')
  t.same([account.exposures.volumeOf(1, 1), account.positions.size], [LOT, 2], 'itself it stays')
  t.equal(withoutClosing({ ...account, leverage: 7 }, outside()).leverage, 7)
  floor.settle()
  t.end()
})

t.test('an order that goes reserves nothing any more, the others of its symbol do', (t) => {
  const { floor, limit, other, alone } = given()
  const { account } = floor
  const asking = (...ids: readonly number[]) => {
    const orders = new Map(account.orders)
    for (const id of ids) orders.set(id, { ...(orders.get(id) as OrderEvent), asked: 'cancel' })
    return { ...account, orders }
  }
  const left = (...ids: readonly number[]) => {
    const { pending } = withoutClosing(asking(...ids), outside())
    return [...pending].map(([id, legs]) => [
      id,
      legs.map(({ count, volume }) => [count, volume / LOT]),
    ])
  }
  t.same(left(), [
    [1, [[2, 4]]],
    [3, [[1, 1]]],
  ])
  t.same(left(limit), [
    [1, [[1, 3]]],
    [3, [[1, 1]]],
  ])
  t.same(left(alone), [[1, [[2, 4]]]])
  t.same(left(limit, other, alone), [])
  t.same([hasLeaving(asking()), hasLeaving(asking(other))], [false, true])
  const free = {
    ...(account.orders.get(limit) as OrderEvent),
    id: 9,
    rateMargin: 0n,
    asked: 'cancel',
  }
  holdOrder(account, free)
  t.same(
    left(),
    [
      [1, [[2, 4]]],
      [3, [[1, 1]]],
    ],
    'one that reserves nothing',
  )
  t.end()
})

t.test('it holds others where something is left that is not being closed whole', (t) => {
  const { floor, first, second } = given()
  const holds = (...closing: readonly [number, number][]) => {
    return holdsOthers(floor.account, outside(...closing))
  }
  t.ok(holds())
  t.ok(holds([first, LOT]))
  t.ok(holds([first, LOT], [second, LOT]))
  t.ok(holds([first, LOT], [9999, LOT]))
  t.notOk(holds([first, LOT], [second, 2 * LOT]))
  t.notOk(holds([first, 2 * LOT], [second, 3 * LOT]))
  t.notOk(holdsOthers(new Floor().account, outside()))
  t.end()
})
