import t from 'tap'
import {
  type ExposureBy,
  exposureRows,
  summedExposures,
} from '../../../../http/socket/staff/exposure/exposure-rows.js'
import type { ExposureAnswer } from '../../../../wire/thread/exposure.js'
import { givenBook, symbolIn } from '../../../given/book.js'
import { GivenPrices } from '../../../given/prices.js'

// Goal: the answers of several shards are one picture, exact, and null where a price is not there.

const BOOK = givenBook({
  symbols: { GER40: { calc_mode: 'cfd', contract_size: '27', digits: 1, profit_currency: 'EUR' } },
})
const LOT = 100_000_000

interface Held {
  readonly lots: readonly [bought: number, sold: number, covered: number]
  /** The prices in points of a close, and by how many points its positions have gained. */
  readonly at?: readonly [bid: number, ask: number]
  readonly gain?: number
  readonly accounts: number
}

function answer(
  symbols: Readonly<Record<string, Held>>,
  currencies: Readonly<Record<string, number>> = {},
): ExposureAnswer {
  const rows = Object.entries(symbols).map(([name, { lots, at, gain = 0, accounts }]) => {
    const [bought, sold, covered] = lots.map((one) => BigInt(one * LOT)) as [bigint, bigint, bigint]
    const [bid, ask] = (at ?? [0, 0]).map(BigInt) as [bigint, bigint]
    const market = {
      bought: `${bought * bid}`,
      sold: `${sold * ask}`,
      covered: `${covered * bid}`,
      gain: `${gain * LOT}`,
    }
    return {
      id: symbolIn(BOOK, name).id,
      accounts,
      bought: `${bought}`,
      sold: `${sold}`,
      covered: `${covered}`,
      market: at === undefined ? null : market,
    }
  })
  return { symbols: rows, currencies: Object.entries(currencies) }
}

const PRICES = new GivenPrices(BOOK)
const rowsOf = (by: ExposureBy, ...answers: readonly ExposureAnswer[]) =>
  exposureRows({ book: BOOK, prices: PRICES }, summedExposures(answers), by, null)

const FIRST = answer(
  {
    USDJPY: { lots: [0, 2, -1], at: [150_000, 150_010], gain: -500, accounts: 1 },
    EURUSD: { lots: [3, 1, 2], at: [110_000, 110_010], gain: 300, accounts: 2 },
  },
  { EUR: 2, USD: 3, JPY: 1 },
)
const SECOND = answer(
  {
    EURUSD: { lots: [0.5, 1, 0.25], at: [110_000, 110_010], gain: -100, accounts: 1 },
    GER40: { lots: [4, 0, 0], at: [200_000, 200_010], gain: 8, accounts: 1 },
  },
  { EUR: 2, USD: 1 },
)

t.test('by symbol all shards are summed, in the order of names', (t) => {
  t.same(rowsOf('symbol', FIRST, SECOND), [
    {
      key: 'EURUSD',
      currency: 'USD',
      buy: '3.5',
      sell: '2',
      net: '1.5',
      covered: '2.25',
      profit: '200.00',
      profit_in: null,
      accounts: 3,
    },
    {
      key: 'GER40',
      currency: 'EUR',
      buy: '4',
      sell: '0',
      net: '4',
      covered: '0',
      profit: '21.60',
      profit_in: null,
      accounts: 1,
    },
    {
      key: 'USDJPY',
      currency: 'JPY',
      buy: '0',
      sell: '2',
      net: '-2',
      covered: '-1',
      profit: '-50000.00',
      profit_in: null,
      accounts: 1,
    },
  ])
  t.same(rowsOf('symbol', SECOND, FIRST), rowsOf('symbol', FIRST, SECOND))
  t.same(rowsOf('symbol'), [])
  t.end()
})

t.test('by currency a pair counts in both, any other symbol by what it costs', (t) => {
  t.same(rowsOf('currency', FIRST, SECOND), [
    {
      // 350,000 and 200,000 of EURUSD; who buys 4 x 27 of GER40 at 20,000 sells 2,160,000 of its currency.
      key: 'EUR',
      currency: 'EUR',
      buy: '350000',
      sell: '2360000',
      net: '-2010000',
      covered: '225000',
      profit: '21.60',
      profit_in: null,
      accounts: 4,
    },
    {
      key: 'JPY',
      currency: 'JPY',
      buy: '30002000',
      sell: '0',
      net: '30002000',
      covered: '15000000',
      profit: '-50000.00',
      profit_in: null,
      accounts: 1,
    },
    {
      // 200,000 bought at 1.10010 and 350,000 sold at 1.10000, and 200,000 sold for yen.
      key: 'USD',
      currency: 'USD',
      buy: '220020',
      sell: '585000',
      net: '-364980',
      covered: '-347500',
      profit: '200.00',
      profit_in: null,
      accounts: 4,
    },
  ])
  t.end()
})

t.test('without a price in one of the shards what needs it is null, and nothing else', (t) => {
  const away = answer({ EURUSD: { lots: [1, 0, 1], accounts: 1 } }, { EUR: 1, USD: 1 })
  for (const answers of [[away, FIRST] as const, [FIRST, away] as const]) {
    t.match(rowsOf('symbol', ...answers), [
      { key: 'EURUSD', buy: '4', sell: '1', net: '3', covered: '3', profit: null, accounts: 3 },
      { key: 'USDJPY', profit: '-50000.00' },
    ])
    t.same(rowsOf('currency', ...answers), [
      {
        key: 'EUR',
        currency: 'EUR',
        buy: '400000',
        sell: '100000',
        net: '300000',
        covered: '300000',
        profit: '0.00',
        profit_in: null,
        accounts: 3,
      },
      {
        key: 'JPY',
        currency: 'JPY',
        buy: '30002000',
        sell: '0',
        net: '30002000',
        covered: '15000000',
        profit: '-50000.00',
        profit_in: null,
        accounts: 1,
      },
      {
        key: 'USD',
        currency: 'USD',
        buy: null,
        sell: null,
        net: null,
        covered: null,
        profit: null,
        profit_in: null,
        accounts: 4,
      },
    ])
  }
  t.end()
})

t.test('cover stays where the positions are gone', (t) => {
  const rest = answer({ EURUSD: { lots: [0, 0, 1], at: [110_000, 110_010], accounts: 0 } })
  t.match(rowsOf('symbol', rest), [{ key: 'EURUSD', net: '0', covered: '1', accounts: 0 }])
  t.match(rowsOf('currency', rest), [
    { key: 'EUR', net: '0', covered: '100000', accounts: 0 },
    { key: 'USD', net: '0', covered: '-110000', accounts: 0 },
  ])
  t.end()
})

t.test('a symbol that is gone is in no row', (t) => {
  const gone = { symbols: [{ ...FIRST.symbols[0], id: 999 }], currencies: [] } as ExposureAnswer
  t.same(rowsOf('symbol', gone), [])
  t.same(rowsOf('currency', gone), [])
  t.end()
})

t.test('profits in one currency are at the rate for their sign, rounded once', (t) => {
  const prices = new GivenPrices(BOOK)
  const profitsIn = (currency: string, by: ExposureBy = 'symbol') => {
    const rows = exposureRows(
      { book: BOOK, prices },
      summedExposures([FIRST, SECOND]),
      by,
      currency,
    )
    return Object.fromEntries(rows.map(({ key, profit_in }) => [key, profit_in]))
  }
  prices.set('EURUSD', '1.10000', '1.10010')
  prices.set('USDJPY', '150.000', '150.010')
  // 21.60 EUR at the bid; 50,000 JPY of loss at the higher side, which is the bid of USDJPY.
  t.same(profitsIn('USD'), { EURUSD: '200.00', GER40: '23.76', USDJPY: '-333.33' })
  t.same(profitsIn('USD', 'currency'), { EUR: '23.76', USD: '200.00', JPY: '-333.33' })
  t.same(profitsIn('XXX'), { EURUSD: null, GER40: null, USDJPY: null }, 'no way to it')
  prices.remove('USDJPY')
  t.same(profitsIn('USD'), { EURUSD: '200.00', GER40: '23.76', USDJPY: null }, 'no rate now')
  t.end()
})
