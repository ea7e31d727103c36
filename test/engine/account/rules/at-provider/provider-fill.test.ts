import t from 'tap'
import { checkAccount } from '../../../../../engine/account/check.js'
import { decideActivate } from '../../../../../engine/account/decide/activate.js'
import { decideTrade } from '../../../../../engine/account/decide/decide.js'
import { moneyOf } from '../../../../../engine/account/money/money.js'
import { takesFill } from '../../../../../engine/account/rules/at-provider/provider-fill.js'
import { wholeCommission } from '../../../../../engine/config/kinds/commission.js'
import type { CommissionTier } from '../../../../../engine/config/records/group.js'
import { CONFIRM_ALL, givenBook, HEDGING, NETTING } from '../../../../given/book.js'
import { Floor, orderOf, positionOf } from '../../../../given/floors/floor.js'
import { Provider } from '../../../../given/floors/provider.js'
import { PLAIN_OPEN } from '../../../../given/plain.js'
import { recomputed } from '../../../../given/records/recomputed.js'

// Goal: what a provider has traded is in the books as it was traded, whatever is allowed here by then.

const LOT = 100_000_000

function given(group: string = HEDGING, deposit = '10000') {
  const floor = new Floor().profile({ group })
  floor.balance('deposit', deposit)
  return { floor, provider: new Provider(floor) }
}

t.test('an order that is filled in parts opens one position, at the average', (t) => {
  const { floor, provider } = given()
  const stops = { stopLoss: '1.16', takeProfit: '1.18' }
  const id = provider.open('EURUSD', 'buy', '1', stops)
  const held = () => moneyOf(floor.account, floor.book, floor.prices).margin
  t.equal(held(), 117_010, 'what is not filled is reserved')
  const first = provider.fill(id, '0.3', '1.1702')
  t.match(first, [
    { type: 'order', id, state: 'started', volumeCurrent: 0.7 * LOT, price: 117_020, doneAt: 0 },
    { type: 'deal', entry: 'in', orderId: id, positionId: id, externalId: 'X-1', reason: 'client' },
    { type: 'position', id, version: 1, volume: 0.3 * LOT, priceOpen: 117_020, stopLoss: 116_000 },
  ])
  const holding = first.map((event) => 'lastDealId' in event)
  t.same(holding, [true, false, false], 'the order alone names its newest deal')
  t.equal(held(), 117_010, 'and of what is filled no more')
  floor.trail(id, '1.165')
  const second = provider.fill(id, '0.7', '1.17011')
  const [deal] = second.filter((event) => event.type === 'deal')
  t.match(second, [
    {
      type: 'order',
      id,
      state: 'filled',
      volumeCurrent: 0,
      positionId: id,
      price: 117_014,
      filledValue: BigInt(LOT) * 117_013n + BigInt(LOT / 10) * 7n,
      lastDealId: deal?.id,
      externalId: 'P-7',
      gatewayId: 3,
      version: 3,
    },
    { type: 'deal', entry: 'in', positionId: id, externalId: 'X-2' },
    { type: 'position', id, volume: LOT, priceOpen: 117_014, stopLoss: 116_500, version: 3 },
  ])
  t.equal(floor.account.orders.size, 0)
  floor.settle()
  t.end()
})

t.test('the rest that is not filled ends with the order', (t) => {
  const { floor, provider } = given()
  const id = provider.open('EURUSD', 'sell', '1')
  provider.fill(id, '0.4', '1.17')
  t.match(provider.end(id, 'cancelled'), {
    state: 'cancelled',
    volumeCurrent: 0.6 * LOT,
    positionId: id,
    gatewayId: 3,
  })
  t.match([...floor.account.positions.values()], [{ id, volume: 0.4 * LOT, side: -1 }])
  const none = provider.open('EURUSD', 'sell', '1')
  t.match(provider.end(none, 'rejected'), { state: 'rejected', volumeCurrent: LOT })
  const lost = provider.open('EURUSD', 'sell', '1')
  t.match(provider.end(lost, 'lost'), { state: 'rejected' })
  const dead = provider.open('EURUSD', 'sell', '1')
  t.match(provider.end(dead, 'cancelled'), { state: 'cancelled' })
  floor.settle()
  t.end()
})

t.test('a close takes from its position, and what is over opens one on the other side', (t) => {
  const { floor, provider } = given()
  const position = positionOf(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.1' }))
  const half = provider.close(position, '0.5')
  const rest = provider.close(position)
  t.match(provider.fill(half, '0.5', '1.172'), [
    { state: 'filled', positionId: position },
    { entry: 'out', profit: 9500, positionId: position },
    { id: position, volume: 0.5 * LOT },
  ])
  const events = provider.fill(rest, '0.8', '1.169')
  t.match(events, [
    { type: 'order', id: rest, state: 'started', positionId: rest, volumeCurrent: 0.2 * LOT },
    { type: 'deal', entry: 'out', volume: 0.5 * LOT, profit: -5500, positionId: position },
    { type: 'position', id: position, volume: 0 },
    { type: 'deal', entry: 'in', volume: 0.3 * LOT, profit: 0, positionId: rest, side: -1 },
    { type: 'position', id: rest, volume: 0.3 * LOT, side: -1, stopLoss: 0 },
  ])
  t.match(provider.fill(rest, '0.2', '1.168'), [{ state: 'filled' }, { entry: 'in' }, { id: rest }])
  floor.settle()
  t.end()
})

t.test('each deal of a fill is charged by its own volume', (t) => {
  const tiers = [{ value: '10' }] as unknown as readonly CommissionTier[]
  for (const [group, charge, wanted] of [
    [HEDGING, 'per_side', [-5_00, -3_00]],
    [HEDGING, 'per_deal', [0, -3_00]],
    [NETTING, 'per_side', [-8_00]],
    [NETTING, 'per_deal', [-3_00]],
  ] as const) {
    const row = wholeCommission({ mask: '*', mode: 'per_lot', charge, tiers })
    const floor = new Floor({ groups: { [group]: { commissions: [row] } } }).profile({ group })
    floor.balance('deposit', '10000')
    const provider = new Provider(floor)
    const position = positionOf(floor.open('EURUSD', 'buy', '1'))
    const close = provider.close(position)
    floor.close(position, '0.5')
    const charged = provider.fill(close, '0.8', '1.169').flatMap((event) => {
      return event.type === 'deal' ? [event.commission] : []
    })
    t.same(charged, wanted, `${group} ${charge}`)
    const added = provider.open('EURUSD', 'sell', '1')
    const [, deal] = provider.fill(added, '0.2', '1.169')
    t.match(deal, { entry: 'in', commission: -2_00 }, `${group} ${charge}`)
    floor.settle()
  }
  t.end()
})

t.test('a close whose position has gone opens one', (t) => {
  const { floor, provider } = given()
  const position = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  const id = provider.close(position)
  floor.close(position)
  t.match(provider.fill(id, '0.1', '1.169'), [
    { id, state: 'filled', positionId: id },
    { entry: 'in', side: -1, positionId: id },
    { id, side: -1, volume: 0.1 * LOT, stopLoss: 0 },
  ])
  floor.settle()
  t.end()
})

t.test('a close whose position has gone has no rate to open at but that of now', (t) => {
  const { floor, provider } = given()
  const position = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  const id = provider.close(position)
  floor.close(position)
  t.equal(provider.order(id).rateMargin, 0n)
  floor.prices.remove('EURUSD')
  t.match(provider.refused(id, '0.1', '1.169'), { code: 'trade.off_quotes' })
  t.equal(floor.account.positions.size, 0)
  floor.prices.set('EURUSD', '1.16900', '1.16910')
  provider.fill(id, '0.1', '1.169')
  t.equal(floor.account.positions.get(id)?.rateMargin, 1_169_000_000_000n)
  floor.settle()
  t.end()
})

t.test(
  'a position that a fill opens has the rate of now, also where the order has another',
  (t) => {
    const { floor, provider } = given()
    const id = provider.open('EURUSD', 'buy', '1')
    t.equal(provider.order(id).rateMargin, 1_170_100_000_000n)
    floor.prices.set('EURUSD', '1.17200', '1.17210')
    provider.fill(id, '1', '1.1721')
    t.equal(floor.account.positions.get(id)?.rateMargin, 1_172_100_000_000n)
    floor.settle()
    t.end()
  },
)

t.test('a close whose market has no price any more has the fill’s own in its deal', (t) => {
  const { floor, provider } = given()
  const position = positionOf(floor.open('EURUSD', 'buy', '1'))
  const id = provider.close(position)
  floor.prices.remove('EURUSD')
  t.match(provider.fill(id, '1', '1.169')[1], { bid: 116_900, ask: 116_900, profit: -110_00 })
  floor.settle()
  t.end()
})

t.test('an account that nets adds, takes away and reverses', (t) => {
  const { floor, provider } = given(NETTING)
  const position = positionOf(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.1' }))
  const more = provider.open('EURUSD', 'buy', '1', { stopLoss: '1.12' })
  t.match(provider.fill(more, '0.5', '1.173'), [
    { id: more, state: 'started', positionId: position },
    { entry: 'in', positionId: position },
    { id: position, volume: 1.5 * LOT, priceOpen: 117_107, stopLoss: 112_000 },
  ])
  provider.end(more, 'cancelled')
  const less = provider.open('EURUSD', 'sell', '2', { takeProfit: '1.15' })
  t.match(provider.fill(less, '1', '1.172'), [
    { id: less, state: 'started', positionId: position },
    { entry: 'out', positionId: position },
    { id: position, volume: 0.5 * LOT, takeProfit: 0 },
  ])
  t.match(provider.fill(less, '1', '1.172'), [
    { id: less, state: 'filled', positionId: position },
    { entry: 'inout', volumeClosed: 0.5 * LOT, positionId: position },
    { id: position, volume: 0.5 * LOT, side: -1 },
  ])
  const other = provider.open('EURUSD', 'buy', '0.4')
  const close = provider.close(position)
  provider.fill(other, '0.4', '1.17')
  t.match(provider.fill(close, '0.5', '1.17'), [
    { id: close, state: 'filled' },
    { entry: 'inout', volumeClosed: 0.1 * LOT },
    { id: position, side: 1, volume: 0.4 * LOT, stopLoss: 0, takeProfit: 0 },
  ])
  floor.settle()
  t.end()
})

t.test('what no order can take is a deal of an order of its own', (t) => {
  const { floor, provider } = given()
  const opened = provider.open('EURUSD', 'buy', '1', { stopLoss: '1.1' })
  provider.fill(opened, '0.4', '1.1701')
  const ended = provider.end(opened, 'cancelled')
  const events = provider.apart(ended, '0.1', '1.1703')
  const [own] = events
  t.match(events, [
    {
      type: 'order',
      state: 'filled',
      reason: 'gateway',
      comment: `order ${opened}`,
      positionId: opened,
      gatewayId: 3,
      externalId: 'P-7',
      volumeInitial: 0.1 * LOT,
    },
    { type: 'deal', entry: 'in', reason: 'gateway', positionId: opened, externalId: 'X-2' },
    { type: 'position', id: opened, volume: 0.5 * LOT, stopLoss: 110_000 },
  ])
  t.not(own?.type === 'order' && own.id, opened)
  floor.close(opened)
  const [order, , position] = provider.apart(ended, '0.1', '1.1703')
  t.match(position, { type: 'position', side: 1, volume: 0.1 * LOT, reason: 'gateway' })
  t.match(order, { positionId: position?.type === 'position' && position.id })
  const held = positionOf(floor.open('EURUSD', 'buy', '1'))
  const close = provider.close(held, '0.5')
  const left = provider.end(close, 'lost')
  t.match(provider.apart(left, '0.5', '1.169'), [
    { reason: 'gateway', positionId: held },
    { entry: 'out', positionId: held, profit: -5500 },
    { id: held, volume: 0.5 * LOT },
  ])
  floor.settle()
  t.end()
})

t.test('what no order can take leaves the stops of the position that it adds to', (t) => {
  const { floor, provider } = given(NETTING)
  const opened = provider.open('EURUSD', 'buy', '1')
  provider.fill(opened, '0.4', '1.1701')
  const ended = provider.end(opened, 'cancelled')
  floor.close(opened)
  const other = positionOf(floor.open('EURUSD', 'buy', '1', { stopLoss: '1.1', takeProfit: '1.2' }))
  const [order, , position] = provider.apart(ended, '0.1', '1.1703')
  t.match(order, { type: 'order', reason: 'gateway', positionId: other })
  t.match(position, { id: other, volume: 110_000_000, stopLoss: 110_000, takeProfit: 120_000 })
  floor.settle()
  t.end()
})

t.test('an order whose position was closed before it was filled whole takes no more', (t) => {
  const { floor, provider } = given()
  const id = provider.open('EURUSD', 'buy', '1')
  provider.fill(id, '0.4', '1.1701')
  t.ok(takesFill(floor.account, provider.order(id), 0.6 * LOT))
  t.notOk(takesFill(floor.account, provider.order(id), 0.6 * LOT + 1), 'nor more than it asked for')
  floor.close(id)
  t.notOk(takesFill(floor.account, provider.order(id), 0.6 * LOT))
  const [own] = provider.apart(provider.order(id), '0.6', '1.1701')
  t.match(own, { type: 'order', state: 'filled', reason: 'gateway' })
  t.match(provider.end(id, 'cancelled'), { state: 'cancelled', volumeCurrent: 0.6 * LOT })
  floor.settle()
  t.end()
})

t.test('it is booked whatever the account may do by then', (t) => {
  const { floor, provider } = given()
  const id = provider.open('EURUSD', 'buy', '5')
  floor.balance('withdraw', '9900', { skipMarginCheck: true })
  floor.profile({ enabled: false, trading_enabled: false, limit_positions: 1, archived: true })
  floor.book = givenBook({
    symbols: { EURUSD: { trade_access: 'disabled' } },
    groups: { [HEDGING]: { trade_enabled: false } },
  })
  t.match(provider.fill(id, '5', '1.2'), [
    { state: 'filled' },
    { entry: 'in' },
    { volume: 5 * LOT },
  ])
  t.equal(floor.account.balance, 10_000)
  checkAccount(floor.account)
  t.end()
})

t.test(
  'a balance below zero is made good after a stop out alone, where the group protects',
  (t) => {
    for (const [reason, isProtected, wanted] of [
      ['client', true, []],
      ['stop_out', true, [['compensation', 3_000_00, 'stop_out']]],
      ['stop_out', false, []],
    ] as const) {
      const { floor, provider } = given(HEDGING, '2000')
      const position = positionOf(floor.open('EURUSD', 'buy', '1'))
      floor.book = givenBook({
        groups: { [HEDGING]: { negative_balance_protection: isProtected } },
      })
      const id = provider.close(position, undefined, { reason })
      const [, deal, , ...more] = provider.fill(id, '1', '1.12010')
      t.match(deal, { type: 'deal', entry: 'out', profit: -5_000_00, reason })
      const made = more.map((event) => {
        return event.type === 'deal' && [event.action, event.profit, event.reason]
      })
      t.same(made, wanted, `${reason}, ${isProtected}`)
      t.equal(floor.account.balance, wanted.length > 0 ? 0 : -3_000_00)
      floor.settle()
    }
    t.end()
  },
)

t.test('a balance below zero is made good once, with the last part of what is stopped out', (t) => {
  const { floor, provider } = given(HEDGING, '2000')
  const position = positionOf(floor.open('EURUSD', 'buy', '1'))
  const groups = { [HEDGING]: { negative_balance_protection: true } }
  floor.book = givenBook({ groups })
  const id = provider.close(position, undefined, { reason: 'stop_out' })
  t.match(
    provider.fill(id, '0.9', '1.12010').map(({ type }) => type),
    ['order', 'deal', 'position'],
  )
  t.equal(floor.account.balance, -2_500_00)
  const [, , , made] = provider.fill(id, '0.1', '1.12010')
  t.match(made, { action: 'compensation', profit: 3_000_00 })
  t.equal(floor.account.balance, 0)
  floor.settle()
  t.end()
})

t.test('it waits for a price that its money is found by', (t) => {
  const { floor, provider } = given()
  const position = positionOf(floor.open('USDJPY', 'buy', '1'))
  const id = provider.close(position)
  floor.prices.remove('USDJPY')
  t.match(provider.refused(id, '1', '151'), { code: 'trade.off_quotes' })
  floor.prices.set('USDJPY', '151.000', '151.010')
  t.match(provider.fill(id, '1', '151'), [{ state: 'filled' }, { entry: 'out', bid: 151_000 }])
  floor.settle()
  t.end()
})

t.test('each price that a fill’s money is found by is waited for, and nothing is booked', (t) => {
  const tiers = [{ value: '10' }] as unknown as readonly CommissionTier[]
  // In pounds, while the margin is in euros: the rate of the one is there without that of the other.
  const points = wholeCommission({ mask: '*', mode: 'points', charge: 'per_side', tiers })
  for (const group of [HEDGING, NETTING]) {
    const floor = new Floor({ groups: { [group]: { commissions: [points] } } }).profile({ group })
    floor.balance('deposit', '10000')
    const provider = new Provider(floor)
    const id = provider.open('EURGBP', 'buy', '1')
    floor.prices.remove('GBPUSD')
    const before = structuredClone(provider.order(id))
    const records = floor.records.length
    t.match(provider.refused(id, '0.4', '0.8667'), { code: 'trade.off_quotes' }, group)
    t.match([floor.records.length, floor.account.positions.size], [records, 0])
    t.same(provider.order(id), before)
    floor.prices.set('GBPUSD', '1.35000', '1.35020')
    t.match(provider.fill(id, '0.4', '0.8667'), [
      { state: 'started', volumeCurrent: 0.6 * LOT },
      { entry: 'in', commission: -5_40 },
      { id, volume: 0.4 * LOT },
    ])
    t.equal(floor.account.balance, 10_000_00 - 5_40)
    floor.prices.remove('GBPUSD')
    t.match(provider.refused(id, '0.6', '0.8667'), { code: 'trade.off_quotes' }, 'what adds to it')
    floor.prices.set('GBPUSD', '1.35000', '1.35020')
    const close = provider.close(id)
    floor.prices.remove('GBPUSD')
    t.match(provider.refused(close, '0.4', '0.8667'), { code: 'trade.off_quotes' }, 'and closes it')
    floor.settle()
  }
  t.end()
})

t.test('an order that rested keeps its price, and its pair goes with its first fill', (t) => {
  const { floor, provider } = given()
  const pair = orderOf(floor.place('EURUSD', 'sell limit', '0.5', '1.2'))
  const id = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.16', { ocoOrderId: pair }))
  provider.activate(id)
  t.match(provider.order(id), { state: 'started', gatewayId: 3, version: 2 })
  t.match(provider.fill(id, '0.4', '1.1598'), [
    { id, state: 'started', price: 116_000, positionId: id },
    { entry: 'in', reason: 'activation', price: 115_980 },
    { id, reason: 'client' },
    { type: 'order', id: pair, state: 'cancelled' },
  ])
  t.match(provider.end(id, 'cancelled'), {
    state: 'partial',
    gatewayId: 0,
    volumeCurrent: 0.6 * LOT,
    doneAt: 0,
  })
  provider.activate(id)
  t.match(provider.end(id, 'lost'), { state: 'partial' })
  const quote = { bid: 115_900, ask: 115_910, at: floor.now }
  const made = decideActivate(floor.context(), floor.account, provider.order(id), quote)
  if (made === undefined || 'wait' in made) throw new Error('it is activated')
  t.match(made.events, [
    { id, state: 'filled', volumeCurrent: 0, price: 116_000 },
    { entry: 'in', orderId: id, positionId: id, price: 115_910, reason: 'activation' },
    { id, volume: LOT },
  ])
  floor.record(made.events)
  t.same(recomputed(floor.account, floor.records), [])
  floor.settle()
  t.end()
})

t.test('a fill that closes a position and is over waits whole for the price of its profit', (t) => {
  for (const group of [HEDGING, NETTING]) {
    const { floor, provider } = given(group)
    const position = positionOf(floor.open('EURGBP', 'buy', '1'))
    const id = provider.close(position)
    floor.close(position, '0.5')
    floor.prices.remove('GBPUSD')
    t.match(provider.refused(id, '0.8', '0.8667'), { code: 'trade.off_quotes' }, group)
    t.equal(floor.account.positions.get(position)?.volume, 0.5 * LOT)
    floor.settle()
  }
  t.end()
})

t.test(
  'an order that rests there goes on resting with what is left, or waits on for its answer',
  (t) => {
    const { floor, provider } = given()
    for (const [asked, state] of [
      ['', 'partial'],
      ['cancel', 'started'],
    ] as const) {
      const id = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.16'))
      const there = { attempt: 1, gatewayId: 3, asked, version: 2 }
      floor.record([
        { ...provider.order(id), ...there, state: asked === '' ? 'placed' : 'started' },
      ])
      t.match(provider.fill(id, '0.4', '1.1598')[0], { id, state, asked, attempt: 1 })
      t.match(provider.fill(id, '0.6', '1.1598')[0], { id, state: 'filled' })
    }
    floor.settle()
    t.end()
  },
)

t.test('an order that rested waits with its pair for a price of its first fill', (t) => {
  const { floor, provider } = given()
  const pair = orderOf(floor.place('EURGBP', 'sell limit', '0.5', '0.9'))
  const tiers = [{ value: '10' }] as unknown as readonly CommissionTier[]
  const points = wholeCommission({ mask: '*', mode: 'points', charge: 'per_side', tiers })
  const id = orderOf(floor.place('EURGBP', 'buy limit', '1', '0.86', { ocoOrderId: pair }))
  floor.book = givenBook({ groups: { [HEDGING]: { commissions: [points] } } })
  provider.activate(id)
  floor.prices.remove('GBPUSD')
  t.match(provider.refused(id, '0.4', '0.8598'), { code: 'trade.off_quotes' })
  t.ok(floor.account.orders.has(pair))
  floor.settle()
  t.end()
})

t.test('what rests of an order whose position was closed fills as another one', (t) => {
  const { floor, provider } = given()
  const id = orderOf(floor.place('EURUSD', 'buy limit', '1', '1.16'))
  provider.activate(id)
  provider.fill(id, '0.4', '1.1598')
  provider.end(id, 'cancelled')
  floor.close(id)
  const quote = { bid: 115_900, ask: 115_910, at: floor.now }
  const made = decideActivate(floor.context(), floor.account, provider.order(id), quote)
  if (made === undefined || 'wait' in made) throw new Error('it is activated')
  t.match(made.events, [
    { id, state: 'cancelled', volumeCurrent: 0.6 * LOT },
    { type: 'order', state: 'filled' },
    { entry: 'in', volume: 0.6 * LOT },
    { type: 'position', volume: 0.6 * LOT },
  ])
  floor.record(made.events)
  floor.settle()
  t.end()
})

t.test('what rests of an order waits for a price of its commission', (t) => {
  const tiers = [{ value: '1' }] as unknown as readonly CommissionTier[]
  const percent = wholeCommission({ mask: '*', mode: 'percent', charge: 'per_side', tiers })
  for (const group of [HEDGING, NETTING]) {
    // Its commission alone is in pounds: margin and profit are in dollars.
    const symbols = { GIVEN: { base_currency: 'GBP', margin_currency: 'USD' } }
    const groups = { [group]: { commissions: [percent] } }
    const floor = new Floor({ symbols, groups }).profile({ group })
    floor.balance('deposit', '1000000')
    floor.prices.set('GIVEN', '1.17000', '1.17010')
    const provider = new Provider(floor)
    const id = orderOf(floor.place('GIVEN', 'buy limit', '1', '1.16'))
    provider.activate(id)
    provider.fill(id, '0.4', '1.1598')
    provider.end(id, 'cancelled')
    floor.prices.remove('GBPUSD')
    const quote = { bid: 115_900, ask: 115_910, at: floor.now }
    const activated = () =>
      decideActivate(floor.context(), floor.account, provider.order(id), quote)
    t.equal(activated(), undefined, group)
    floor.prices.set('GBPUSD', '1.35000', '1.35020')
    const made = activated()
    if (made === undefined || 'wait' in made) throw new Error('it is activated')
    t.match(made.events, [
      { id, state: 'filled' },
      { entry: 'in', volume: 0.6 * LOT },
    ])
    floor.record(made.events)
    floor.settle()
  }
  t.end()
})

t.test('an order of which all or nothing was wanted does not rest on', (t) => {
  const { floor, provider } = given()
  for (const filling of ['fok', 'ioc'] as const) {
    const id = orderOf(floor.place('EURUSD', 'buy stop', '1', '1.18', { filling }))
    provider.activate(id)
    t.match(
      provider.end(id, 'lost'),
      { state: 'placed' },
      'nobody has said that it cannot be filled',
    )
    provider.activate(id)
    t.match(provider.end(id, 'cancelled'), { state: 'cancelled' })
  }
  const id = orderOf(floor.place('EURUSD', 'buy stop', '1', '1.18'))
  provider.activate(id)
  t.match(provider.end(id, 'rejected'), { state: 'rejected' })
  floor.settle()
  t.end()
})

t.test('a gateway is asked in the order of the rule, and only if it is there', (t) => {
  const rule = { ...CONFIRM_ALL, action: 'gateway', dealers: [2, 3] } as const
  const floor = new Floor({ routing: [rule] })
  floor.balance('deposit', '10000')
  const volume = 0.1 * LOT
  const asked = { kind: 'open', symbol: 'EURUSD', side: 1, volume, ...PLAIN_OPEN } as const
  const open = () => decideTrade(floor.context(), floor.account, asked)
  t.match(open(), { code: 'trade.no_connection', message: /EURUSD is not connected/ })
  floor.gateways.set([3])
  t.match(open(), { wait: { by: 'gateway', gatewayId: 3, volume } })
  t.match(floor.open('EURUSD', 'buy', '0.1'), { code: 'trade.no_connection' }, 'who cannot wait')
  floor.gateways.set([3, 2])
  t.match(open(), { wait: { gatewayId: 2 } })
  floor.settle()
  t.end()
})
