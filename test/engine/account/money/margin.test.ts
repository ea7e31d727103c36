import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { dropPosition, holdPosition } from '../../../../engine/account/holdings/hold-position.js'
import { withPending } from '../../../../engine/account/holdings/pending-legs.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import {
  accountMargin,
  marginAfterOpening,
  marginAfterPlacing,
} from '../../../../engine/account/money/margin.js'
import { exactCharges, fastCharges } from '../../../../engine/account/money/margin-charge.js'
import { hedgingCharges } from '../../../../engine/account/money/margin-parts.js'
import { Reserves } from '../../../../engine/account/money/reserves.js'
import { factorsOf } from '../../../../engine/book/symbol-factors.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { type GivenPosition, givenAccount, givenPosition } from '../../../given/account.js'
import { givenBook, groupIn, NETTING, symbolIn } from '../../../given/book.js'
import { PLAIN_POSITION } from '../../../given/plain.js'
import { NO_PRICES } from '../../../given/prices.js'
import {
  accountHolding,
  CASES,
  oraclePosition,
  randomBook,
  randomPositions,
  randomSymbols,
} from '../../arbitraries.js'
import { marginOf, openingMarginOf, roundedTo } from '../../oracle.js'

const LOT = 100_000_000

t.test('each calculation mode by hand, formula and fixed', (t) => {
  const price = 200_00
  const rows: [string, object, number][] = [
    ['forex', { calc_mode: 'forex' }, 1000_00],
    ['forex_no_leverage', { calc_mode: 'forex_no_leverage' }, 100000_00],
    ['cfd', { calc_mode: 'cfd', contract_size: '10' }, 2000_00],
    ['cfd_leverage', { calc_mode: 'cfd_leverage', contract_size: '10' }, 20_00],
    [
      'cfd_index',
      { calc_mode: 'cfd_index', contract_size: '10', tick_value: '1', tick_size: '0.5' },
      4000_00,
    ],
    ['cfd_index without a tick', { calc_mode: 'cfd_index', contract_size: '10' }, 2000_00],
    ['futures', { calc_mode: 'futures', margin_initial: '700' }, 700_00],
    ['futures without money', { calc_mode: 'futures' }, 0],
    ['fixed forex keeps its leverage', { calc_mode: 'forex', margin_initial: '700' }, 7_00],
    ['fixed CFD', { calc_mode: 'cfd', margin_initial: '700' }, 700_00],
    ['fixed leveraged CFD', { calc_mode: 'cfd_leverage', margin_initial: '700' }, 700_00],
    [
      'rate 0',
      { calc_mode: 'cfd', margin_rates: [{ kind: 'buy', initial: '0', maintenance: '0' }] },
      0,
    ],
  ]
  for (const [name, change, expected] of rows) {
    const book = givenBook({ symbols: { GIVEN: { digits: 2, ...change } } })
    const [group, symbol] = [groupIn(book), symbolIn(book, 'GIVEN')]
    const account = givenAccount(book)
    const after = marginAfterOpening(account, book, group, NO_PRICES, {
      symbol,
      side: 1,
      volume: LOT,
      price,
      rateMargin: RATE_ONE,
    })
    t.equal(after, expected, name)
    const held = givenAccount(book, {
      positions: [{ symbol: 'GIVEN', side: 'buy', volume: '1', open: '200.00' }],
    })
    t.equal(accountMargin(held, book, group, NO_PRICES), expected, `${name}, held`)
  }
  t.end()
})

t.test('an account’s leverage goes before its group’s, and none is 1', (t) => {
  const book = givenBook({ groups: { bare: { leverage: 0 } } })
  const positions: GivenPosition[] = [
    { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' },
  ]
  const group = groupIn(book)
  t.equal(
    accountMargin(givenAccount(book, { positions, leverage: 50 }), book, group, NO_PRICES),
    2000_00,
  )
  t.equal(
    accountMargin(givenAccount(book, { positions, leverage: 0 }), book, group, NO_PRICES),
    1000_00,
  )
  const bare = groupIn(book, 'bare')
  t.equal(accountMargin(givenAccount(book, { positions }), book, bare, NO_PRICES), 100000_00)
  t.end()
})

t.test('a netting account needs its position’s margin or an opposite order’s, the larger', (t) => {
  const book = givenBook({
    symbols: { EURUSD: { margin_rates: [{ kind: 'sell', initial: '1.5', maintenance: '1' }] } },
  })
  const [group, symbol] = [groupIn(book, NETTING), symbolIn(book, 'EURUSD')]
  const account = givenAccount(book, {
    group: NETTING,
    positions: [{ symbol: 'EURUSD', side: 'buy', volume: '2', open: '1.17000' }],
  })
  const opening = (side: 1 | -1, lots: number) =>
    marginAfterOpening(account, book, group, NO_PRICES, {
      symbol,
      side,
      volume: lots * LOT,
      price: 117_000,
      rateMargin: RATE_ONE,
    })
  t.equal(opening(1, 1), 3000_00, 'the same side adds up')
  t.equal(opening(-1, 2), 2000_00, 'an opposite order that closes needs no more')
  t.equal(opening(-1, 3), 4500_00, 'one that reverses needs its own')
  t.end()
})

t.test('a symbol that left the settings charges nothing', (t) => {
  const book = givenBook({ symbols: { GONE: {} } })
  const account = givenAccount(book, {
    positions: [
      { symbol: 'GONE', side: 'buy', volume: '1', open: '1.17000' },
      { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' },
    ],
  })
  const other = givenBook()
  t.equal(accountMargin(account, other, groupIn(other), NO_PRICES), 1000_00)
  const gold = symbolIn(other, 'XAUUSD')
  const group = groupIn(other)
  t.equal(
    marginAfterOpening(account, other, group, NO_PRICES, {
      symbol: gold,
      side: 1,
      volume: LOT,
      price: 240_000,
      rateMargin: RATE_ONE,
    }),
    1000_00 + 2400_00,
  )
  const terms = { kind: 'buy_limit', volume: LOT, price: 240_000, rateMargin: RATE_ONE } as const
  const placed = marginAfterPlacing(account, other, group, NO_PRICES, gold.id, terms)
  t.equal(placed, 1000_00 + 2400_00)
  const gone = symbolIn(book, 'GONE').id
  const pending = new Map([[gone, withPending([], terms)]])
  const reserves = new Reserves({ ...account, pending }, other, group, NO_PRICES)
  t.equal(reserves.of(gone, terms), 0)
  t.end()
})

t.test('what was closed is charged no more, the last or another', (t) => {
  const book = givenBook()
  for (const closed of ['EURUSD', 'GBPUSD'] as const) {
    const positions = (['EURUSD', 'GBPUSD'] as const).map((symbol) => {
      return { symbol, side: 'buy', volume: '1', open: '1.20000' } as const
    })
    const account = givenAccount(book, { positions })
    const margin = () => accountMargin(account, book, groupIn(book), NO_PRICES)
    t.equal(margin(), 2000_00)
    const { id } = symbolIn(book, closed)
    const position = [...account.positions.values()].find(({ symbolId }) => symbolId === id)
    if (position === undefined) return t.fail('it is held')
    dropPosition(account, position)
    t.equal(margin(), 1000_00, closed)
  }
  return t.end()
})

t.test(
  'each order reserves what the margin is less without it, also beyond what an amount can be',
  (t) => {
    const book = givenBook({
      symbols: { EURUSD: { contract_size: '1000000000' }, GBPUSD: { contract_size: '1000000000' } },
    })
    const group = groupIn(book)
    const terms = {
      kind: 'buy_limit',
      volume: 60_000 * LOT,
      price: 1,
      rateMargin: RATE_ONE,
    } as const
    const ids = [symbolIn(book, 'EURUSD').id, symbolIn(book, 'GBPUSD').id]
    const account = { ...givenAccount(book), leverage: 1 }
    const of = (...held: readonly number[]) => {
      const pending = new Map(held.map((id) => [id, withPending([], terms)]))
      return new Reserves({ ...account, pending }, book, group, NO_PRICES).of(held[0] ?? 0, terms)
    }
    const one = 60_000 * 1_000_000_000_00
    t.equal(of(...ids.slice(0, 1)), one)
    t.equal(of(...ids), Number.MAX_SAFE_INTEGER - one)
    t.end()
  },
)

t.test('margin equals decimal arithmetic over the list of positions, held and opening', (t) => {
  const held = fc.array(randomPositions, { maxLength: 6 })
  const cases = fc.tuple(randomSymbols, held, randomPositions)
  fc.assert(
    fc.property(cases, ([random, positions, order]) => {
      const { currencyDigits, leverage } = random
      const book = randomBook(random)
      const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]
      const listed = positions.map((p) => oraclePosition(p, symbol.digits))
      const added = oraclePosition(order, symbol.digits)
      const margin = roundedTo(marginOf(symbol.record, listed, leverage), currencyDigits)
      const opening = roundedTo(
        openingMarginOf(symbol.record, listed, added, leverage),
        currencyDigits,
      )
      if (!Number.isSafeInteger(margin) || !Number.isSafeInteger(opening)) return
      const account = accountHolding(book, positions, leverage)
      equal(accountMargin(account, book, group, NO_PRICES), margin)
      const { side, volume, price, rate } = order
      equal(
        marginAfterOpening(account, book, group, NO_PRICES, {
          symbol,
          side,
          volume,
          price,
          rateMargin: rate,
        }),
        opening,
      )
    }),
    { numRuns: CASES },
  )
  t.end()
})

t.test('the fast sum of charges is the exact one wherever it decides', (t) => {
  let decidedFast = 0
  const cases = fc.tuple(randomSymbols, fc.array(randomPositions, { minLength: 1, maxLength: 3 }))
  fc.assert(
    fc.property(cases, ([random, positions]) => {
      const book = randomBook(random)
      const factors = factorsOf(symbolIn(book, 'EURUSD'))
      const charges = positions.map((p, index) => ({
        factor:
          [factors.initialBuy, factors.maintenanceSell, factors.covered][index] ??
          factors.initialSell,
        volume: p.volume,
        over: p.volume * 3,
        value: BigInt(p.volume) * BigInt(p.price) * 2n,
        rate: BigInt(p.volume) * p.rate,
      }))
      const fast = fastCharges(charges, random.leverage, random.currencyDigits)
      if (fast === undefined) return
      decidedFast++
      equal(exactCharges(charges, random.leverage, random.currencyDigits), fast)
    }),
    { numRuns: CASES },
  )
  t.ok(decidedFast > CASES / 2, 'most are decided fast')
  t.end()
})

t.test('where charges cancel out, the fast sum still knows what it does not know', (t) => {
  const book = givenBook()
  const factor = factorsOf(symbolIn(book, 'BTCUSD')).initialBuy
  const charge = (value: bigint) => ({ factor, volume: 1, over: 1, value, rate: RATE_ONE })
  const large = fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n })
  fc.assert(
    fc.property(large, fc.integer({ min: -50, max: 50 }), (value, offHalf) => {
      // The difference is half a cent and a few hundred-millionths of one.
      const charges = [charge(value), charge(50_000_000n + BigInt(offHalf) - value)]
      const fast = fastCharges(charges, 1, 2)
      const exact = exactCharges(charges, 1, 2)
      equal(exact, offHalf < 0 ? 0 : 1)
      if (fast !== undefined) equal(fast, exact)
    }),
  )
  t.end()
})

t.test('an order that does no more than cover what is held opens no charge of its own', (t) => {
  const book = givenBook()
  const symbol = symbolIn(book, 'EURUSD')
  const account = givenAccount(book)
  givenPosition(book, account, { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.17000' })
  const held = account.exposures.get(symbol.id)
  const opened = (volume: number) => {
    const order = { symbol, side: -1, volume, price: 117_000, rateMargin: RATE_ONE } as const
    return hedgingCharges(symbol, held, [], order).at(-1)?.volume
  }
  t.equal(opened(LOT - 1), undefined)
  t.equal(opened(LOT), undefined)
  t.equal(opened(LOT + 1), 1)
  t.end()
})

t.test('where the values of both sides cancel out, what is covered is charged exactly', (t) => {
  const change = { calc_mode: 'cfd', digits: 2, contract_size: '1', margin_hedged: '1000000000' }
  const book = givenBook({ symbols: { GIVEN: { ...change } as object } })
  const [group, symbol] = [groupIn(book), symbolIn(book, 'GIVEN')]
  const volume = 100 * LOT + 1
  const price = 2_000_000_001
  const held = (side: 1 | -1, priceOpen: number): Position => ({
    id: side + 2,
    symbolId: symbol.id,
    side,
    volume,
    priceOpen,
    rateMargin: RATE_ONE,
    swap: 0,
    openedAt: 1,
    reason: 'client',
    comment: '',
    version: 1,
    ...PLAIN_POSITION,
  })
  const account = givenAccount(book)
  for (const one of [held(1, price), held(-1, 1 - price)]) holdPosition(account, one)
  const charges = hedgingCharges(symbol, account.exposures.get(symbol.id), [], undefined)
  const exact = exactCharges(charges, 100, 2)
  t.ok(exact > 0)
  t.equal(accountMargin(account, book, group, NO_PRICES), exact)
  t.end()
})
