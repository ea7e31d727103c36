import t from 'tap'
import type { PlaceRequest } from '../../../../engine/account/request.js'
import type { AccountProfile } from '../../../../engine/account/state.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord, SymbolSession } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, givenBook, HEDGING } from '../../../given/book.js'
import { codeOf, Floor, orderOf, positionOf } from '../../../given/floors/floor.js'
import { gatewayRecord, withParameter } from '../../../given/floors/provider-floor.js'

// Orders that rest. EURUSD is at 1.17000 / 1.17010.

function funded(symbol: Partial<SymbolRecord> = {}, deposit = '10000'): Floor {
  const floor = new Floor({ symbols: { EURUSD: symbol } })
  floor.balance('deposit', deposit)
  return floor
}

type Open<T> = { -readonly [K in keyof T]?: T[K] }

interface Situation {
  profile: Open<AccountProfile>
  group: Open<GroupRecord>
  symbol: Open<SymbolRecord>
  routing: RoutingRuleRecord[]
  name: string
  lots: string
  price: string
  request: Open<PlaceRequest>
  gone: string[]
}

/** It is Monday. */
const TUESDAY: SymbolSession[] = [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }]

function trying(situation: Situation) {
  const floor = new Floor()
  floor.balance('deposit', '1000')
  floor.place('XAUUSD', 'buy limit', '0.10', '2000')
  const { profile, group, symbol, routing, name, lots, price, request, gone } = situation
  floor.profile(profile)
  floor.book = givenBook({ symbols: { EURGBP: symbol }, groups: { [HEDGING]: group }, routing })
  for (const each of gone) floor.prices.remove(each)
  const decision = floor.place(name, 'buy limit', lots, price, request)
  floor.settle()
  return decision
}

// Goal: the order of the checks, as in open.test.ts.
t.test('place: the first broken rule names the code', (t) => {
  const now: Situation = {
    profile: { trading_enabled: false, limit_orders: 1 },
    group: {},
    symbol: {
      trade_access: 'disabled',
      order_kinds: ['market'],
      filling: ['fok'],
      volume_limit: '1',
      sessions: TUESDAY,
      expiration: ['day'],
    },
    routing: [],
    name: 'NOSUCH',
    lots: '1000.005',
    price: '0.8666',
    request: { filling: 'return', stopLoss: 'x', ocoOrderId: 77 },
    gone: ['EURGBP', 'EURUSD'],
  }
  const rows: [repair: () => unknown, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /off for this account/],
    [() => (now.profile.trading_enabled = true), 'trade.symbol_unknown', /NOSUCH/],
    [() => (now.name = 'EURGBP'), 'trade.disabled', /Trading in EURGBP is turned off/],
    [() => (now.symbol.trade_access = 'close_only'), 'trade.close_only', /can only close EURGBP/],
    [() => (now.symbol.trade_access = 'short_only'), 'trade.short_only', /only be sold/],
    [
      () => (now.symbol.trade_access = 'full'),
      'trade.rejected',
      /does not accept limit orders\. Use one of these kinds: market\./,
    ],
    [() => (now.symbol.order_kinds = ['limit']), 'trade.invalid_volume', /0.01 to 100 lots/],
    [() => (now.lots = '2'), 'trade.invalid_filling', /not fill limit orders return/],
    [() => (now.request.filling = 'fok'), 'trade.limit_orders', /1 orders that rest/],
    [() => (now.profile.limit_orders = 2), 'trade.limit_volume', /limited to 1 lots/],
    [() => (now.symbol.volume_limit = '2'), 'trade.market_closed', /2026-01-06T00:00:00.000Z/],
    [() => (now.symbol.sessions = []), 'trade.off_quotes', /EURGBP has no price/],
    [() => now.gone.shift(), 'trade.invalid_stops', /stop_loss: EURGBP has prices of 5/],
    [() => (now.request.stopLoss = '0.9'), 'trade.invalid_stops', /0.86659 or lower/],
    [() => (now.request.stopLoss = '0.8'), 'trade.invalid_expiration', /allows day, not gtc/],
    [() => (now.request.expiration = 'day'), 'trade.order_unknown', /no pending order 77/],
    [() => (now.request.ocoOrderId = 0), 'trade.rejected', /No routing rule/],
    [() => (now.routing = [CONFIRM_ALL]), 'trade.off_quotes', /convert EUR to USD/],
    [() => now.gone.shift(), 'trade.no_money', /needs 2340.20 USD of margin, and 800.00/],
    [() => (now.lots = '0.5'), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair()
    const decision = trying(now)
    t.equal(codeOf(decision), code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
  }
  t.end()
})

t.test('an order rests where its kind waits, one point from the market or the stops level', (t) => {
  // The nearest price, and the first one too near, without and with a stops level of 10.
  const rows: [what: string, near: string, tooNear: string, near10: string, tooNear10: string][] = [
    ['buy limit', '1.17009', '1.17010', '1.17000', '1.17001'],
    ['sell limit', '1.17001', '1.17000', '1.17010', '1.17009'],
    ['buy stop', '1.17011', '1.17010', '1.17020', '1.17019'],
    ['sell stop', '1.16999', '1.17000', '1.16990', '1.16991'],
  ]
  for (const [what, near, tooNear, near10, tooNear10] of rows) {
    for (const [stops_level_pts, price, wrong] of [
      [0, near, tooNear],
      [10, near10, tooNear10],
    ] as const) {
      const floor = funded({ stops_level_pts })
      const placed = floor.place('EURUSD', what, '0.1', price)
      t.match(placed, { ok: true, price: Number(price.replace('.', '')), dealId: 0, volume: 1e7 })
      const refused = floor.place('EURUSD', what, '0.1', wrong)
      t.equal(codeOf(refused), 'trade.invalid_price', `${what} ${wrong}`)
      t.match(refused, { message: new RegExp(`price: of a ${what} it is ${price} or `) })
      floor.settle()
    }
  }
  t.end()
})

t.test('a stop limit waits for its trigger as a stop, and its limit is not worse than it', (t) => {
  const rows: [what: string, trigger: string, price: string, code: string][] = [
    ['buy stop_limit', '1.17011', '1.17011', 'ok'],
    ['buy stop_limit', '1.17011', '1.16000', 'ok'],
    ['buy stop_limit', '1.17010', '1.16000', 'trade.invalid_price'],
    ['buy stop_limit', '1.17020', '1.17021', 'trade.invalid_price'],
    ['sell stop_limit', '1.16999', '1.16999', 'ok'],
    ['sell stop_limit', '1.16999', '1.18000', 'ok'],
    ['sell stop_limit', '1.17000', '1.18000', 'trade.invalid_price'],
    ['sell stop_limit', '1.16990', '1.16989', 'trade.invalid_price'],
  ]
  for (const [what, triggerPrice, price, code] of rows) {
    const floor = funded()
    const decision = floor.place('EURUSD', what, '0.1', price, { triggerPrice })
    t.equal(codeOf(decision), code, `${what} ${triggerPrice} ${price}`)
    floor.settle()
  }
  t.end()
})

t.test('prices have the digits of the symbol, lie on its ticks, and are above 0', (t) => {
  const rows: [price: string, more: Partial<PlaceRequest>, code: string][] = [
    ['1.16005', {}, 'ok'],
    ['1.160050', {}, 'ok'],
    ['1.16001', {}, 'trade.invalid_price'],
    ['1.160051', {}, 'trade.invalid_price'],
    ['0', {}, 'trade.invalid_price'],
    ['-1.16005', {}, 'trade.invalid_price'],
    ['1.16', { stopLoss: '1.15', takeProfit: '1.18' }, 'ok'],
    ['1.16', { stopLoss: '0', takeProfit: '0.00000' }, 'ok'],
    ['1.16', { stopLoss: '1.15001' }, 'trade.invalid_stops'],
    ['1.16', { takeProfit: '1.180001' }, 'trade.invalid_stops'],
    ['1.16', { stopLoss: '-1.15' }, 'trade.invalid_stops'],
  ]
  for (const [price, more, code] of rows) {
    const floor = funded({ tick_size: '0.00005', tick_value: '5' })
    const decision = floor.place('EURUSD', 'buy limit', '0.1', price, more)
    t.equal(codeOf(decision), code, `${price} ${JSON.stringify(more)}`)
    floor.settle()
  }
  const floor = funded()
  for (const triggerPrice of ['0', '-1', '1.160001']) {
    const decision = floor.place('EURUSD', 'sell stop_limit', '0.1', '1.18', { triggerPrice })
    t.match(decision, { code: 'trade.invalid_price', message: /^trigger_price/ }, triggerPrice)
  }
  t.end()
})

t.test('stops of an order keep the stops level from its price', (t) => {
  const rows: [what: string, more: Partial<PlaceRequest>, code: string][] = [
    ['buy limit', { stopLoss: '1.15990' }, 'ok'],
    ['buy limit', { stopLoss: '1.15991' }, 'trade.invalid_stops'],
    ['buy limit', { takeProfit: '1.16010' }, 'ok'],
    ['buy limit', { takeProfit: '1.16009' }, 'trade.invalid_stops'],
    ['sell stop', { stopLoss: '1.16010' }, 'ok'],
    ['sell stop', { stopLoss: '1.16009' }, 'trade.invalid_stops'],
    ['sell stop', { takeProfit: '1.15990' }, 'ok'],
    ['sell stop', { takeProfit: '1.15991' }, 'trade.invalid_stops'],
    ['buy limit', { trailingPts: 10 }, 'ok'],
    ['buy limit', { trailingPts: 9 }, 'trade.invalid_stops'],
    ['buy limit', { trailingPts: 0 }, 'ok'],
  ]
  for (const [what, more, code] of rows) {
    const floor = funded({ stops_level_pts: 10 })
    const decision = floor.place('EURUSD', what, '0.1', '1.16', more)
    t.equal(codeOf(decision), code, `${what} ${JSON.stringify(more)}`)
    floor.settle()
  }
  t.end()
})

t.test('a bracket is an order with a stop loss and a take profit, kept in its row', (t) => {
  const floor = funded()
  const decision = floor.place('EURUSD', 'buy limit', '0.25', '1.16', {
    stopLoss: '1.15',
    takeProfit: '1.18',
    trailingPts: 500,
    filling: 'ioc',
    comment: 'both',
    reason: 'api',
  })
  if (!decision.ok) return t.fail(decision.message)
  t.equal(decision.events.length, 1, 'one event: nothing is dealt')
  t.same(decision.events[0], {
    type: 'order',
    id: decision.orderId,
    symbolId: 1,
    side: 1,
    kind: 'limit',
    state: 'placed',
    volumeInitial: 25e6,
    volumeCurrent: 25e6,
    price: 116_000,
    positionId: 0,
    reason: 'api',
    comment: 'both',
    createdAt: floor.now,
    doneAt: 0,
    triggerPrice: 0,
    stopLoss: 115_000,
    takeProfit: 118_000,
    trailingPts: 500,
    deviationPts: 0,
    filling: 'ioc',
    ruleId: 1,
    priceAsked: 0,
    way: '',
    expiration: 'gtc',
    expiresAt: 0,
    byPositionId: 0,
    ocoOrderId: 0,
    activatedAt: 0,
    rateMargin: 1_170_100_000_000n,
    dealer: 0,
    version: 1,
    clientOrderId: '',
    session: '',
    attempt: 0,
    asked: '',
    heldFills: '',
    gatewayId: 0,
    externalId: '',
    filledValue: 0n,
    lastDealId: 0,
  })
  t.equal(floor.account.orders.get(decision.orderId), decision.events[0])
  floor.settle()
  return t.end()
})

t.test('margin of an order is reserved to the cent, and given back when it is deleted', (t) => {
  for (const [what, deposit, code] of [
    // 1,000 euros at the ask for buys, at the bid for sells.
    ['buy limit', '1170.10', 'ok'],
    ['buy limit', '1170.09', 'trade.no_money'],
    ['sell limit', '1170.00', 'ok'],
    ['sell limit', '1169.99', 'trade.no_money'],
  ] as const) {
    const floor = funded({}, deposit)
    const price = what === 'buy limit' ? '1.1' : '1.2'
    t.equal(codeOf(floor.place('EURUSD', what, '1', price)), code, `${what} ${deposit}`)
    floor.settle()
  }
  const floor = funded({}, '1200')
  const id = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.1'))
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1')), 'trade.no_money', 'it is reserved')
  t.equal(codeOf(floor.place('EURUSD', 'buy stop', '0.1', '1.2')), 'trade.no_money')
  t.equal(codeOf(floor.delete(id)), 'ok')
  t.equal(floor.account.pending.size, 0)
  t.equal(codeOf(floor.open('EURUSD', 'buy', '1')), 'ok', 'it was given back')
  floor.settle()
  t.end()
})

t.test('a margin rate of the kind counts, and 0 reserves nothing', (t) => {
  for (const [initial, deposit, code] of [
    ['2', '2340.20', 'ok'],
    ['2', '2340.19', 'trade.no_money'],
    ['0', '0.01', 'ok'],
  ] as const) {
    const rate = { kind: 'buy_limit', initial, maintenance: initial } as const
    const floor = funded({ margin_rates: [rate] }, deposit)
    const decision = floor.place('EURUSD', 'buy limit', '1', '1.1')
    t.equal(codeOf(decision), code, `${initial} ${deposit}`)
    floor.settle()
  }
  t.end()
})

t.test('limit_orders of the account, or else of its group, counts those that rest', (t) => {
  for (const [own, groups, allowed] of [
    [2, 0, 2],
    [0, 2, 2],
    [3, 1, 3],
    [1, 3, 1],
  ] as const) {
    const floor = new Floor({ groups: { [HEDGING]: { limit_orders: groups } } })
    floor.profile({ limit_orders: own })
    floor.balance('deposit', '10000')
    const ids = Array.from({ length: allowed }, () =>
      orderOf(floor.place('EURUSD', 'buy limit', '0.01', '1.1')),
    )
    const more = () => codeOf(floor.place('EURUSD', 'sell limit', '0.01', '1.2'))
    t.equal(more(), 'trade.limit_orders', `${own} ${groups}`)
    t.equal(codeOf(floor.open('EURUSD', 'buy', '0.01')), 'ok', 'market orders do not rest')
    floor.delete(ids[0] ?? 0)
    t.equal(more(), 'ok')
    floor.settle()
  }
  t.end()
})

t.test('limit_orders leaves out what waits for an answer', (t) => {
  const floor = new Floor()
  floor.profile({ limit_orders: 2 })
  floor.balance('deposit', '10000')
  const id = orderOf(floor.place('EURUSD', 'buy limit', '0.01', '1.1'))
  const order = floor.account.orders.get(id)
  if (order === undefined) return t.fail('it rests')
  floor.record([{ ...order, id: 9001, kind: 'market', state: 'started', version: 1 }])
  floor.record([{ ...order, id: 9002, kind: 'market', state: 'started', version: 1 }])
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.01', '1.1')), 'ok')
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.01', '1.1')), 'trade.limit_orders')
  floor.settle()
  return t.end()
})

t.test('volume_limit counts positions and resting orders of a side together', (t) => {
  const floor = funded({ volume_limit: '1' })
  floor.open('EURUSD', 'buy', '0.4')
  const id = orderOf(floor.place('EURUSD', 'buy stop', '0.3', '1.2'))
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.31', '1.1')), 'trade.limit_volume')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.31')), 'trade.limit_volume')
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '0.3', '1.1')), 'ok')
  t.equal(codeOf(floor.place('EURUSD', 'sell limit', '1', '1.3')), 'ok', 'the other side')
  t.equal(codeOf(floor.place('EURUSD', 'sell limit', '0.01', '1.3')), 'trade.limit_volume')
  floor.delete(id)
  t.equal(codeOf(floor.open('EURUSD', 'buy', '0.3')), 'ok', 'room again')
  floor.settle()
  t.end()
})

t.test('without a volume_limit the limit of the server counts one side as well', (t) => {
  const free = { initial: '0', maintenance: '0' }
  const floor = funded({
    contract_size: '0.00000001',
    volume_max: '10000000',
    volume_limit: '0',
    margin_rates: [
      { kind: 'buy', ...free },
      { kind: 'sell', ...free },
    ],
  })
  t.equal(codeOf(floor.place('EURUSD', 'buy limit', '6000000', '1.1')), 'ok')
  t.equal(codeOf(floor.place('EURUSD', 'sell limit', '10000000', '1.3')), 'ok', 'the other side')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '4000000.01')), 'trade.limit_volume')
  t.equal(codeOf(floor.open('EURUSD', 'buy', '4000000')), 'ok')
  t.equal(codeOf(floor.open('EURUSD', 'sell', '0.01')), 'trade.limit_volume')
  floor.settle()
  t.end()
})

t.test('only the side that may be opened is placed', (t) => {
  for (const [trade_access, what, code] of [
    ['long_only', 'buy limit', 'ok'],
    ['long_only', 'sell stop', 'trade.long_only'],
    ['short_only', 'sell stop', 'ok'],
    ['short_only', 'buy limit', 'trade.short_only'],
    ['close_only', 'sell stop', 'trade.close_only'],
  ] as const) {
    const floor = funded({ trade_access })
    t.equal(codeOf(floor.place('EURUSD', what, '0.1', '1.1')), code, `${trade_access} ${what}`)
    floor.settle()
  }
  t.end()
})

t.test('a pair: each names the other, and an order is in one pair at a time', (t) => {
  const floor = funded()
  const first = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1'))
  const decision = floor.place('EURUSD', 'buy stop', '0.1', '1.2', { ocoOrderId: first })
  const second = orderOf(decision)
  t.match(decision, {
    events: [
      { id: second, ocoOrderId: first, state: 'placed', version: 1 },
      { id: first, ocoOrderId: second, state: 'placed', version: 2 },
    ],
  })
  const third = { ocoOrderId: first }
  const refused = floor.place('EURUSD', 'sell stop', '0.1', '1.1', third)
  t.match(refused, { code: 'trade.rejected', message: /already cancels another order/ })
  t.equal(codeOf(floor.delete(second)), 'ok')
  t.ok(floor.account.orders.has(first), 'the other one stays when one is deleted')
  t.equal(codeOf(floor.place('EURUSD', 'sell stop', '0.1', '1.1', third)), 'ok', 'free again')
  const other = { ocoOrderId: first }
  const position = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  t.equal(codeOf(floor.place('GBPUSD', 'buy limit', '0.1', '1.1', other)), 'trade.rejected')
  const none = floor.place('GBPUSD', 'buy limit', '0.1', '1.1', { ocoOrderId: position })
  t.equal(codeOf(none), 'trade.order_unknown', 'a position is no order that rests')
  const busy = floor.account.orders.get(orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1')))
  if (busy === undefined) return t.fail('it rests')
  floor.record([{ ...busy, state: 'started', version: 2 }])
  const late = floor.place('GBPUSD', 'buy limit', '0.1', '1.1', { ocoOrderId: busy.id })
  t.equal(codeOf(late), 'trade.order_unknown', 'nor one that is being dealt with')
  floor.settle()
  return t.end()
})

t.test('each routing action answers in its own way, and clear_stops leaves the stops out', (t) => {
  const rows: [over: Partial<RoutingRuleRecord>, code: string, says: RegExp][] = [
    [{ action: 'confirm_market_price' }, 'ok', /^$/],
    [{ action: 'confirm_request_price' }, 'ok', /^$/],
    [{ action: 'reject', action_value: 'No orders.' }, 'trade.rejected', /^No orders\.$/],
    [{ action: 'requote' }, 'trade.rejected', /does not accept place requests for EURUSD/],
    // An order that rests is kept here: no provider is asked.
    [{ action: 'gateway', dealers: [1] }, 'ok', /^$/],
    [{ action: 'reject', request_kinds: ['open'] }, 'trade.rejected', /No routing rule/],
    [{ order_kinds: ['limit'], request_kinds: ['place'] }, 'ok', /^$/],
    [{ order_kinds: ['stop'] }, 'trade.rejected', /No routing rule/],
  ]
  for (const [over, code, says] of rows) {
    const floor = new Floor({ routing: [{ ...CONFIRM_ALL, ...over }] })
    floor.balance('deposit', '10000')
    const decision = floor.place('EURUSD', 'buy limit', '0.1', '1.1')
    t.equal(codeOf(decision), code, JSON.stringify(over))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  const clears: RoutingRuleRecord = { ...CONFIRM_ALL, id: 2, position: 0, action: 'clear_stops' }
  const floor = new Floor({ routing: [clears, CONFIRM_ALL] })
  floor.balance('deposit', '10000')
  const more = { stopLoss: '1.0', takeProfit: '1.3', trailingPts: 50 }
  const row = { stopLoss: 0, takeProfit: 0, trailingPts: 0 }
  t.match(floor.place('EURUSD', 'buy limit', '0.1', '1.1', more), { events: [row] })
  t.match(floor.open('EURUSD', 'buy', '0.1', more), { events: [row, {}, row] })
  const wrong = floor.open('EURUSD', 'buy', '0.1', { stopLoss: '1.3' })
  t.equal(codeOf(wrong), 'trade.invalid_stops', 'what is wrong is told all the same')
  floor.settle()
  t.end()
})

t.test('what is to be filled at once rests here, where its provider keeps other orders', (t) => {
  const keeps = withParameter(gatewayRecord(), 'Limit Orders Coverage Mode', 'Gateway')
  const routing = [{ ...CONFIRM_ALL, action: 'gateway', dealers: [keeps.id] } as const]
  const floor = new Floor({ routing, gateways: [keeps] })
  floor.gateways.set([keeps.id])
  floor.balance('deposit', '10000')
  const placed = (['', 'return', 'fok', 'ioc'] as const).map((filling) => {
    const id = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.1', { filling }))
    const order = floor.account.orders.get(id)
    return [order?.state, order?.gatewayId, order?.attempt, order?.asked]
  })
  const [there, here] = [
    ['started', keeps.id, 1, 'place'],
    ['placed', 0, 0, ''],
  ]
  t.same(placed, [there, there, here, here])
  floor.settle()
  t.end()
})
