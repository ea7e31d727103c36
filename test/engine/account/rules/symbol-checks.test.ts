import t from 'tap'
import type { DecisionContext } from '../../../../engine/account/decision.js'
import {
  checkAccess,
  checkFilling,
  checkHours,
  checkOrderKind,
  checkOrdersLimit,
  checkPositionsLimit,
  checkTraded,
  checkVolume,
  checkVolumeLimit,
  quoteOf,
  symbolHeld,
  symbolNamed,
  usableQuote,
} from '../../../../engine/account/rules/symbol-checks.js'
import type { Refusal } from '../../../../engine/code.js'
import type { SymbolRecord } from '../../../../engine/config/records/symbol.js'
import { givenBook, groupIn, HEDGING, symbolIn } from '../../../given/book.js'
import { Floor, orderOf } from '../../../given/floors/floor.js'

const LOT = 100_000_000

function given(change: Partial<SymbolRecord> = {}) {
  return symbolIn(givenBook({ symbols: { EURUSD: change } }), 'EURUSD')
}

function told(refusal: Refusal | undefined): string {
  return refusal === undefined ? 'right' : `${refusal.code}: ${refusal.message}`
}

t.test('what may be opened on which side', (t) => {
  const [off, close] = [
    'trade.disabled: EURUSD is not traded.',
    'trade.close_only: EURUSD positions can only be closed.',
  ]
  for (const [trade_access, buy, sell, traded] of [
    ['full', 'right', 'right', 'right'],
    ['disabled', off, off, off],
    ['close_only', close, close, 'right'],
    ['long_only', 'right', 'trade.long_only: EURUSD can only be bought.', 'right'],
    ['short_only', 'trade.short_only: EURUSD can only be sold.', 'right', 'right'],
  ] as const) {
    const symbol = given({ trade_access })
    const all = [checkAccess(symbol, 1), checkAccess(symbol, -1), checkTraded(symbol)]
    t.same(all.map(told), [buy, sell, traded], trade_access)
  }
  t.end()
})

t.test('a volume is within its bounds, in whole steps from the least', (t) => {
  const symbol = given({ volume_min: '0.03', volume_max: '0.23', volume_step: '0.1' })
  for (const [lots, isRight] of [
    [0.03, true],
    [0.13, true],
    [0.23, true],
    [0.33, false],
    [0.1, false],
    [-0.07, false],
    [0, false],
  ] as const) {
    const wrong = checkVolume(symbol, Math.round(lots * LOT))
    t.equal(wrong === undefined, isRight, `${lots}`)
    if (wrong === undefined) continue
    t.equal(told(wrong), 'trade.invalid_volume: EURUSD trades 0.03 to 0.23 lots in steps of 0.1.')
    t.match(wrong.numbers, { min: '0.03', max: '0.23', step: '0.1' })
  }
  t.end()
})

t.test('a filling is one of the symbol’s that its execution offers for that kind', (t) => {
  const all = ['fok', 'ioc', 'return'] as const
  for (const [execution, market, pending] of [
    ['request', ['fok'], ['fok']],
    ['instant', ['fok'], ['fok']],
    ['market', ['fok', 'ioc'], all],
    ['exchange', all, all],
  ] as const) {
    const symbol = given({ execution, filling: all })
    const allowed = (kind: 'market' | 'stop_limit') => {
      return all.filter((one) => checkFilling(symbol, kind, one) === undefined)
    }
    t.same([allowed('market'), allowed('stop_limit')], [market, pending], execution)
    t.equal(checkFilling(given({ execution, filling: [] }), 'market', ''), undefined)
  }
  const says = (kind: 'market' | 'stop_limit', filling: SymbolRecord['filling']) => {
    return told(checkFilling(given({ execution: 'market', filling }), kind, 'return'))
  }
  t.equal(
    says('market', all),
    'trade.invalid_filling: EURUSD does not fill market orders return: send it with filling fok or with filling ioc or without filling.',
  )
  t.equal(
    says('stop_limit', []),
    'trade.invalid_filling: EURUSD does not fill stop limit orders return: send it without filling.',
  )
  t.end()
})

t.test('kinds of orders that the symbol takes', (t) => {
  const symbol = given({ order_kinds: ['market', 'stop'] })
  t.equal(checkOrderKind(symbol, 'stop'), undefined)
  t.equal(
    told(checkOrderKind(symbol, 'limit')),
    'trade.rejected: EURUSD takes market, stop orders, not limit.',
  )
  t.end()
})

t.test('so many positions and orders: the account’s limit, else the group’s, else none', (t) => {
  const most = { limit_positions: 2, limit_orders: 2 }
  for (const [own, groups, limit] of [
    [0, {}, 0],
    [1, {}, 1],
    [0, { [HEDGING]: most }, 2],
    [1, { [HEDGING]: most }, 1],
    [3, { [HEDGING]: most }, 3],
  ] as const) {
    const floor = new Floor({ groups }).profile({ limit_positions: own, limit_orders: own })
    floor.balance('deposit', '100000')
    const group = groupIn(floor.book)
    for (let held = 0; held < 4; held++) {
      const isFull = limit !== 0 && held >= limit
      const [positions, orders] = [
        checkPositionsLimit(floor.account, group),
        checkOrdersLimit(floor.account, group),
      ]
      t.strictSame(
        [positions, orders],
        [
          isFull
            ? refused('positions', `The account may hold ${limit} positions.`, limit)
            : undefined,
          isFull
            ? refused('orders', `The account may have ${limit} orders that rest.`, limit)
            : undefined,
        ],
      )
      floor.open('EURUSD', 'buy', '0.01')
      floor.place('EURUSD', 'buy limit', '0.01', '1.1')
    }
  }
  t.end()
})

function refused(what: string, message: string, limit: number) {
  return { ok: false, code: `trade.limit_${what}`, message, numbers: { limit } }
}

t.test('an order that waits for an answer does not rest, one that is to rest there does', (t) => {
  const floor = new Floor().profile({ limit_orders: 1 })
  floor.balance('deposit', '100000')
  const group = groupIn(floor.book)
  const id = orderOf(floor.place('EURUSD', 'buy limit', '0.01', '1.1'))
  const order = floor.account.orders.get(id)
  if (order === undefined) throw new Error('it rests')
  const limit = (change: object) => {
    const orders = new Map([[id, { ...order, ...change }]])
    return checkOrdersLimit({ ...floor.account, orders } as typeof floor.account, group)?.code
  }
  t.equal(limit({}), 'trade.limit_orders')
  t.equal(limit({ state: 'started' }), undefined)
  t.equal(limit({ state: 'started', attempt: 1 }), 'trade.limit_orders')
  t.end()
})

t.test('positions and resting orders of one side come to so many lots', (t) => {
  const floor = new Floor({ symbols: { EURUSD: { volume_limit: '3' } } })
  floor.balance('deposit', '100000')
  const symbol = symbolIn(floor.book, 'EURUSD')
  floor.open('EURUSD', 'buy', '1')
  floor.open('EURUSD', 'sell', '0.5')
  floor.open('GBPUSD', 'buy', '2')
  floor.place('EURUSD', 'buy limit', '0.75', '1.1')
  floor.place('EURUSD', 'sell limit', '0.25', '1.2')
  floor.place('GBPUSD', 'buy limit', '2', '1.1')
  const check = (side: 1 | -1, lots: number, less = 0) => {
    return checkVolumeLimit(floor.account, symbol, side, lots * LOT, less * LOT)
  }
  t.equal(check(1, 1.25), undefined)
  t.equal(check(-1, 2.25), undefined)
  t.same(check(1, 1.26), {
    ok: false,
    code: 'trade.limit_volume',
    message: 'EURUSD is limited to 3 lots a side.',
    numbers: { min: '0.01', max: '1.25', step: '0.01', nearest: '1.25' },
  })
  t.match(check(-1, 2.26), { numbers: { max: '2.25' } })
  t.match(check(1, 2, 0.5), { numbers: { max: '1.75', nearest: '1.75' } })
  const [waiting] = [...floor.account.orders.values()].filter(
    (order) => order.symbolId === symbol.id,
  )
  if (waiting === undefined) throw new Error('no order rests')
  const orders = new Map(floor.account.orders)
  orders.set(99, { ...waiting, id: 99, side: 1, volumeCurrent: LOT, rateMargin: 0n })
  const account = Object.create(floor.account, { orders: { value: orders } })
  t.equal(checkVolumeLimit(account, symbol, 1, 1.25 * LOT), undefined, 'one that waits is none')
  orders.set(99, { ...waiting, id: 99, side: 1, volumeCurrent: LOT })
  t.match(checkVolumeLimit(account, symbol, 1, 1.25 * LOT), { numbers: { max: '0.25' } })
  floor.settle()
  t.end()
})

t.test('a symbol without a limit has the server’s', (t) => {
  const floor = new Floor()
  floor.balance('deposit', '1000000')
  const symbol = { ...symbolIn(floor.book, 'EURUSD'), volumeMax: 1e17 }
  floor.open('EURUSD', 'buy', '1')
  floor.place('EURUSD', 'buy limit', '2', '1.1')
  floor.place('EURUSD', 'sell limit', '5', '1.2')
  const most = 10_000_000
  const check = (side: 1 | -1, lots: number, less = 0) => {
    return checkVolumeLimit(floor.account, symbol, side, lots * LOT, less * LOT)
  }
  t.equal(check(1, most - 3), undefined)
  t.equal(check(-1, most - 5), undefined)
  t.match(check(1, most - 2), {
    message: 'EURUSD is limited to 10000000 lots a side.',
    numbers: { max: String(most - 3) },
  })
  t.match(check(-1, most - 4), { numbers: { max: String(most - 5) } })
  const [max, nearest] = [String(most - 2), String(most - 2)]
  t.match(check(1, most - 2, 1), { numbers: { max, nearest } }, 'what closes takes no room')
  t.end()
})

t.test(
  'a symbol is found by its name in any case, and its price where somebody stands behind it',
  (t) => {
    const floor = new Floor()
    const group = groupIn(floor.book)
    const context: DecisionContext = floor.context()
    const symbol = symbolIn(floor.book, 'EURUSD')
    t.equal(symbolNamed(context, group, 'eurusd'), symbol)
    t.equal(symbolHeld(context, group, 1), symbol)
    t.throws(() => symbolHeld(context, group, 99))
    t.same(symbolNamed(context, group, 'NONE'), {
      ok: false,
      code: 'trade.symbol_unknown',
      message: 'There is no symbol NONE.',
    })
    const none = {
      ok: false,
      code: 'trade.off_quotes',
      message: 'EURUSD has no price at the moment.',
    }
    t.match(quoteOf(context, symbol), { bid: 117_000 })
    floor.prices.age('EURUSD', floor.now)
    t.match(quoteOf(context, symbol), { bid: 117_000 })
    t.same(quoteOf({ ...context, now: floor.now + 1 }, symbol), none)
    t.match(quoteOf({ ...context, now: floor.now + 1, clockAt: floor.now }, symbol), {
      bid: 117_000,
    })
    t.equal(usableQuote({ ...context, now: floor.now + 1 }, 1), undefined)
    floor.prices.remove('EURUSD')
    t.same(quoteOf(context, symbol), none)
    t.end()
  },
)

t.test('outside its hours a symbol is not traded, and it is said from when it is again', (t) => {
  const floor = new Floor()
  const day = new Date(floor.now).getUTCDay() || 7
  const opens = new Date(new Date(floor.now).setUTCHours(24, 0, 0, 0) + 3_600_000).toISOString()
  const next = (day % 7) + 1
  const sessions = [{ day: next, kind: 'trade', from_min: 60, to_min: 120 }] as const
  const check = (change: Partial<SymbolRecord>, now = floor.now) => {
    const book = givenBook({ symbols: { EURUSD: change } })
    return checkHours({ ...floor.context(), book, now }, symbolIn(book, 'EURUSD'))
  }
  const message = `EURUSD is not traded at this time. It is again from ${opens}.`
  t.equal(check({}), undefined)
  t.same(check({ sessions }), {
    ok: false,
    code: 'trade.market_closed',
    message,
    numbers: { opens_at: opens },
  })
  t.equal(check({ sessions }, Date.parse(opens)), undefined)
  t.end()
})
