import { rmSync } from 'node:fs'
import t from 'tap'
import { fixDirectory } from '../../../../storage/paths.js'
import { moment } from '../../../given/desk.js'
import {
  HALF_LOT as BUY,
  givenFixHouse,
  ProviderHouse,
  settledHouse,
} from '../../../given/floors/provider-house.js'
import { noQuickfix } from '../../../given/quickfix/quickfix-peer.js'

// Goal: orders of a whole server at a provider that speaks with QuickFIX: what it trades is booked, once.
// The first run compiles the other side.
t.setTimeout(180_000)

t.test(
  'orders are filled, refused and cancelled by a provider that speaks FIX',
  { skip: noQuickfix },
  async (t) => {
    const all = await givenFixHouse(t)
    const { party, house, login, quickfix } = all
    const answer = await house.trade(login, { ...BUY, client_order_id: 'a' })
    t.match(answer, { code: 'ok', data: { volume: '0.5', price: '1.17005' } })
    const [first] = party.orders.values()
    t.match(first?.order, { symbol: 'EURUSD', side: 'buy', quantity: '50000', timeInForce: 'ioc' })
    const close = { kind: 'close', position_id: Number(answer.data['position_id']) } as const
    t.match(await house.trade(login, close), { code: 'ok' })

    while (house.gateway.instruments === 0) await moment()
    t.match(await house.supervisor.gateways.instruments(1), {
      value: [{ name: 'EURUSD', description: 'Euro', currency: 'USD', digits: 5 }],
    })
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

    // The line drops between two trades, and the second is told when it is there again.
    party.policy = (order, one) => {
      one.fill(order.id, '10000')
      one.disconnect()
      one.fill(order.id, '40000', '1.17010')
    }
    const whole = { code: 'ok', data: { volume: '0.5', price: '1.17009' } }
    t.match(await house.trade(login, BUY), whole, 'what was missed is told again')
    await house.online()

    // It forgets what it was to tell: the order is asked for.
    party.isForgetful = true
    t.match(await house.trade(login, BUY), whole, 'or asked for')
    t.ok(party.asks.length > 0)
    t.same(quickfix.repeated, [])

    // A backup has no numbers of sessions: they begin at 1, and the other side is told so.
    await house.stop()
    rmSync(fixDirectory(all.dataDir), { recursive: true })
    const restored = await ProviderHouse.start(all.dataDir, { party, fix: quickfix.address })
    t.teardown(() => restored.stop())
    await restored.online()
    const logons = quickfix.peer.lines.filter((line) => /^admin-in .*\|35=A\|/.test(line))
    t.match(logons.at(-1), /\|34=1\|.*\|141=Y\|/)
    t.notMatch(logons.at(-2), /\|141=Y\|/, 'as it is not after a lost line')
    party.policy = (order, one) => one.fill(order.id, order.quantity)
    t.match(await restored.trade(login, BUY), { code: 'ok', data: { volume: '0.5' } })
    const { orders, trades } = await settledHouse(t, { ...all, house: restored })
    t.same([orders, trades], [7, 9])
  },
)
