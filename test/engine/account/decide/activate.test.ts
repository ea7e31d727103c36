import t from 'tap'
import { decideActivate, decideExpire } from '../../../../engine/account/decide/activate.js'
import type { DecisionContext } from '../../../../engine/account/decision.js'
import type { OrderEvent } from '../../../../engine/account/event.js'
import { wholeCommission } from '../../../../engine/config/kinds/commission.js'
import { textFromScaled } from '../../../../engine/numbers/decimal.js'
import { CONFIRM_ALL, givenBook, HEDGING, NETTING } from '../../../given/book.js'
import { Floor, orderOf } from '../../../given/floors/floor.js'
import { Provider } from '../../../given/floors/provider.js'
import { gatewayRecord } from '../../../given/floors/provider-floor.js'

// Orders whose price or time has come. EURUSD is at 1.17000 / 1.17010.

const LOT = 100_000_000
const QUOTE = { bid: 115_900, ask: 115_910, at: 0 }

function placed(floor: Floor, what = 'buy limit', price = '1.16', lots = '0.1'): OrderEvent {
  const id = orderOf(floor.place('EURUSD', what, lots, price))
  return floor.account.orders.get(id) as OrderEvent
}

function given(deposit = '10000', group: string = HEDGING): Floor {
  const floor = new Floor().profile({ group })
  floor.balance('deposit', deposit)
  return floor
}

/** What comes of it: its refusal and the rows, in short; undefined while it rests on. */
function came(
  floor: Floor,
  order: OrderEvent,
  quote = QUOTE,
  more: Partial<DecisionContext> = {},
): unknown {
  const made = decideActivate({ ...floor.context(), ...more }, floor.account, order, quote)
  if (made === undefined || 'wait' in made) return made
  const rows = made.events.map((event) => {
    if (event.type === 'order') return `order ${event.id} ${event.state}`
    return event.type === 'deal'
      ? `deal ${event.action} ${event.price} ${event.dealer}`
      : event.type
  })
  return [made.refusal?.code ?? 'ok', ...rows]
}

t.test('an order fills at the tick that touched it, or as a dealer has answered', (t) => {
  const floor = given()
  const order = placed(floor)
  const { id } = order
  t.same(came(floor, order), ['ok', `order ${id} filled`, 'deal buy 115910 0', 'position'])
  const answer = { clearsStops: false, ruleId: 4 }
  t.same(came(floor, order, QUOTE, { answer: { ...answer, price: 115_950, dealer: 5 } }), [
    'ok',
    `order ${id} filled`,
    'deal buy 115950 5',
    'position',
  ])
  const staff = { ...order, dealer: 7 }
  t.match(came(floor, staff), { 2: 'deal buy 115910 7' })
  t.match(came(floor, staff, QUOTE, { answer }), { 2: 'deal buy 115910 7' })
  const routing = [{ ...CONFIRM_ALL, action: 'confirm_request_price' } as const]
  floor.book = givenBook({ routing })
  t.match(came(floor, order), { 2: 'deal buy 116000 0' }, 'at its own price where a rule says so')
  floor.settle()
  t.end()
})

t.test('what fills has its order’s stops unless they are cleared, and its deal says why', (t) => {
  const floor = given()
  const stops = { stopLoss: '1.15', takeProfit: '1.2' }
  const id = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.16', stops))
  const order = floor.account.orders.get(id) as OrderEvent
  const rows = (clearsStops: boolean) => {
    const context = { ...floor.context(), answer: { clearsStops, ruleId: 4 } }
    const made = decideActivate(context, floor.account, order, QUOTE)
    return made !== undefined && 'events' in made ? made.events : []
  }
  const done = { state: 'filled', volumeCurrent: 0, doneAt: floor.now, version: 2, positionId: id }
  for (const [clears, kept] of [
    [false, { stopLoss: 115_000, takeProfit: 120_000 }],
    [true, { stopLoss: 0, takeProfit: 0 }],
  ] as const) {
    t.match(rows(clears), [
      { type: 'order', id, ...done, reason: 'client', stopLoss: 115_000 },
      { type: 'deal', entry: 'in', reason: 'activation', positionId: id, volume: 0.1 * LOT },
      { type: 'position', id, reason: 'client', ...kept },
    ])
  }
  floor.settle()
  t.end()
})

t.test(
  'an order rests on while its account or its symbol does not trade, or nobody takes it',
  (t) => {
    const floor = given()
    const order = placed(floor)
    floor.profile({ trading_enabled: false })
    t.equal(came(floor, order), undefined)
    floor.profile({})
    floor.book = givenBook({ symbols: { EURUSD: { trade_access: 'disabled' } } })
    t.equal(came(floor, order), undefined)
    floor.book = givenBook({ routing: [{ ...CONFIRM_ALL, action: 'dealer', dealers: [5] }] })
    t.equal(came(floor, order), undefined, 'no dealer is there')
    floor.book = givenBook({
      routing: [{ ...CONFIRM_ALL, action: 'delay', action_value: '9' }, CONFIRM_ALL],
    })
    t.match(came(floor, order), { wait: { by: 'delay', delayMs: 9 } })
    floor.settle()
    t.end()
  },
)

t.test('an order that may not be filled any more is rejected, and says why', (t) => {
  const limit = given()
  const order = placed(limit)
  limit.open('EURUSD', 'buy', '0.1')
  limit.profile({ limit_positions: 1 })
  const rejected = `order ${order.id} rejected`
  t.same(came(limit, order), ['trade.limit_positions', rejected])
  limit.profile({ limit_positions: 2 })
  t.match(came(limit, order), { 0: 'ok' })
  limit.book = givenBook({ symbols: { EURUSD: { trade_access: 'short_only' } } })
  t.same(came(limit, order), ['trade.short_only', rejected])
  limit.book = givenBook({ routing: [{ ...CONFIRM_ALL, action: 'reject' }] })
  t.same(came(limit, order), ['trade.rejected', rejected])
  limit.book = givenBook()
  limit.balance('charge', '9995', { skipMarginCheck: true })
  t.same(came(limit, order), ['trade.no_money', rejected])
  limit.settle()
  // 26.24 below the most that can be counted.
  const rich = given('11258999068400.00', NETTING)
  rich.open('EURUSD', 'buy', '0.01')
  const close = placed(rich, 'sell limit', '1.19', '0.01')
  const at = (bid: number) => came(rich, close, { bid, ask: bid + 10, at: 0 })
  t.match(at(119_634), { 0: 'ok' })
  t.same(at(119_635), ['trade.rejected', `order ${close.id} rejected`])
  rich.settle()
  t.end()
})

t.test('the rest of an order needs money for what it opens', (t) => {
  const floor = given()
  const provider = new Provider(floor)
  const { id } = placed(floor, 'buy limit', '1.16', '1')
  provider.activate(id)
  provider.fill(id, '0.4', '1.1598')
  const rest = provider.end(id, 'cancelled')
  floor.balance('charge', '9300', { skipMarginCheck: true })
  t.same(came(floor, rest), ['trade.no_money', `order ${id} rejected`])
  floor.balance('deposit', '9300')
  t.match(came(floor, rest), { 0: 'ok', 1: `order ${id} filled` })
  t.equal(provider.order(id).volumeCurrent, 0.6 * LOT)
  floor.settle()
  t.end()
})

t.test('the rest of an order that reverses a position pays as any order that does', (t) => {
  const tiers = [{ from: '0', to: '0', value: '10', min: '0', max: '0' }]
  const row = wholeCommission({ mask: '*', mode: 'per_lot', charge: 'per_deal', tiers })
  const mode = { free_margin_mode: 'balance_only', commissions: [row] } as const
  const floor = new Floor({ groups: { [NETTING]: mode } }).profile({ group: NETTING })
  floor.balance('deposit', '10000')
  const provider = new Provider(floor)
  const { id } = placed(floor, 'buy limit', '1.16', '1')
  provider.activate(id)
  provider.fill(id, '0.4', '1.1598')
  const rest = provider.end(id, 'cancelled')
  floor.open('EURUSD', 'sell', '0.8')
  const left = -floor.account.balance
  floor.balance('correction', textFromScaled(left, 2), { skipMarginCheck: true })
  const made = () => decideActivate(floor.context(), floor.account, rest, QUOTE)
  // 0.6 lots at 1.17010 take 702.06, of which 468.00 are held, and 0.2 lots open for 2.00; 436.00 are won.
  t.match(made(), {
    refusal: { code: 'trade.no_money', numbers: { needed: '236.06', free: '-32.00' } },
  })
  floor.balance('deposit', '268.05')
  t.match(made(), { refusal: { code: 'trade.no_money' } })
  floor.balance('deposit', '0.01')
  t.match(made(), { refusal: undefined })
  floor.settle()
  t.end()
})

t.test('a stop limit whose trigger is met rests on as a limit', (t) => {
  const floor = given()
  const more = { triggerPrice: '1.18' }
  const id = orderOf(floor.place('EURUSD', 'buy stop_limit', '0.1', '1.175', more))
  const order = floor.account.orders.get(id) as OrderEvent
  const made = decideActivate(floor.context(), floor.account, order, QUOTE)
  const limit = { ...order, kind: 'limit', activatedAt: floor.now, version: 2 }
  t.same(made, { events: [limit], refusal: undefined })
  floor.settle()
  t.end()
})

t.test('an order goes with the moment that it was to rest to, and not before', (t) => {
  const gateway = gatewayRecord()
  const floor = new Floor({ gateways: [gateway] })
  floor.balance('deposit', '10000')
  const order = placed(floor)
  const { now } = floor
  const there = { attempt: 1, gatewayId: gateway.id, expiresAt: now } as const
  for (const [change, gone] of [
    [{}, undefined],
    [{ expiresAt: now + 1 }, undefined],
    [{ expiresAt: now }, { state: 'expired', reason: 'expiration', asked: '', doneAt: now }],
    [{ expiresAt: now - 1 }, { state: 'expired' }],
    [{ expiresAt: now, state: 'partial' }, { state: 'expired' }],
    [{ expiresAt: now, state: 'started' }, undefined],
    [there, { state: 'started', asked: 'expiration', doneAt: 0 }],
    [
      { ...there, state: 'started', asked: 'place' },
      { state: 'started', asked: 'expiration' },
    ],
    [{ ...there, state: 'started', asked: 'cancel' }, undefined],
    [
      { ...there, gatewayId: 99 },
      { state: 'expired', doneAt: now },
    ],
  ] as const) {
    const rows = decideExpire(floor.context(), { ...order, ...change })
    const says = JSON.stringify(change)
    if (gone === undefined) t.equal(rows, undefined, says)
    else t.match(rows, [{ id: order.id, ...gone }], says)
  }
  floor.settle()
  t.end()
})
