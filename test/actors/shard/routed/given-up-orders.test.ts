import t from 'tap'
import {
  GIVEN_UP_MAX,
  GIVEN_UP_MS,
  GivenUpOrders,
} from '../../../../actors/shard/routed/given-up-orders.js'
import type { ProviderOrder, ProviderReport } from '../../../../wire/thread/provider-messages.js'
import { HandClock } from '../../../given/hand-clock.js'

// Goal: of an order that was given up its provider is asked until it says how it ended, and no more than it has to be.

const GATEWAY = 3
const order = (id: string) => ({ id }) as ProviderOrder

function given() {
  const clock = new HandClock()
  const said: string[] = []
  const orders = new GivenUpOrders(clock, (message) => {
    const { what, gateway } = message
    said.push(what === 'taken' ? what : `${what} ${message.order.id} of ${gateway}`)
  })
  const take = () => said.splice(0)
  const hear = (id: string, state: ProviderReport['state']) => {
    orders.heard({ order: id, state } as ProviderReport)
    return take()
  }
  const back = (...gateways: readonly number[]) => {
    orders.back(new Set(gateways))
    return take()
  }
  return { clock, orders, take, hear, back }
}

t.test('each time that its provider is back it is asked about, until it has ended', (t) => {
  const { orders, take, hear, back } = given()
  orders.add(GATEWAY, order('A'))
  orders.add(7, order('B'))
  t.same(take(), ['forget A of 3', 'forget B of 7'])
  t.same(back(GATEWAY), ['ask A of 3'])
  t.same(back(), [])
  t.same(back(7, GATEWAY), ['ask A of 3', 'ask B of 7'])
  t.same(hear('A', 'filled'), [])
  t.same(hear('A', 'working'), [], 'it is known no more')
  t.equal(orders.size, 1)
  t.same(back(7, GATEWAY), ['ask B of 7'])
  t.end()
})

t.test('one that is still worked is cancelled once, and again when its provider is back', (t) => {
  const { orders, take, hear, back } = given()
  orders.add(GATEWAY, order('A'))
  take()
  t.same(hear('A', 'working'), ['cancel A of 3'])
  t.same(hear('A', 'working'), [])
  t.same(hear('A', 'pending'), [], 'nothing follows from that')
  t.same(hear('A', 'kept'), ['ask A of 3'])
  t.same(hear('A', 'working'), [])
  t.same(back(GATEWAY), ['ask A of 3'])
  t.same(hear('A', 'working'), ['cancel A of 3'])
  t.equal(orders.size, 1)
  t.end()
})

t.test('after its time it is let go, and not before', (t) => {
  const { clock, orders, take, back } = given()
  orders.add(GATEWAY, order('A'))
  take()
  clock.at += GIVEN_UP_MS - 1
  t.same(back(GATEWAY), ['ask A of 3'])
  clock.at += 1
  t.same(back(GATEWAY), ['forget A of 3'])
  t.equal(orders.size, 0)
  t.end()
})

t.test('of so many the oldest is let go for one more', (t) => {
  const { orders, take } = given()
  for (let n = 1; n <= GIVEN_UP_MAX; n++) orders.add(GATEWAY, order(`${n}`))
  t.equal(take().length, GIVEN_UP_MAX)
  t.equal(orders.size, GIVEN_UP_MAX)
  orders.add(GATEWAY, order('more'))
  t.same(take(), ['forget 1 of 3', 'forget more of 3'])
  t.equal(orders.size, GIVEN_UP_MAX)
  t.end()
})
