import t from 'tap'
import { moment } from '../../../given/desk.js'
import { HALF_LOT as BUY, givenHouse, settledHouse } from '../../../given/floors/provider-house.js'

// Goal: shard, links and log in threads of their own, and a provider on a real socket: what it has traded
// is booked, once.

t.test(
  'orders are filled, in parts too, refused, told twice, and go on without a line',
  async (t) => {
    const all = await givenHouse(t)
    const { party, house, login } = all
    const answer = await house.trade(login, { ...BUY, client_order_id: 'a' })
    t.match(answer, { code: 'ok', data: { volume: '0.5', price: '1.17005' } })
    const [first] = party.orders.values()
    t.match(first?.order, { symbol: 'EURUSD', side: 'buy', quantity: '50000', timeInForce: 'ioc' })
    t.same((await house.trade(login, { ...BUY, client_order_id: 'a' })).data, answer.data)
    const close = { kind: 'close', position_id: Number(answer.data['position_id']) } as const
    t.match(await house.trade(login, close), { code: 'ok' })
    party.policy = (order, one) => {
      const trade = one.fill(order.id, '20000')
      one.repeat(trade)
      one.fill(order.id, '10000', '1.17007')
      one.repeat(trade)
      one.end(order.id, 'cancelled')
    }
    const part = { code: 'trade.partial', data: { volume: '0.3', price: '1.17006' } }
    t.match(await house.trade(login, BUY), part)
    party.policy = (order, one) => one.end(order.id, 'rejected', 'last look')
    t.match(await house.trade(login, BUY), { code: 'trade.rejected', message: 'last look' })
    party.policy = (order, one) => {
      one.fill(order.id, '10000')
      one.disconnect()
      // It goes on trading while nobody hears of it.
      one.fill(order.id, '40000', '1.17010')
    }
    const whole = { code: 'ok', data: { volume: '0.5', price: '1.17009' } }
    t.match(await house.trade(login, BUY), whole, 'what was missed is told again')
    await house.online()
    party.isForgetful = true
    t.match(await house.trade(login, BUY), whole, 'or asked for')
    t.ok(party.asks.length > 0)
    await party.until(({ untaken }) => untaken === 0)
    await house.online()
    while (house.gateway.logons < 3 || house.gateway.outbox > 0) await moment()
    t.match(house.gateway, { state: 'online', orders: 6, rejects: 1, logons: 3, lastError: '' })
    t.ok((house.gateway.answerMs ?? -1) >= 0 && house.gateway.bytesIn > 0)
    const { orders, trades } = await settledHouse(t, all)
    t.same([orders, trades], [6, 8])
  },
)
