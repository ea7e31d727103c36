import t from 'tap'
import {
  type AccountEvent,
  type OrderEvent,
  PLAIN_TERMS,
} from '../../../../../engine/account/event.js'
import {
  endedAtProvider,
  filledOf,
  fillingAtProvider,
  leftProvider,
  sentClose,
  sentOrder,
} from '../../../../../engine/account/rules/at-provider/provider-order.js'

const ORDER = {
  ...PLAIN_TERMS,
  type: 'order',
  id: 7,
  kind: 'limit',
  state: 'started',
  version: 3,
  price: 116_000,
  volumeInitial: 100,
  volumeCurrent: 100,
  gatewayId: 5,
  reason: 'client',
  doneAt: 0,
} as unknown as OrderEvent
const PARTLY: OrderEvent = { ...ORDER, volumeCurrent: 40 }
const NOW = 1_000

t.test('an order is sent as it is, to its gateway', (t) => {
  const order: OrderEvent = { ...ORDER, state: 'placed', gatewayId: 0 }
  const by = { gatewayId: 9, ruleId: 4 }
  const sent = { ...order, state: 'started', ...by, version: 4 }
  t.same(sentOrder(order, by, '{"bid":1}'), { ...sent, way: '{"bid":1}' })
  const market: OrderEvent = { ...order, kind: 'market', way: '{"received":1}' }
  const delayed = { ...sent, kind: 'market', way: '{"received":1}' }
  t.same(sentOrder(market, by, '{"bid":1}'), delayed, 'one that has waited keeps its own')
  t.equal(filledOf(ORDER), 0)
  t.equal(filledOf(PARTLY), 60)
  t.end()
})

t.test('a close of the server is sent with what comes before its order, and nothing after', (t) => {
  const standing = { type: 'standing' } as unknown as AccountEvent
  const deal = { type: 'deal', entry: 'out' } as unknown as AccountEvent
  const filled: OrderEvent = { ...ORDER, state: 'filled', volumeCurrent: 0, doneAt: NOW }
  t.same(sentClose([standing, filled, deal], 12, 9, '{"bid":1}'), [
    standing,
    {
      ...ORDER,
      id: 12,
      state: 'started',
      gatewayId: 9,
      volumeCurrent: 100,
      doneAt: 0,
      way: '{"bid":1}',
    },
  ])
  t.throws(() => sentClose([filled, { ...deal, entry: 'in' } as AccountEvent], 12, 9, ''))
  t.throws(() => sentClose([standing, deal], 12, 9, ''))
  t.end()
})

t.test('whole or nothing is asked for, and the rest stays there of a market order alone', (t) => {
  for (const [kind, filling, there] of [
    ['market', 'fok', 'fok'],
    ['market', 'ioc', 'ioc'],
    ['market', 'return', 'return'],
    ['market', '', 'ioc'],
    ['limit', 'fok', 'fok'],
    ['limit', 'ioc', 'ioc'],
    ['limit', 'return', 'ioc'],
    ['stop', '', 'ioc'],
  ] as const) {
    t.equal(fillingAtProvider({ ...ORDER, kind, filling }), there, `${kind} ${filling}`)
  }
  t.end()
})

t.test('what leaves a provider has ended, or rests on with what is left', (t) => {
  const left = (order: OrderEvent, end: Parameters<typeof leftProvider>[1]): string => {
    const row = leftProvider(order, end, NOW)
    const { state, doneAt, gatewayId, version } = row
    t.same(row, { ...order, state, doneAt, gatewayId, version: 4 })
    t.equal(version, 4)
    return `${state} ${doneAt} ${gatewayId}`
  }
  const market: OrderEvent = { ...ORDER, kind: 'market' }
  const partMarket: OrderEvent = { ...PARTLY, kind: 'market' }
  const fok: OrderEvent = { ...ORDER, filling: 'fok' }
  const ioc: OrderEvent = { ...PARTLY, filling: 'ioc' }
  for (const [order, rejected, cancelled, lost] of [
    [market, 'rejected 1000 5', 'cancelled 1000 5', 'rejected 1000 5'],
    [partMarket, 'cancelled 1000 5', 'cancelled 1000 5', 'cancelled 1000 5'],
    [ORDER, 'rejected 1000 5', 'placed 0 0', 'placed 0 0'],
    [PARTLY, 'cancelled 1000 5', 'partial 0 0', 'partial 0 0'],
    [fok, 'rejected 1000 5', 'cancelled 1000 5', 'placed 0 0'],
    [ioc, 'cancelled 1000 5', 'cancelled 1000 5', 'partial 0 0'],
  ] as const) {
    const says = `${order.kind} ${order.filling} ${order.volumeCurrent}`
    t.equal(left(order, 'rejected'), rejected, `${says} rejected`)
    t.equal(left(order, 'cancelled'), cancelled, `${says} cancelled`)
    t.equal(left(order, 'lost'), lost, `${says} lost`)
  }
  t.end()
})

t.test('what rested there goes for the reason that was asked, or that the provider has', (t) => {
  const resting: OrderEvent = { ...ORDER, state: 'placed', attempt: 1 }
  const timed: OrderEvent = { ...resting, expiresAt: NOW }
  const placing: OrderEvent = { ...resting, asked: 'place', state: 'started' }
  const rows: readonly [OrderEvent, Parameters<typeof endedAtProvider>[1], string][] = [
    [resting, 'cancelled', 'cancelled client'],
    [resting, 'rejected', 'cancelled client'],
    [resting, 'lost', 'cancelled client'],
    [resting, 'expired', 'expired expiration'],
    [timed, 'cancelled', 'expired expiration'],
    [timed, 'lost', 'cancelled client'],
    [{ ...timed, expiresAt: NOW + 1 }, 'cancelled', 'cancelled client'],
    [placing, 'rejected', 'rejected client'],
    [placing, 'lost', 'rejected client'],
    [placing, 'cancelled', 'cancelled client'],
    [{ ...placing, volumeCurrent: 40 }, 'rejected', 'cancelled client'],
    [{ ...resting, asked: 'cancel' }, 'expired', 'cancelled client'],
    [{ ...resting, asked: 'stop_out' }, 'cancelled', 'cancelled stop_out'],
    [{ ...resting, asked: 'expiration' }, 'lost', 'expired expiration'],
  ]
  for (const [order, end, wanted] of rows) {
    const row = endedAtProvider(order, end, NOW)
    const { state, reason } = row
    const says = `${order.asked} ${order.expiresAt} ${end}`
    t.equal(`${state} ${reason}`, wanted, says)
    t.same(row, { ...order, state, reason, doneAt: NOW, asked: '', version: 4 }, says)
  }
  t.end()
})
