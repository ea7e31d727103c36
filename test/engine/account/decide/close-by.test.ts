import t from 'tap'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, givenBook } from '../../../given/book.js'
import { codeOf, Floor, positionOf } from '../../../given/floors/floor.js'
import { Provider } from '../../../given/floors/provider.js'

// Closing two opposite positions by each other.

/** Bought at 1.17010, sold at 1.18000. */
function holding(bought = '0.3', sold = '0.1') {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const buy = positionOf(floor.open('EURUSD', 'buy', bought, { stopLoss: '1.1' }))
  floor.prices.set('EURUSD', '1.18000', '1.18010')
  const sell = positionOf(floor.open('EURUSD', 'sell', sold))
  return { floor, buy, sell }
}

t.test('close by: the smaller volume goes, the first deal has all of the profit', (t) => {
  const { floor, buy, sell } = holding()
  const { balance } = floor.account
  const decision = floor.closeBy(buy, sell)
  if (!decision.ok) return t.fail(decision.message)
  t.match(decision, { positionId: buy, volume: 1e7, price: 118_000 })
  t.match(decision.events, [
    {
      type: 'order',
      id: decision.orderId,
      state: 'filled',
      side: -1,
      volumeInitial: 1e7,
      positionId: buy,
      byPositionId: sell,
      price: 118_000,
    },
    {
      type: 'deal',
      entry: 'out_by',
      positionId: buy,
      orderId: decision.orderId,
      side: -1,
      volume: 1e7,
      price: 118_000,
      profit: 99_00,
      action: 'sell',
      bid: 118_000,
    },
    { type: 'position', id: buy, volume: 2e7, closedAt: 0, stopLoss: 110_000, version: 2 },
    {
      type: 'deal',
      entry: 'out_by',
      positionId: sell,
      orderId: decision.orderId,
      side: 1,
      volume: 1e7,
      price: 117_010,
      profit: 0,
      action: 'buy',
    },
    { type: 'position', id: sell, volume: 0, closedAt: floor.now, priceClose: 117_010 },
  ])
  t.equal(floor.account.balance, balance + 99_00)
  t.equal(floor.account.positions.size, 1)
  floor.settle()
  return t.end()
})

t.test('close by: it does not matter which one is named first, nor where the market is', (t) => {
  for (const lots of [
    ['0.3', '0.1'],
    ['0.1', '0.3'],
    ['0.2', '0.2'],
  ] as const) {
    for (const isBuyFirst of [true, false]) {
      const { floor, buy, sell } = holding(...lots)
      floor.prices.set('EURUSD', '1.50000', '1.50010')
      const { balance } = floor.account
      const decision = isBuyFirst ? floor.closeBy(buy, sell) : floor.closeBy(sell, buy)
      t.ok(decision.ok)
      const volume = Math.min(...lots.map(Number))
      t.equal(floor.account.balance - balance, Math.round(volume * 990_00), lots.join())
      t.equal(floor.account.positions.size, lots[0] === lots[1] ? 0 : 1)
      floor.settle()
    }
  }
  t.end()
})

t.test('close by: each deal realises the swap of its own position, by volume', (t) => {
  const { floor, buy, sell } = holding()
  floor.rollOver(buy, '-3.00')
  floor.rollOver(sell, '0.50')
  t.match(floor.closeBy(buy, sell), {
    events: [{}, { swap: -1_00 }, { swap: -2_00 }, { swap: 50 }, { swap: 0 }],
  })
  floor.settle()
  t.end()
})

t.test('close by: the first broken rule names the code', (t) => {
  const symbol: { -readonly [K in keyof SymbolRecord]?: SymbolRecord[K] } = {
    trade_access: 'disabled',
    freeze_level_pts: 8000,
    sessions: [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }],
  }
  let profile = { trading_enabled: false }
  let ids: (held: ReturnType<typeof holding>) => [number, number] = () => [1, 2]
  let routing: RoutingRuleRecord[] = []
  let isGone = true
  const rows: [repair: () => unknown, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /off for this account/],
    [() => (profile = { trading_enabled: true }), 'trade.position_unknown', /position 1\./],
    [() => (ids = ({ buy }) => [buy, 2]), 'trade.position_unknown', /position 2\./],
    [() => (ids = ({ buy }) => [buy, buy]), 'trade.rejected', /the opposite side/],
    [
      () => (ids = ({ buy, sell }) => [sell, buy]),
      'trade.disabled',
      /Trading in EURUSD is turned off/,
    ],
    [() => (symbol.trade_access = 'close_only'), 'trade.market_closed', /not traded at this time/],
    [() => (symbol.sessions = []), 'trade.off_quotes', /EURUSD has no price/],
    [() => (isGone = false), 'trade.frozen', /too close/],
    [() => (symbol.freeze_level_pts = 7999), 'trade.rejected', /No routing rule/],
    [
      () => (routing = [{ ...CONFIRM_ALL, action: 'requote' }]),
      'trade.rejected',
      /close_by requests/,
    ],
    [() => (routing = [CONFIRM_ALL]), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair()
    const held = holding()
    const { floor } = held
    floor.profile(profile)
    floor.book = givenBook({ symbols: { EURUSD: symbol }, routing })
    if (isGone) floor.prices.remove('EURUSD')
    const decision = floor.closeBy(...ids(held))
    t.equal(codeOf(decision), code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  t.end()
})

t.test('close by: two of a side, or of two symbols, do not close each other', (t) => {
  const { floor, buy } = holding()
  const again = positionOf(floor.open('EURUSD', 'buy', '0.1'))
  const pound = positionOf(floor.open('GBPUSD', 'sell', '0.1'))
  t.equal(codeOf(floor.closeBy(buy, again)), 'trade.rejected')
  t.equal(codeOf(floor.closeBy(buy, pound)), 'trade.rejected')
  floor.settle()
  t.end()
})

t.test('close by: averages of parts close at what was paid, to the last half point', (t) => {
  for (const isBuyFirst of [true, false]) {
    const floor = new Floor()
    floor.balance('deposit', '100000')
    const provider = new Provider(floor)
    const parts = (side: 'buy' | 'sell', lots: string, prices: readonly string[]): number => {
      const id = provider.open('EURUSD', side, String(Number(lots) * prices.length))
      for (const price of prices) provider.fill(id, lots, price)
      return id
    }
    // Averages of 1.170015 and of 1.1800 and two thirds of a point.
    const buy = parts('buy', '3', ['1.17001', '1.17002'])
    const sell = parts('sell', '4', ['1.18000', '1.18001', '1.18001'])
    const { balance } = floor.account
    const decision = isBuyFirst ? floor.closeBy(buy, sell) : floor.closeBy(sell, buy)
    t.ok(decision.ok)
    // 6 lots: 1.180006667 - 1.170015 = 0.009991667, rounded once.
    t.equal(floor.account.balance - balance, 5_995_00)
    const left = floor.account.positions.get(sell)
    t.match(left, { volume: 6e8, priceOpen: 118_001, openRest: -2e8 })
    floor.prices.set('EURUSD', '1.17000', '1.17001')
    t.ok(floor.close(sell).ok)
    // 6 lots: 1.180006667 - 1.17001 = 0.009996667.
    t.equal(floor.account.balance - balance, 5_995_00 + 5_998_00)
    floor.settle()
  }
  t.end()
})

t.test('close by: without a price that the profit is converted by nothing is closed', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const buy = positionOf(floor.open('EURGBP', 'buy', '1'))
  const sell = positionOf(floor.open('EURGBP', 'sell', '1'))
  floor.prices.remove('GBPUSD')
  t.match(floor.closeBy(buy, sell), { code: 'trade.off_quotes', message: /convert GBP to USD/ })
  floor.settle()
  t.end()
})
