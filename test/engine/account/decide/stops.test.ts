import t from 'tap'
import type { StopsRequest } from '../../../../engine/account/request.js'
import type { RoutingRuleRecord } from '../../../../engine/config/records/routing-rule.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { CONFIRM_ALL, givenBook } from '../../../given/book.js'
import { codeOf, Floor, positionOf } from '../../../given/floors/floor.js'

// Stop loss, take profit and trailing stop of positions. EURUSD is at 1.17000 / 1.17010.

function holding(side: 'buy' | 'sell' = 'buy', symbol: Partial<SymbolRecord> = {}) {
  const floor = new Floor()
  floor.balance('deposit', '10000')
  const id = positionOf(floor.open('EURUSD', side, '0.1', { comment: 'first' }))
  floor.book = givenBook({ symbols: { EURUSD: symbol } })
  return { floor, id }
}

t.test('stops: what is given is set, 0 takes it off, and what is not given stays', (t) => {
  const { floor, id } = holding()
  let row: Record<string, unknown> = { ...floor.account.positions.get(id) }
  const rows: [more: Partial<StopsRequest>, change: object][] = [
    [{ stopLoss: '1.16' }, { stopLoss: 116_000 }],
    [{ takeProfit: '1.18' }, { takeProfit: 118_000 }],
    [
      { trailingPts: 50, comment: 'second' },
      { trailingPts: 50, comment: 'second' },
    ],
    [{}, {}],
    [{ stopLoss: '0' }, { stopLoss: 0 }],
    [{ takeProfit: '0.000' }, { takeProfit: 0 }],
    [{ trailingPts: 0 }, { trailingPts: 0 }],
  ]
  for (const [more, change] of rows) {
    const decision = floor.stops(id, more)
    if (!decision.ok) return t.fail(decision.message)
    row = { ...row, ...change, version: Number(row['version']) + 1 }
    t.same(decision.events, [{ ...row, type: 'position', priceClose: 0, closedAt: 0 }])
    t.match(decision, { positionId: id, orderId: 0, dealId: 0, volume: 1e7, price: 0 })
  }
  floor.settle()
  return t.end()
})

t.test('stops: each keeps one point, or the stops level, from the price that would close', (t) => {
  // At the limit, and the first one past it: a buy closes at the bid, a sell at the ask.
  const rows: [side: 'buy' | 'sell', level: number, sl: string[], tp: string[]][] = [
    ['buy', 0, ['1.16999', '1.17000'], ['1.17001', '1.17000']],
    ['buy', 10, ['1.16990', '1.16991'], ['1.17010', '1.17009']],
    ['sell', 0, ['1.17011', '1.17010'], ['1.17009', '1.17010']],
    ['sell', 10, ['1.17020', '1.17019'], ['1.17000', '1.17001']],
  ]
  for (const [side, stops_level_pts, sl, tp] of rows) {
    const says = `${side} ${stops_level_pts}`
    for (const [field, [at = '', past = '']] of [
      ['stopLoss', sl],
      ['takeProfit', tp],
    ] as const) {
      const { floor, id } = holding(side, { stops_level_pts })
      t.match(floor.stops(id, { [field]: past }), { code: 'trade.invalid_stops' }, says)
      t.ok(floor.stops(id, { [field]: at }).ok, says)
      const opened = floor.open('EURUSD', side, '0.1', { [field]: past })
      t.equal(codeOf(opened), 'trade.invalid_stops', `${says} to open`)
      t.ok(floor.open('EURUSD', side, '0.1', { [field]: at }).ok, `${says} to open`)
      floor.settle()
    }
  }
  for (const [trailingPts, code] of [
    [10, 'ok'],
    [9, 'trade.invalid_stops'],
    [116_999, 'ok'],
    [117_000, 'trade.invalid_stops'],
    [1_000_000_000, 'trade.invalid_stops'],
  ] as const) {
    const { floor, id } = holding('buy', { stops_level_pts: 10 })
    t.equal(codeOf(floor.stops(id, { trailingPts })), code, `trailing ${trailingPts}`)
    t.equal(codeOf(floor.open('EURUSD', 'buy', '0.1', { trailingPts })), code)
    if (code === 'ok') continue
    const nearest = trailingPts < 10 ? '10' : '116999'
    t.match(floor.stops(id, { trailingPts }), {
      message: /^trailing_pts: must be from 10 to 116999 points at the moment\.$/,
      numbers: { field: 'trailing_pts', distance_pts: 10, nearest },
    })
    floor.settle()
  }
  t.end()
})

t.test('stops: a level that stays is not judged again where the market has come near', (t) => {
  const { floor, id } = holding()
  floor.stops(id, { stopLoss: '1.16', takeProfit: '1.18' })
  floor.book = givenBook({ symbols: { EURUSD: { stops_level_pts: 2000 } } })
  t.equal(codeOf(floor.stops(id, { takeProfit: '1.18999' })), 'trade.invalid_stops')
  t.equal(codeOf(floor.stops(id, { takeProfit: '1.19' })), 'ok')
  t.equal(codeOf(floor.stops(id, { stopLoss: '1.16', takeProfit: '1.19' })), 'ok', 'as it is')
  t.equal(codeOf(floor.stops(id, { stopLoss: '0' })), 'ok')
  t.equal(codeOf(floor.stops(id, { stopLoss: '1.16' })), 'trade.invalid_stops', 'set again')
  floor.settle()
  t.end()
})

t.test(
  'stops: each of the two stays although the market is near it, while the other moves',
  (t) => {
    const rows: readonly [near: Partial<StopsRequest>, moved: Partial<StopsRequest>][] = [
      [{ takeProfit: '1.18' }, { stopLoss: '1.14' }],
      [{ stopLoss: '1.16' }, { takeProfit: '1.20' }],
      [{ takeProfit: '1.18' }, { trailingPts: 2500 }],
      [{ stopLoss: '1.16' }, { trailingPts: 2500 }],
      [{ trailingPts: 1500 }, { stopLoss: '1.14' }],
      [{ trailingPts: 1500 }, { takeProfit: '1.20' }],
    ]
    for (const [near, moved] of rows) {
      const { floor, id } = holding()
      t.equal(codeOf(floor.stops(id, near)), 'ok')
      floor.book = givenBook({ symbols: { EURUSD: { stops_level_pts: 2000 } } })
      const says = `${JSON.stringify(near)} stays, ${JSON.stringify(moved)}`
      t.equal(codeOf(floor.stops(id, moved)), 'ok', says)
      t.equal(codeOf(floor.stops(id, { ...near, ...moved })), 'ok', `${says}, both named`)
      floor.settle()
    }
    t.end()
  },
)

t.test('stops: the first broken rule names the code', (t) => {
  const symbol: { -readonly [K in keyof SymbolRecord]?: SymbolRecord[K] } = {
    trade_access: 'disabled',
    freeze_level_pts: 1000,
    sessions: [{ day: 2, kind: 'trade', from_min: 0, to_min: 1440 }],
  }
  let wrongId = true
  let isGone = true
  let profile = { trading_enabled: false }
  let stopLoss = '1.160001'
  let routing: RoutingRuleRecord[] = []
  const rows: [repair: () => unknown, code: string, says: RegExp][] = [
    [() => {}, 'trade.disabled', /off for this account/],
    [() => (profile = { trading_enabled: true }), 'trade.position_unknown', /no open position/],
    [() => (wrongId = false), 'trade.disabled', /Trading in EURUSD is turned off/],
    [() => (symbol.trade_access = 'close_only'), 'trade.market_closed', /not traded at this time/],
    [() => (symbol.sessions = []), 'trade.off_quotes', /EURUSD has no price/],
    [() => (isGone = false), 'trade.frozen', /too close to the stop loss or take profit/],
    [() => (symbol.freeze_level_pts = 999), 'trade.invalid_stops', /stop_loss: EURUSD has prices/],
    [
      () => (stopLoss = '1.18'),
      'trade.invalid_stops',
      /stop_loss: of a buy it is 1.16999 or lower/,
    ],
    [() => (stopLoss = '1.15'), 'trade.rejected', /No routing rule/],
    [
      () => (routing = [{ ...CONFIRM_ALL, action: 'requote' }]),
      'trade.rejected',
      /does not accept/,
    ],
    [() => (routing = [CONFIRM_ALL]), 'ok', /^$/],
  ]
  for (const [repair, code, says] of rows) {
    repair()
    const { floor, id } = holding()
    floor.stops(id, { stopLoss: '1.16000' })
    floor.profile(profile)
    floor.book = givenBook({ symbols: { EURUSD: symbol }, routing })
    if (isGone) floor.prices.remove('EURUSD')
    const decision = floor.stops(wrongId ? id + 1 : id, { stopLoss })
    t.equal(codeOf(decision), code, String(says))
    t.match(decision.ok ? '' : decision.message, says)
    floor.settle()
  }
  t.end()
})

t.test('stops: a rule that clears stops takes them off', (t) => {
  const { floor, id } = holding()
  floor.stops(id, { stopLoss: '1.16' })
  const clears: RoutingRuleRecord = { ...CONFIRM_ALL, position: 0, action: 'clear_stops' }
  floor.book = givenBook({ routing: [clears, CONFIRM_ALL] })
  const decision = floor.stops(id, { takeProfit: '1.18', trailingPts: 9 })
  t.match(decision, { events: [{ stopLoss: 0, takeProfit: 0, trailingPts: 0 }] })
  floor.settle()
  t.end()
})

t.test('stops: what leaves them as they are goes to nobody', (t) => {
  const { floor, id } = holding()
  floor.stops(id, { stopLoss: '1.16', trailingPts: 9 })
  for (const action of ['dealer', 'reject', 'clear_stops'] as const) {
    floor.book = givenBook({ routing: [{ ...CONFIRM_ALL, position: 0, action, dealers: [7] }] })
    t.equal(codeOf(floor.stops(id, { stopLoss: '1.16000', trailingPts: 9 })), 'ok', action)
    t.not(codeOf(floor.stops(id, { stopLoss: '1.16001' })), 'ok', action)
  }
  t.match(floor.account.positions.get(id), { stopLoss: 116_000, trailingPts: 9 })
  floor.settle()
  t.end()
})

t.test('a position that is closed in part keeps its stops', (t) => {
  const { floor, id } = holding()
  floor.stops(id, { stopLoss: '1.16', takeProfit: '1.18', trailingPts: 20 })
  t.ok(floor.close(id, '0.04').ok)
  const left = { volume: 6e6, stopLoss: 116_000, takeProfit: 118_000, trailingPts: 20 }
  t.match(floor.account.positions.get(id), left)
  floor.settle()
  t.end()
})
