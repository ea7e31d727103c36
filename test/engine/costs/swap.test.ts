import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { symbolOfGroup } from '../../../engine/book/group-symbols.js'
import { NO_RECORDS } from '../../../engine/config/book-records.js'
import { SWAP_MODES } from '../../../engine/config/kinds/symbol-choices.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { swapNights, swapOf } from '../../../engine/costs/swap.js'
import {
  textFromScaled,
  trimmedTextFromScaled,
  volumeFromText,
} from '../../../engine/numbers/decimal.js'
import { EURUSD, givenBook, groupIn, HEDGING, HEDGING_GROUP, symbolIn } from '../../given/book.js'
import { GivenPrices, NO_PRICES, points } from '../../given/prices.js'
import { CASES, randomPositions, randomPricePts, randomSymbols } from '../arbitraries.js'
import { type OracleRates, swapInMinor } from './fees-oracle.js'

/** A position of the given book's market, as text. */
function swapIn(
  book: Book,
  name: string,
  side: 1 | -1,
  lots: string,
  open: string,
  nights = 1,
  prices = new GivenPrices(book),
): number | undefined {
  const group = groupIn(book)
  const symbol = symbolOfGroup(group, symbolIn(book, name))
  const position = {
    side,
    volume: volumeFromText(lots),
    priceOpen: points(open, symbol.digits),
  }
  return swapOf(position, symbol, group, book, prices, nights)
}

function swapping(name: string, change: Partial<SymbolRecord>): Book {
  return givenBook({ symbols: { [name]: change } })
}

t.test(
  'points: swap x contract size x point x lots x nights, in the profit currency',
  async (t) => {
    const points5 = { swap_mode: 'points', swap_long: '-5', swap_short: '-2' } as const
    const book = swapping('EURUSD', points5)
    t.equal(swapIn(book, 'EURUSD', 1, '1', '1.17000'), -5_00)
    t.equal(swapIn(book, 'EURUSD', -1, '1', '1.17000'), -2_00)
    t.equal(swapIn(book, 'EURUSD', 1, '0.10', '1.17000', 3), -1_50)
    t.equal(swapIn(book, 'EURUSD', 1, '0.01', '1.17000', 0), 0, 'a day that counts for none')
    // 2.5 x 0.001 x 100,000 = 250 JPY: paid at one over the bid 150.000, received at one over 150.010.
    const yen = swapping('USDJPY', { swap_mode: 'points', swap_long: '2.5', swap_short: '-2.5' })
    t.equal(swapIn(yen, 'USDJPY', 1, '100', '150.000'), 166_66)
    t.equal(swapIn(yen, 'USDJPY', -1, '100', '150.000'), -166_67)
  },
)

t.test('points of a future are worth its tick', async (t) => {
  const futures = {
    calc_mode: 'futures',
    digits: 2,
    tick_size: '0.25',
    tick_value: '12.5',
  } as const
  const book = swapping('ES', { ...futures, swap_mode: 'points', swap_long: '-10' })
  // Ten points of 0.01 are 0.1, at 50 for each whole point.
  t.equal(swapIn(book, 'ES', 1, '2', '5000.00', 1, new GivenPrices(book)), -10_00)
})

t.test('money for each lot is converted from its currency, or is the account’s', async (t) => {
  const money = { swap_long: '-1.25', swap_short: '1.25', margin_currency: 'GBP' }
  const at = (swap_mode: SymbolRecord['swap_mode'], side: 1 | -1) =>
    swapIn(swapping('EURUSD', { ...money, swap_mode }), 'EURUSD', side, '100', '1.17000')
  t.equal(at('base_currency', 1), -146_26, 'paid at the ask 1.17010, 146.2625')
  t.equal(at('base_currency', -1), 146_25, 'received at the bid 1.17000')
  t.equal(at('margin_currency', 1), -168_78, 'paid at the ask 1.35020, 168.775')
  t.equal(at('margin_currency', -1), 168_75, 'received at the bid 1.35000')
  t.equal(at('deposit_currency', 1), -125_00)
  t.equal(at('disabled', 1), 0)
})

t.test('interest is of a year of 360 days, unless the symbol says otherwise', async (t) => {
  const interest = { swap_mode: 'interest_open', swap_long: '-3.6', swap_short: '3.6' } as const
  const book = swapping('XAUUSD', interest)
  // 3.6 % of 2,500 x 100 ounces is 9,000 a year.
  t.equal(swapIn(book, 'XAUUSD', 1, '1', '2500.00'), -25_00)
  t.equal(swapIn(book, 'XAUUSD', 1, '1', '2500.00', 3), -75_00)
  t.equal(swapIn(book, 'XAUUSD', -1, '1', '2500.00'), 25_00)
  const year = swapping('XAUUSD', { ...interest, swap_year_days: 365 })
  t.equal(swapIn(year, 'XAUUSD', 1, '1', '2500.00'), -24_66)
  t.equal(swapIn(book, 'XAUUSD', 1, '1', '2500.00', 1, new GivenPrices(book, {})), -25_00)
})

t.test(
  'interest on the current price takes the price at which the position would close',
  async (t) => {
    const book = swapping('XAUUSD', {
      swap_mode: 'interest_current',
      swap_long: '-36',
      swap_short: '36',
    })
    t.equal(swapIn(book, 'XAUUSD', 1, '1', '9.00'), -240_00, '2,400.00')
    t.equal(swapIn(book, 'XAUUSD', -1, '1', '9.00'), 240_03, '2,400.30')
  },
)

t.test('a swap waits for the prices it needs, and for no other', async (t) => {
  const yen = swapping('USDJPY', { swap_mode: 'points', swap_long: '-1' })
  t.equal(swapIn(yen, 'USDJPY', 1, '1', '150.000', 1, new GivenPrices(yen, {})), undefined)
  t.equal(swapIn(yen, 'USDJPY', -1, '1', '150.000', 1, new GivenPrices(yen, {})), 0, 'no swap')
  const gold = swapping('XAUUSD', { swap_mode: 'interest_current', swap_long: '-1' })
  t.equal(swapIn(gold, 'XAUUSD', 1, '1', '1.00', 1, new GivenPrices(gold, {})), undefined)
  t.equal(swapIn(gold, 'XAUUSD', 1, '1', '1.00', 0, new GivenPrices(gold, {})), 0, 'no night')
  const euro = swapping('EURUSD', { swap_mode: 'points', swap_long: '-1' })
  t.equal(swapIn(euro, 'EURUSD', 1, '1', '1.00000', 1, new GivenPrices(euro, {})), -1_00)
})

t.test('a group may be without swaps, or have its own', async (t) => {
  const symbols = { EURUSD: { swap_mode: 'points', swap_long: '-5' } } as const
  const none = givenBook({ symbols, groups: { [HEDGING]: { swaps_enabled: false } } })
  t.equal(swapIn(none, 'EURUSD', 1, '1', '1.17000'), 0)
  const rows = [{ mask: 'Forex\\*', swap_mode: 'deposit_currency', swap_long: '-7.5' }] as const
  const own = givenBook({ symbols, groups: { [HEDGING]: { symbols: rows } } })
  t.equal(swapIn(own, 'EURUSD', 1, '2', '1.17000'), -15_00)
  const year = [{ mask: '*', swap_mode: 'interest_open', swap_year_days: 365 }] as const
  const counted = givenBook({ symbols, groups: { [HEDGING]: { symbols: year } } })
  // 5 % of 117,000 in 365 parts.
  t.equal(swapIn(counted, 'EURUSD', 1, '1', '1.17000'), -16_03)
})

t.test('the day that ends counts: Wednesday’s midnight is the triple one', async (t) => {
  const symbol = symbolIn(
    givenBook({ symbols: { EURUSD: { swap_days: [1, 2, 3, 4, 5, 6, 7] } } }),
    'EURUSD',
  )
  for (const [day, nights] of [
    ['2026-11-16', 1], // a Monday
    ['2026-11-18', 3],
    ['2026-11-22', 7],
    ['2024-02-29', 4], // a Thursday
    ['1999-12-31', 5], // a Friday
  ] as const) {
    t.equal(swapNights(symbol, day), nights, day)
  }
})

const swaps = fc.oneof(
  fc.constantFrom('0', '-5', '2.5', '-0.5', '-0.33333333', '1000000', '-1000000'),
  fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => trimmedTextFromScaled(n, 5)),
)
const quotes = fc.tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(1_000_000))

t.test('property: a swap is decimal arithmetic, rounded once', async (t) => {
  const cases = fc.record({
    random: randomSymbols,
    position: randomPositions,
    bid: randomPricePts,
    spread: fc.nat(300),
    mode: fc.constantFrom(...SWAP_MODES),
    swap: fc.tuple(swaps, swaps),
    days: fc.constantFrom(360, 360, 365, 1, 366, 252),
    nights: fc.nat(10),
    pairs: fc.tuple(quotes, quotes, quotes),
  })
  let compared = 0
  fc.assert(
    fc.property(cases, (given) => {
      const { random, position, bid, spread } = given
      const record: SymbolRecord = {
        ...EURUSD,
        ...random.change,
        base_currency: 'AAA',
        profit_currency: 'BBB',
        margin_currency: 'CCC',
        swap_mode: given.mode,
        swap_long: given.swap[0],
        swap_short: given.swap[1],
        swap_year_days: given.days,
      }
      const pairs = ['AAA', 'BBB', 'CCC'].map((base, i) => {
        return { ...EURUSD, id: i + 2, path: `${base}USD`, base_currency: base }
      })
      const currency_digits = random.currencyDigits
      const groups = [{ ...HEDGING_GROUP, currency_digits }]
      const book = compileBook({ ...NO_RECORDS, symbols: [record, ...pairs], groups })
      const ask = bid + spread
      const quote = (id: number) => {
        const [from, more] = given.pairs[id - 2] ?? [bid, spread]
        return { bid: from, ask: from + more, at: 0 }
      }
      const rates: OracleRates = (currency) => {
        const at = ['AAA', 'BBB', 'CCC'].indexOf(currency)
        if (at < 0) return { gain: '1', loss: '1' }
        const { bid: gain, ask: loss } = quote(at + 2)
        return { gain: textFromScaled(gain, 5), loss: textFromScaled(loss, 5) }
      }
      const { side, volume, price: priceOpen } = position
      const held = {
        side,
        volume: textFromScaled(volume, 8),
        open: textFromScaled(priceOpen, record.digits),
        close: textFromScaled(side === 1 ? bid : ask, record.digits),
      }
      const expected = swapInMinor(record, held, 'USD', rates, given.nights, currency_digits)
      if (!Number.isSafeInteger(expected)) return
      compared++
      const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]
      const swapped = { side, volume, priceOpen }
      equal(swapOf(swapped, symbol, group, book, { quote }, given.nights), expected)
    }),
    { numRuns: CASES },
  )
  t.ok(compared > CASES / 2, 'most come to amounts that can be')
})

t.test('a swap beyond any amount is as much as one can be', async (t) => {
  const book = swapping('EURUSD', { swap_mode: 'deposit_currency', swap_long: '-1000000' })
  const group = { ...groupIn(book), currencyDigits: 8 }
  const position = { side: 1, volume: volumeFromText('1000000'), priceOpen: 1 } as const
  const swap = swapOf(position, symbolIn(book, 'EURUSD'), group, book, NO_PRICES, 10)
  t.equal(swap, -Number.MAX_SAFE_INTEGER)
})
