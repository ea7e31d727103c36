import t from 'tap'
import type { TradeFields } from '../../../../wire/trade/trade-request.js'
import { moment } from '../../../given/desk.js'
import {
  givenFixHouse,
  houseNow,
  LIMIT,
  ProviderHouse,
  settledHouse,
} from '../../../given/floors/provider-house.js'
import { noQuickfix } from '../../../given/quickfix/quickfix-peer.js'

// Goal: orders rest at a provider that speaks with QuickFIX, by the words of FIX 4.4.
// The first run compiles the other side.
t.setTimeout(180_000)

t.test(
  'orders are placed, changed and cancelled at a provider that speaks FIX, and what crosses is booked',
  { skip: noQuickfix },
  async (t) => {
    const all = await givenFixHouse(t)
    const { party, house, login, quickfix } = all
    party.policy = ({ id }, one) => one.accept(id)
    const heard = (type: string) => {
      const line = quickfix.peer.lines.findLast((one) => one.includes(`|35=${type}|`)) ?? ''
      return new Map(line.split('|').map((field) => field.split('=') as [string, string]))
    }
    const fields = (type: string, tags: readonly number[]) => {
      const found = heard(type)
      return tags.map((tag) => found.get(String(tag)))
    }
    const order = async (body: Partial<TradeFields> = {}): Promise<[number, string]> => {
      const answer = await house.trade(login, { ...LIMIT, ...body })
      t.match(answer, { code: 'trade.placed' })
      return [Number(answer.data['order_id']), [...party.orders.keys()].at(-1) ?? '']
    }

    const expires_at = new Date(houseNow() + 3_600_000).toISOString()
    const [first, firstId] = await order({ expiration: 'specified', expires_at })
    t.same(fields('D', [11, 38, 40, 44, 99, 59]), [
      firstId,
      '50000',
      '2',
      '1.14000',
      undefined,
      '6',
    ])
    t.match(heard('D').get('126'), /^20260304-1\d:/)
    const change = { kind: 'change', order_id: first, price: '1.13', expiration: 'gtc' } as const
    t.match(await house.trade(login, change), { code: 'ok' })
    const changed = `1001-${first}-3`
    t.same(fields('G', [11, 41, 38, 40, 44, 59]), [changed, firstId, '50000', '2', '1.13000', '1'])
    // A part is filled, and the rest cancelled.
    party.fill(changed, '20000')
    t.match(await house.trade(login, { kind: 'delete', order_id: first }), { code: 'ok' })
    t.same(fields('F', [41, 38]), [changed, '50000'])

    const [, stopId] = await order({ order_kind: 'stop', price: '1.30000' })
    t.same(fields('D', [40, 44, 99, 59]), ['3', undefined, '1.30000', '1'])
    party.end(stopId, 'expired')
    const stopLimit: Partial<TradeFields> = {
      order_kind: 'stop_limit',
      price: '1.29',
      trigger_price: '1.3',
    }
    const [, bothId] = await order(stopLimit)
    t.same(fields('D', [40, 44, 99]), ['4', '1.29000', '1.30000'])
    party.end(bothId, 'cancelled', 'no more of it')

    // What the provider refuses leaves the order as it is.
    const [kept, keptId] = await order()
    party.refusal = 'not now'
    const refused = { code: 'trade.rejected', message: 'not now' }
    t.match(await house.trade(login, { kind: 'change', order_id: kept, price: '1.12' }), refused)
    t.match(await house.trade(login, { kind: 'delete', order_id: kept }), refused)
    party.refusal = ''

    // The line drops with an order on it, which is filled meanwhile; the cancel comes too late.
    quickfix.peer.say('drop')
    await party.until(({ isOnline }) => !isOnline)
    party.fill(keptId, '30000', '1.13990')
    await party.until(({ isOnline }) => isOnline)
    await house.online()
    party.fill(keptId, '20000', '1.13980', false)
    // The state that is shown may still be that from before the drop: nothing is sent meanwhile.
    let result = await house.trade(login, { kind: 'delete', order_id: kept })
    while (result.code === 'trade.no_connection') {
      await moment()
      result = await house.trade(login, { kind: 'delete', order_id: kept })
    }
    t.match(result, { code: 'trade.rejected', message: /filled|too late/ })

    party.policy = ({ id }, one) => one.end(id, 'rejected', 'too far')
    t.match(await house.trade(login, LIMIT), { code: 'trade.rejected', message: 'too far' })
    party.policy = ({ id }, one) => one.accept(id)

    // The server ends with an order out there, which is filled by the time that it is back.
    const [night, nightId] = await order({ volume: '0.1' })
    await house.stop()
    party.fill(nightId, '10000')
    const next = await ProviderHouse.start(all.dataDir, { party, fix: quickfix.address })
    t.teardown(() => next.stop())
    await next.online()
    const tooLate = { kind: 'delete', order_id: night } as const
    while ((await next.trade(login, tooLate)).code !== 'trade.order_unknown') await moment()
    t.same(quickfix.repeated, [])
    const { orders, trades, late } = await settledHouse(t, { ...all, house: next })
    t.same([orders, trades, late], [6, 4, 0])
  },
)
