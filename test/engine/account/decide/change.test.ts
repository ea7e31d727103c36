import t from 'tap'
import type { AccountEvent } from '../../../../engine/account/event.js'
import type { ChangeRequest } from '../../../../engine/account/request.js'
import { withHeld } from '../../../../engine/account/rules/at-provider/held-fills.js'
import type { Refusal } from '../../../../engine/code.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, EURUSD, givenBook } from '../../../given/book.js'
import { type AcceptedTrade, codeOf, Floor, orderOf } from '../../../given/floors/floor.js'

// Changing and deleting orders that rest. EURUSD is at 1.17000 / 1.17010.

/** A floor with a bracket: 0.5 lots to buy at 1.16. */
function resting(symbol: Partial<SymbolRecord> = {}, deposit = '10000') {
  const floor = new Floor({ symbols: { EURUSD: symbol } })
  floor.balance('deposit', deposit)
  const stops = { stopLoss: '1.15', takeProfit: '1.18', trailingPts: 100, comment: 'first' }
  const id = orderOf(floor.place('EURUSD', 'buy limit', '0.5', '1.16', stops))
  return { floor, id }
}

function rowOf(decision: AcceptedTrade | Refusal): AccountEvent | undefined {
  if (!decision.ok) throw new Error(`${decision.code} ${decision.message}`)
  return decision.events[0]
}

t.test('change: what is given is changed, what is not stays', (t) => {
  const rows: [more: Partial<ChangeRequest>, row: object][] = [
    [{}, {}],
    [{ price: '1.161' }, { price: 116_100 }],
    [{ stopLoss: '1.14' }, { stopLoss: 114_000 }],
    [{ stopLoss: '0' }, { stopLoss: 0 }],
    [
      { takeProfit: '0', trailingPts: 0 },
      { takeProfit: 0, trailingPts: 0 },
    ],
    [{ trailingPts: 7 }, { trailingPts: 7 }],
    [{ comment: 'second' }, { comment: 'second' }],
    [
      { expiration: 'specified', expiresAt: 9e12 },
      { expiration: 'specified', expiresAt: 9e12 },
    ],
    [{ dealer: 5 }, { dealer: 0 }],
  ]
  for (const [more, row] of rows) {
    const { floor, id } = resting()
    const before = floor.account.orders.get(id)
    const decision = floor.change(id, more)
    t.same(rowOf(decision), { ...before, ...row, version: 2 }, JSON.stringify(more))
    t.match(decision, { orderId: id, volume: 5e7, dealId: 0 })
    floor.settle()
  }
  t.end()
})

t.test('change: the first broken rule names the code', (t) => {
  const symbol: { -readonly [K in keyof SymbolRecord]?: SymbolRecord[K] } = {
    trade_access: 'disabled',
    freeze_level_pts: 2000,
    expiration: ['gtc'],
    sessions: [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }],
  }
  let wrongId = true
  let isGone = true
  let profile = { trading_enabled: false }
  let routing: RoutingRuleRecord[] = []
  const request: { -readonly [K in keyof ChangeRequest]?: ChangeRequest[K] } = {
    price: '1.17010',
    triggerPrice: '1.2',
    stopLoss: '1.16',
    expiration: 'day',
  }
  const rows: [repair: () => unknown, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /off for this account/],
    [() => (profile = { trading_enabled: true }), 'trade.order_unknown', /no pending order/],
    [() => (wrongId = false), 'trade.disabled', /Trading in EURUSD is turned off/],
    [() => (symbol.trade_access = 'close_only'), 'trade.close_only', /can only close EURUSD/],
    [() => (symbol.trade_access = 'short_only'), 'trade.short_only', /only be sold/],
    [() => (symbol.trade_access = 'full'), 'trade.market_closed', /not traded at this time/],
    [() => (symbol.sessions = []), 'trade.off_quotes', /EURUSD has no price/],
    [() => (isGone = false), 'trade.frozen', /too close to the price of the order/],
    [() => (symbol.freeze_level_pts = 0), 'trade.invalid_price', /trigger_price: only stop limit/],
    [
      () => (request.triggerPrice = ''),
      'trade.invalid_price',
      /price: of a buy limit it is 1.17009/,
    ],
    [() => (request.price = '1.16000'), 'trade.invalid_stops', /stop_loss: .* 1.15999 or lower/],
    [() => (request.stopLoss = '1.1'), 'trade.invalid_expiration', /allows gtc, not day/],
    [() => (request.expiration = ''), 'trade.rejected', /No routing rule/],
    [() => (routing = [CONFIRM_ALL]), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair()
    const { floor, id } = resting()
    floor.profile(profile)
    floor.book = givenBook({ symbols: { EURUSD: symbol }, routing })
    if (isGone) floor.prices.remove('EURUSD')
    const decision = floor.change(wrongId ? id + 1 : id, request)
    t.equal(codeOf(decision), code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  t.end()
})

t.test('change: prices and stops are judged where they move, and only there', (t) => {
  const rows: [more: Partial<ChangeRequest>, code: string][] = [
    // The market has come to 1.15950 / 1.15960: the order would be too near to be placed anew.
    [{ stopLoss: '1.14' }, 'ok'],
    [{ price: '1.16' }, 'ok'],
    [{ price: '1.15961' }, 'trade.invalid_price'],
    [{ price: '1.15950' }, 'ok'],
    [{ price: '1.15949' }, 'ok'],
    [{ price: '1.14' }, 'trade.invalid_stops'],
    [{ price: '1.14', stopLoss: '1.13990' }, 'ok'],
    [{ price: '1.14', stopLoss: '1.13991' }, 'trade.invalid_stops'],
    [{ price: '1.14', stopLoss: '0', takeProfit: '1.14010' }, 'ok'],
    [{ price: '1.14', stopLoss: '0', takeProfit: '1.14009' }, 'trade.invalid_stops'],
    [{ stopLoss: '1.15991' }, 'trade.invalid_stops'],
    [{ trailingPts: 9 }, 'trade.invalid_stops'],
    [{ trailingPts: 10 }, 'ok'],
    [{ stopLoss: 'x' }, 'trade.invalid_stops'],
    [{ price: '1.140001' }, 'trade.invalid_price'],
  ]
  for (const [more, code] of rows) {
    const { floor, id } = resting()
    floor.book = givenBook({ symbols: { EURUSD: { stops_level_pts: 10 } } })
    floor.prices.set('EURUSD', '1.15950', '1.15960')
    t.equal(codeOf(floor.change(id, more)), code, JSON.stringify(more))
    floor.settle()
  }
  t.end()
})

t.test('change: a stop limit moves its trigger and its limit, until it rests as a limit', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const triggerPrice = '1.18'
  const id = orderOf(floor.place('EURUSD', 'buy stop_limit', '0.1', '1.175', { triggerPrice }))
  t.match(rowOf(floor.change(id, { triggerPrice: '1.19' })), { triggerPrice: 119_000 })
  t.match(rowOf(floor.change(id, { price: '1.19' })), { price: 119_000, triggerPrice: 119_000 })
  t.equal(codeOf(floor.change(id, { price: '1.19001' })), 'trade.invalid_price')
  t.equal(codeOf(floor.change(id, { triggerPrice: '1.17010' })), 'trade.invalid_price')
  const order = floor.account.orders.get(id)
  if (order === undefined) return t.fail('it rests')
  const limit = { ...order, kind: 'limit', activatedAt: floor.now, price: 116_000 } as const
  floor.record([{ ...limit, version: order.version + 1 }])
  t.equal(codeOf(floor.change(id, { triggerPrice: '1.2' })), 'trade.invalid_price', 'it was met')
  t.equal(codeOf(floor.change(id, { price: '1.17009' })), 'ok', 'a limit now')
  t.equal(codeOf(floor.change(id, { price: '1.17010' })), 'trade.invalid_price')
  floor.settle()
  return t.end()
})

t.test('change: a dearer price needs the money, a cheaper one never', (t) => {
  // 0.1 lots of gold at 2,000 reserve 200.00; at 2,100, 210.00.
  for (const [deposit, price, code] of [
    ['210.00', '2100', 'ok'],
    ['209.99', '2100', 'trade.no_money'],
    ['200.00', '1900', 'ok'],
  ] as const) {
    const floor = new Floor()
    floor.balance('deposit', deposit)
    const id = orderOf(floor.place('XAUUSD', 'buy limit', '0.10', '2000'))
    t.equal(codeOf(floor.change(id, { price })), code, `${deposit} ${price}`)
    floor.settle()
  }
  const floor = new Floor()
  floor.balance('deposit', '210')
  const id = orderOf(floor.place('XAUUSD', 'buy limit', '0.10', '2000'))
  const charge = floor.balance('charge', '100', { skipMarginCheck: true })
  t.ok(charge.ok)
  t.equal(codeOf(floor.change(id, { price: '1999' })), 'ok', 'also when it is not covered any more')
  t.equal(codeOf(floor.change(id, { price: '1999.10' })), 'trade.no_money')
  floor.settle()
  t.end()
})

t.test('change: what leaves the order as it is needs no money and goes to nobody', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '210')
  const id = orderOf(floor.place('XAUUSD', 'buy limit', '0.10', '2000'))
  floor.balance('charge', '100', { skipMarginCheck: true })
  floor.book = givenBook({ routing: [{ ...CONFIRM_ALL, action: 'dealer', dealers: [7] }] })
  t.equal(codeOf(floor.change(id, { price: '2000.00', stopLoss: '0' })), 'ok')
  t.not(codeOf(floor.change(id, { price: '2000.01' })), 'ok')
  t.equal(codeOf(floor.change(id, { price: '2000.001' })), 'trade.invalid_price', 'it is checked')
  floor.settle()
  t.end()
})

t.test('change and delete: an order that waits for a dealer or a provider is busy', (t) => {
  const { floor, id } = resting()
  const order = floor.account.orders.get(id)
  if (order === undefined) return t.fail('it rests')
  floor.record([{ ...order, state: 'started', version: 2 }])
  t.match(floor.change(id, { price: '1.15' }), {
    code: 'trade.busy',
    message: /is being processed/,
  })
  t.equal(codeOf(floor.delete(id)), 'trade.busy')
  const fill = { order: id, attempt: 1, execution: 'E', external: '', volume: 1, price: 1 }
  const held = withHeld(order, { ...fill, bid: 0, ask: 0, why: 'price', at: floor.now })
  floor.record([{ ...held, version: 3 }])
  t.match(floor.delete(id), { code: 'trade.busy', reason: 'trade.busy.held_fill' })
  floor.record([{ ...order, state: 'started', version: 4 }])
  const pair = floor.place('EURUSD', 'buy stop', '0.1', '1.2', { ocoOrderId: id })
  t.equal(codeOf(pair), 'trade.order_unknown')
  const market = { ...order, id: id + 1, kind: 'market', state: 'partial' } as const
  floor.record([market])
  t.equal(codeOf(floor.delete(market.id)), 'trade.busy', 'a market order is never a pending one')
  floor.record([{ ...market, state: 'cancelled', doneAt: floor.now, version: 2 }])
  floor.settle()
  return t.end()
})

t.test(
  'delete: the order goes into the history as it was, and gives back what it reserved',
  (t) => {
    const { floor, id } = resting()
    const before = floor.account.orders.get(id)
    floor.now += 60_000
    const decision = floor.delete(id)
    const row = { ...before, state: 'cancelled', doneAt: floor.now, version: 2 }
    t.same(decision.ok && decision.events, [row])
    t.equal(floor.account.orders.size + floor.account.pending.size, 0)
    t.equal(codeOf(floor.delete(id)), 'trade.order_unknown')
    t.equal(codeOf(floor.change(id)), 'trade.order_unknown')
    floor.settle()
    t.end()
  },
)

t.test('delete: what no longer trades, is closed or has no price may be taken back', (t) => {
  for (const symbol of [
    { trade_access: 'disabled' },
    { trade_access: 'close_only' },
    { sessions: [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }] },
  ] as Partial<SymbolRecord>[]) {
    const { floor, id } = resting()
    floor.book = givenBook({ symbols: { EURUSD: symbol } })
    floor.prices.remove('EURUSD')
    t.equal(codeOf(floor.delete(id)), 'ok', JSON.stringify(symbol))
    floor.settle()
  }
  const { floor, id } = resting()
  floor.profile({ enabled: false })
  t.equal(codeOf(floor.delete(id)), 'trade.disabled')
  t.end()
})

t.test('change and delete: each routing action answers in its own way', (t) => {
  for (const [action, code] of [
    ['confirm_market_price', 'ok'],
    ['confirm_request_price', 'ok'],
    ['reject', 'trade.rejected'],
    ['requote', 'trade.rejected'],
    // An order that rests is kept here: no provider is asked.
    ['gateway', 'ok'],
  ] as const) {
    const { floor, id } = resting()
    floor.book = givenBook({ routing: [{ ...CONFIRM_ALL, action }] })
    t.equal(codeOf(floor.change(id, { price: '1.155' })), code, `change ${action}`)
    t.equal(codeOf(floor.delete(id)), code, `delete ${action}`)
    floor.settle()
  }
  const { floor, id } = resting()
  const clears: RoutingRuleRecord = { ...CONFIRM_ALL, position: 0, action: 'clear_stops' }
  floor.book = givenBook({ routing: [clears, CONFIRM_ALL] })
  const row = rowOf(floor.change(id, { price: '1.155', takeProfit: '1.3' }))
  t.match(row, { price: 115_500, stopLoss: 0, takeProfit: 0, trailingPts: 0 })
  t.end()
})

t.test(
  'change: the order has the client’s newest name for it, and keeps the one that it has',
  (t) => {
    const floor = new Floor()
    floor.balance('deposit', '10000')
    const source = (clientOrderId: string) => ({ source: { clientOrderId, session: '' } })
    const id = orderOf(floor.place('EURUSD', 'buy limit', '0.1', '1.16', source('a')))
    t.match(rowOf(floor.change(id, { price: '1.15' })), { clientOrderId: 'a', version: 2 })
    t.match(rowOf(floor.change(id, { price: '1.14', ...source('') })), { clientOrderId: 'a' })
    t.match(rowOf(floor.change(id, { price: '1.13', ...source('b') })), { clientOrderId: 'b' })
    floor.settle()
    t.end()
  },
)

t.test('place and change: no order is worth more than can be counted', (t) => {
  const free = { kind: 'sell_limit', initial: '0', maintenance: '0' } as const
  const margin_rates = [...EURUSD.margin_rates, free]
  const large = { margin_rates, contract_size: '1000000000', volume_max: '10000' }
  const floor = new Floor({ symbols: { EURUSD: large } })
  floor.balance('deposit', '10000')
  // 2^50 cents are 9,000 lots at 1.2509998…
  const place = (price: string) => floor.place('EURUSD', 'sell limit', '9000', price)
  t.equal(codeOf(place('1.25100')), 'trade.limit_volume')
  const id = orderOf(place('1.25099'))
  t.equal(codeOf(floor.change(id, { price: '1.25100' })), 'trade.limit_volume')
  t.equal(codeOf(floor.change(id, { price: '1.25098' })), 'ok')
  floor.settle()
  t.end()
})

t.test('change: stops are of here alone, also of an order that its provider has', (t) => {
  const { floor, id } = resting()
  const order = floor.account.orders.get(id)
  if (order === undefined) return t.fail('it rests')
  floor.record([{ ...order, attempt: 1, gatewayId: 3, version: 2 }])
  t.match(rowOf(floor.change(id, { stopLoss: '1.14' })), {
    state: 'placed',
    stopLoss: 114_000,
    asked: '',
    attempt: 1,
    version: 3,
  })
  t.equal(codeOf(floor.change(id, { price: '1.159' })), 'trade.no_connection')
  floor.gateways.set([3])
  t.match(rowOf(floor.change(id, { price: '1.159' })), { state: 'started', price: 116_000 })
  floor.settle()
  return t.end()
})
