import t from 'tap'
import {
  HALF_LOT as BUY,
  givenHouse,
  ProviderHouse,
  settledHouse,
} from '../../../given/floors/provider-house.js'

// Goal: who begins anew asks for the orders that are out there, and their requests hear of them.

t.test('a shard that dies asks what came of its orders, and the request hears of it', async (t) => {
  const all = await givenHouse(t)
  const { party, house, login } = all
  party.policy = () => undefined
  const body = { ...BUY, client_order_id: 'kept' }
  const asked = house.trade(login, body)
  await party.until(({ orders }) => orders.size === 1)
  const [id = ''] = party.orders.keys()
  party.fill(id, '20000')
  await party.until(({ untaken }) => untaken === 0)
  const back = house.killShard(0)
  party.fill(id, '10000', '1.17011')
  await back
  t.match(await asked, { code: 'trade.timeout' })
  await party.until(({ asks }) => asks.length > 0)
  const again = house.trade(login, body)
  party.fill(id, '20000', '1.17012')
  t.match(await again, { code: 'ok', data: { volume: '0.5', price: '1.17009' } })
  t.equal(party.orders.size, 1)
  await settledHouse(t, all)
})

t.test('a server that starts again asks for what was out there', async (t) => {
  const all = await givenHouse(t)
  const { party, house, dataDir, login } = all
  party.policy = () => undefined
  const body = { ...BUY, client_order_id: 'night' }
  void house.trade(login, body)
  await party.until(({ orders }) => orders.size === 1)
  await house.stop()
  const [id = ''] = party.orders.keys()
  party.fill(id, '50000')
  const next = await ProviderHouse.start(dataDir, { party })
  t.teardown(() => next.stop())
  t.match(await next.trade(login, body), { code: 'ok', data: { volume: '0.5' } })
  await settledHouse(t, { party, house: next, dataDir })
})
