import t from 'tap'
import type { DecisionContext } from '../../../../engine/account/decision.js'
import {
  checkVolumeLimit,
  heldSymbol,
  quoteOf,
  tradedSymbol,
  usableQuote,
} from '../../../../engine/account/rules/symbol-checks.js'
import { because } from '../../../../engine/reasons/reasons.js'
import { groupIn, symbolIn } from '../../../given/book.js'
import { Floor } from '../../../given/floors/floor.js'

const LOT = 100_000_000

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
    t.equal(tradedSymbol(context, group, 'eurusd'), symbol)
    t.equal(heldSymbol(context, group, 1), symbol)
    t.throws(() => heldSymbol(context, group, 99))
    t.same(
      tradedSymbol(context, group, 'NONE'),
      because('trade.symbol_unknown.symbol', { symbol: 'NONE' }),
    )
    const none = because('trade.off_quotes.symbol', { symbol: 'EURUSD' })
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
