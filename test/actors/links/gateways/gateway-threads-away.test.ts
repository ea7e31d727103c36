import t from 'tap'
import { moment } from '../../../given/desk.js'
import { HALF_LOT as BUY, givenHouse, settledHouse } from '../../../given/floors/provider-house.js'

// Goal: a provider that is away, or whose thread ends, is neither forgotten nor asked for too much.

t.test('without a provider an order is refused', async (t) => {
  const all = await givenHouse(t)
  const { party, house, login } = all
  party.isClosed = true
  party.disconnect()
  while (house.gateway.state === 'online') await moment()
  t.match(house.gateway, { lastError: /closed|reset/ })
  t.match(await house.trade(login, BUY), { code: 'trade.no_connection' })
  party.isClosed = false
  await house.online()
  let answer = await house.trade(login, BUY)
  while (answer.code === 'trade.no_connection') answer = await house.trade(login, BUY)
  t.match(answer, { code: 'ok' })
  await settledHouse(t, all)
})

t.test('the links thread dies with reports that nobody has taken', async (t) => {
  const all = await givenHouse(t)
  const { party, house, login } = all
  party.policy = (order, one) => {
    one.fill(order.id, '20000')
    one.die()
    one.fill(order.id, '30000', '1.17010')
  }
  t.match(await house.trade(login, BUY), { code: 'ok', data: { volume: '0.5', price: '1.17008' } })
  await house.online()
  // It ends before the order reaches the provider.
  party.policy = (order, one) => one.fill(order.id, order.quantity)
  party.die()
  const answer = await house.trade(login, { ...BUY, client_order_id: 'between' })
  t.ok(['ok', 'trade.no_connection'].includes(answer.code), answer.code)
  t.same((await house.trade(login, { ...BUY, client_order_id: 'between' })).code, answer.code)
  await house.online()
  await settledHouse(t, all)
})
