import t from 'tap'
import {
  givenHouse,
  LIMIT,
  ProviderHouse,
  settledHouse,
} from '../../../given/floors/provider-house.js'

// Goal: orders that rest at a real second party outlive threads, servers and lines: what it does meanwhile is booked.

const CHANGED = '1.13000'

t.test('an order rests through a cut line, a dead shard and another server', async (t) => {
  const all = await givenHouse(t)
  const { party, house, dataDir, login } = all
  party.policy = ({ id }, one) => one.accept(id)
  const placed = await house.trade(login, { ...LIMIT, client_order_id: 'p' })
  t.match(placed, { code: 'trade.placed', data: { volume: '0.5', price: '1.14000' } })
  const [id = ''] = party.orders.keys()
  t.match(party.orders.get(id)?.order, {
    quantity: '50000',
    limit: '',
    timeInForce: 'day',
    rest: { kind: 'limit', price: '1.14000', trigger: '', expiresAt: 0 },
  })
  const order_id = Number(placed.data['order_id'])

  // It fills a part while nobody hears of it, and forgets to tell of that.
  party.isForgetful = true
  party.disconnect()
  party.fill(id, '10000')
  await house.online()
  await party.until(({ asks, untaken }) => asks.length > 0 && untaken === 0)
  party.isForgetful = false
  const back = house.killShard(0)
  party.fill(id, '10000')
  await back
  const moved = await house.trade(login, { kind: 'change', order_id, price: CHANGED })
  t.match(moved, { code: 'ok', data: { order_id } })
  t.equal(party.changes.length, 1)
  await house.stop()
  // At its own price, with which a fill is compared until the server has a first quote.
  party.fill(id, '10000', CHANGED)
  const next = await ProviderHouse.start(dataDir, { party })
  t.teardown(() => next.stop())
  await next.online()
  t.match(await next.trade(login, { ...LIMIT, client_order_id: 'p' }), { code: 'trade.placed' })
  t.match(await next.trade(login, { kind: 'delete', order_id }), { code: 'ok' })
  const audited = await settledHouse(t, { party, house: next, dataDir })
  t.match(audited, { orders: 1, trades: 3, late: 0 })
})
