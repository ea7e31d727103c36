import t from 'tap'
import { accountMargin, marginAfterOpening } from '../../../../engine/account/money/margin.js'
import type { Book } from '../../../../engine/book/compiled.js'
import { conversionRate } from '../../../../engine/book/conversion.js'
import type { GroupRecord } from '../../../../engine/config/records/group.js'
import type { LeverageRule } from '../../../../engine/config/records/leverage-profile.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { type GivenPosition, givenAccount } from '../../../given/account.js'
import {
  type GivenTier,
  givenBook,
  groupIn,
  HEDGING,
  leverageProfile,
  symbolIn,
  tierRule,
} from '../../../given/book.js'
import { GivenPrices, NO_PRICES } from '../../../given/prices.js'

// The worked examples of the trade, to the cent, with our rounding (once, at the end) and our tiers
// (slabs of a total, whatever order it came in).

const LOT = 100_000_000

t.test('1 lot EURUSD at 1:100, ask 1.2790, rate 1.15: 1000 EUR, 1279 USD, 1470.85 USD', (t) => {
  const book = givenBook({
    symbols: { EURUSD: { margin_rates: [{ kind: 'buy', initial: '1.15', maintenance: '1' }] } },
  })
  const prices = new GivenPrices(book, { EURUSD: ['1.27890', '1.27900'] })
  const rate = conversionRate(book, prices, 'EUR', 'USD', 'margin_buy')
  if (rate === undefined) return t.fail('EURUSD has a price')
  const account = givenAccount(book)
  const symbol = symbolIn(book, 'EURUSD')
  const group = groupIn(book)
  t.equal(
    marginAfterOpening(account, book, group, NO_PRICES, {
      symbol,
      side: 1,
      volume: LOT,
      price: 127_900,
      rateMargin: rate,
    }),
    1470_85,
  )
  t.end()
})

t.test('a locked pair of legs: 1343.364 covered and 895.544 uncovered are 2238.91', (t) => {
  // With each component rounded the sum is 1343.36 + 895.54 = 2238.90; here it is rounded once.
  const book = givenBook({
    symbols: {
      EURUSD: {
        margin_hedged: '100000',
        margin_rates: [
          { kind: 'buy', initial: '2', maintenance: '2' },
          { kind: 'sell', initial: '4', maintenance: '4' },
        ],
      },
    },
  })
  const sell = { symbol: 'EURUSD', side: 'sell', volume: '1', open: '1.11943', rate: '1.11943' }
  const buy = { symbol: 'EURUSD', side: 'buy', volume: '1', open: '1.11953', rate: '1.11953' }
  const positions = [sell, sell, sell, buy, buy] as GivenPosition[]
  const group = groupIn(book)
  const account = givenAccount(book, { leverage: 500, positions })
  t.equal(accountMargin(account, book, group, NO_PRICES), 2238_91)

  const free = givenBook({
    symbols: { EURUSD: { margin_rates: [{ kind: 'sell', initial: '4', maintenance: '0' }] } },
  })
  t.equal(
    accountMargin(account, free, group, NO_PRICES),
    895_54,
    'covered volume is free where not charged',
  )
  const coveredOnly = givenAccount(book, { leverage: 500, positions: positions.slice(1) })
  t.equal(accountMargin(coveredOnly, book, group, NO_PRICES), 1343_38, '2 lots at 1.11948, rate 3')
  t.end()
})

const FIXED = { margin_initial: '1000', margin_maintenance: '500', margin_hedged: '500' }

t.test('fixed margin: selling 2 against 1 bought needs 2000 to open and holds 1000 after', (t) => {
  const book = givenBook({ symbols: { BTCUSD: FIXED } })
  const [group, symbol] = [groupIn(book), symbolIn(book, 'BTCUSD')]
  const buy: GivenPosition = { symbol: 'BTCUSD', side: 'buy', volume: '1', open: '65000.00' }
  const account = givenAccount(book, { positions: [buy] })
  const opening = (side: 1 | -1, lots: number) =>
    marginAfterOpening(account, book, group, NO_PRICES, {
      symbol,
      side,
      volume: lots * LOT,
      price: 6_500_000,
      rateMargin: RATE_ONE,
    })
  t.equal(accountMargin(account, book, group, NO_PRICES), 500_00)
  t.equal(opening(-1, 2), 2000_00, '500 held, 500 covered, 1000 for the lot that covers nothing')
  t.equal(opening(-1, 1), 1000_00, '500 held, 500 covered')
  t.equal(opening(1, 2), 2500_00, '500 held, 2 x 1000')
  const after = givenAccount(book, { positions: [buy, { ...buy, side: 'sell', volume: '2' }] })
  t.equal(accountMargin(after, book, group, NO_PRICES), 1000_00, '500 covered, 500 uncovered')
  t.end()
})

function tieredBook(leverage: number, ...rules: readonly LeverageRule[]): Book {
  const group: Partial<GroupRecord> = { leverage, leverage_profile_id: 1 }
  return givenBook({ groups: { [HEDGING]: group }, profiles: [leverageProfile(...rules)] })
}

function buys(...lots: readonly [volume: string, price: string][]): GivenPosition[] {
  return lots.map(([volume, open]) => ({
    symbol: 'EURUSD',
    side: 'buy',
    volume,
    open,
    rate: open,
  }))
}

function heldMargin(book: Book, positions: GivenPosition[]): number | undefined {
  return accountMargin(givenAccount(book, { positions }), book, groupIn(book), NO_PRICES)
}

const SLABS: readonly GivenTier[] = [
  ['100', '0.002'],
  ['200', '0.005'],
  ['0', '0.01'],
]

t.test('120 lots at 1.0100, 100 of them at 0.2 % and 20 at 0.5 %: 20,200 + 10,100', (t) => {
  const book = tieredBook(1, tierRule('EURUSD', 'volume', SLABS))
  t.equal(heldMargin(book, buys(['120', '1.01000'])), 30_300_00)
  t.end()
})

t.test('10 lots more at 1.0200: the blended rate of 130 lots at their average price', (t) => {
  // Charged in the order in which they came they would be 35,400.00.
  const book = tieredBook(1, tierRule('EURUSD', 'volume', SLABS))
  t.equal(heldMargin(book, buys(['120', '1.01000'], ['10', '1.02000'])), 35_376_92)
  t.equal(heldMargin(book, buys(['10', '1.02000'], ['120', '1.01000'])), 35_376_92)
  t.end()
})

t.test('120 lots at 1.09, 1:500 for the first 100 and 1:200 for the rest: 21,800 + 10,900', (t) => {
  const tiers: readonly GivenTier[] = [
    ['100', '1'],
    ['0', '2.5'],
  ]
  const book = tieredBook(500, tierRule('EURUSD', 'volume', tiers))
  t.equal(heldMargin(book, buys(['120', '1.09000'])), 32_700_00)
  t.equal(heldMargin(book, buys(['100', '1.09000'])), 21_800_00, 'a tier ends with its last lot')
  t.end()
})

t.test(
  'a lot of contract 100 at 33 with tick 1 / 0.1 is worth 33,000 as futures, 3,300 as CFD',
  (t) => {
    for (const [calc_mode, worth] of [
      ['futures', 33_000],
      ['cfd', 3_300],
    ] as const) {
      const book = (from: number) =>
        givenBook({
          symbols: {
            GIVEN: {
              calc_mode,
              digits: 2,
              contract_size: '100',
              tick_value: '1',
              tick_size: '0.1',
              margin_initial: '500',
            },
          },
          groups: { [HEDGING]: { leverage_profile_id: 1 } },
          profiles: [
            leverageProfile(
              tierRule('GIVEN', 'value', [
                [String(from), '1'],
                ['0', '3'],
              ]),
            ),
          ],
        })
      const positions: GivenPosition[] = [
        { symbol: 'GIVEN', side: 'buy', volume: '1', open: '33.00' },
      ]
      t.equal(heldMargin(book(worth), positions), 500_00, `${calc_mode}, all in the first tier`)
      t.equal(heldMargin(book(worth / 2), positions), 1_000_00, `${calc_mode}, half of it beyond`)
    }
    t.end()
  },
)
