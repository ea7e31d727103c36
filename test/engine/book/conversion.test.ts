import { equal } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import type { Book } from '../../../engine/book/compiled.js'
import { conversionRate, foundRate, type RateUse } from '../../../engine/book/conversion.js'
import { RATE_ONE } from '../../../engine/units.js'
import { rateOf } from '../../given/account.js'
import { givenBook, symbolIn } from '../../given/book.js'
import { GivenPrices } from '../../given/prices.js'
import { CASES } from '../arbitraries.js'

const USES: readonly RateUse[] = ['gain', 'loss', 'margin_buy', 'margin_sell']

/** The rate, which as it is found is the same, as an integer and as a double. */
function bothRates(...asked: Parameters<typeof conversionRate>) {
  const rate = conversionRate(...asked)
  const found = foundRate(...asked)
  equal(found === undefined ? undefined : BigInt(found), rate)
  equal(
    found === undefined ? undefined : Number(found),
    rate === undefined ? undefined : Number(rate),
  )
  return rate
}

function rates(book: Book, prices: GivenPrices, from: string, to: string) {
  return USES.map((use) => bothRates(book, prices, from, to, use))
}

t.test('a currency in itself is 1, priced or not', (t) => {
  const book = givenBook()
  t.same(
    rates(book, new GivenPrices(book, {}), 'XYZ', 'XYZ'),
    [1, 1, 1, 1].map(() => RATE_ONE),
  )
  t.end()
})

t.test('the client gets the lower side and pays the higher, along every kind of way', (t) => {
  const book = givenBook()
  const prices = new GivenPrices(book, {
    EURUSD: ['1.17000', '1.17010'],
    USDJPY: ['150.000', '150.010'],
    GBPUSD: ['1.35000', '1.35020'],
  })
  const rows: [string, string, string, string][] = [
    ['EUR', 'USD', '1.17', '1.1701'], // direct
    ['USD', 'EUR', '0.854627809589', '0.854700854701'], // 1/1.1701, 1/1.17
    ['JPY', 'USD', '0.006666222252', '0.006666666667'], // 1/150.01, 1/150
    ['EUR', 'JPY', '175.5', '175.526701'], // 1.17 x 150, 1.1701 x 150.01
    ['JPY', 'EUR', '0.005697138921', '0.005698005698'], // 1/150.01/1.1701, 1/150/1.17
    ['GBP', 'JPY', '202.5', '202.543502'],
  ]
  for (const [from, to, lower, higher] of rows) {
    const [low, high] = [rateOf(lower), rateOf(higher)]
    t.same(rates(book, prices, from, to), [low, high, high, low], `${from} in ${to}`)
  }
  t.end()
})

t.test('a direct pair goes before its inverse, a pair before two, and USD before EUR', (t) => {
  const pair = (base: string, profit: string) => ({
    base_currency: base,
    profit_currency: profit,
    digits: 0,
  })
  const book = givenBook({
    symbols: {
      EURGBP: { digits: 0 },
      GBPUSD: { digits: 0 },
      EURUSD: { digits: 0 },
      GBPEUR: pair('GBP', 'EUR'),
      SEKUSD: pair('SEK', 'USD'),
      SEKEUR: pair('SEK', 'EUR'),
      PLNEUR: pair('PLN', 'EUR'),
    },
  })
  const market = { EURGBP: 3, GBPEUR: 5, GBPUSD: 7, EURUSD: 11, SEKUSD: 13, SEKEUR: 17, PLNEUR: 19 }
  const prices = new GivenPrices(
    book,
    Object.fromEntries(Object.entries(market).map(([name, p]) => [name, [String(p), String(p)]])),
  )
  const rate = (from: string, to: string) => conversionRate(book, prices, from, to, 'gain')
  t.equal(rate('GBP', 'EUR'), rateOf('5'), 'direct, although EURGBP is older')
  t.equal(rate('EUR', 'GBP'), rateOf('3'))
  t.equal(rate('SEK', 'EUR'), rateOf('17'), 'direct, although there is a way through USD')
  t.equal(rate('SEK', 'GBP'), rateOf('1.857142857143'), 'through USD: 13 / 7')
  t.equal(rate('PLN', 'GBP'), rateOf('57'), 'through EUR: 19 x 3')
  t.equal(rate('PLN', 'JPY'), undefined, 'never three legs')
  prices.remove('SEKUSD')
  t.equal(rate('SEK', 'GBP'), undefined, 'a way without a price is not exchanged for another')
  t.equal(rate('GBP', 'USD'), rateOf('7'))
  for (const [bid, ask] of [
    ['0', '1'],
    ['1', '0'],
    ['0', '0'],
    ['-1', '1'],
    ['1', '-1'],
  ] as const) {
    prices.set('GBPUSD', bid, ask).set('EURGBP', bid, ask)
    for (const [from, to] of [
      ['GBP', 'USD'],
      ['USD', 'GBP'],
      ['PLN', 'GBP'],
    ] as const) {
      t.same(
        rates(book, prices, from, to),
        USES.map(() => undefined),
        `${from}${to} ${bid} ${ask}`,
      )
    }
  }
  prices.remove('EURGBP')
  t.equal(rate('PLN', 'GBP'), undefined, 'nor is its second leg')
  t.end()
})

t.test('only forex symbols are pairs, and the oldest of several decides', (t) => {
  const change = { base_currency: 'XAU', profit_currency: 'USD', digits: 0 } as const
  const book = givenBook({
    symbols: {
      GOLD2: { ...change, id: 90 },
      GOLD1: { ...change, id: 80, calc_mode: 'forex_no_leverage' },
      GOLD0: { ...change, id: 70, calc_mode: 'cfd' },
    },
  })
  const prices = new GivenPrices(book).set('GOLD0', '1', '1').set('GOLD1', '2', '2')
  prices.set('GOLD2', '3', '3')
  t.equal(conversionRate(book, prices, 'XAU', 'USD', 'gain'), rateOf('2'))
  t.equal(conversionRate(book, prices, 'USD', 'XAU', 'gain'), rateOf('0.5'))
  const plain = givenBook()
  t.equal(conversionRate(plain, new GivenPrices(plain), 'XAU', 'USD', 'gain'), undefined)
  t.end()
})

t.test('a price of 0 is none', (t) => {
  const book = givenBook()
  const prices = new GivenPrices(book, { EURUSD: ['0', '1.1'] })
  t.equal(conversionRate(book, prices, 'EUR', 'USD', 'loss'), undefined)
  t.equal(conversionRate(book, prices, 'USD', 'EUR', 'gain'), undefined)
  t.end()
})

t.test('every rate equals decimal division rounded once to 12 digits', (t) => {
  const Exact = Decimal.clone({ precision: 200, rounding: Decimal.ROUND_HALF_UP })
  const digits = fc.integer({ min: 0, max: 10 })
  const price = fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 10 ** 9 }))
  const leg = fc.tuple(fc.boolean(), digits, price, fc.nat(300))
  const cases = fc.tuple(leg, fc.option(leg), fc.constantFrom(...USES))
  fc.assert(
    fc.property(cases, ([first, second, use]) => {
      const symbol = (isInverse: boolean, digits: number, from: string, to: string) => ({
        digits,
        base_currency: isInverse ? to : from,
        profit_currency: isInverse ? from : to,
      })
      const end = second === null ? 'USD' : 'BBB'
      const book = givenBook({
        symbols: {
          FIRST: symbol(first[0], first[1], 'AAA', 'USD'),
          SECOND: symbol(second?.[0] ?? false, second?.[1] ?? 0, 'USD', 'BBB'),
        },
      })
      const quotes = new Map([[symbolIn(book, 'FIRST').id, quoteOf(first)]])
      if (second !== null) quotes.set(symbolIn(book, 'SECOND').id, quoteOf(second))
      const prices = { quote: (id: number) => quotes.get(id) }

      let [top, bottom] = [new Exact(1), new Exact(1)]
      for (const [isInverse, digits, bid, spread] of second === null ? [first] : [first, second]) {
        const wantsHigh = use === 'loss' || use === 'margin_buy'
        const [low, high] = [bid, bid + spread].map((p) =>
          new Exact(p).div(new Exact(10).pow(digits)),
        )
        if (low === undefined || high === undefined) throw new Error('two prices')
        if (isInverse) bottom = bottom.mul(wantsHigh ? low : high)
        else top = top.mul(wantsHigh ? high : low)
      }
      const expected = top.mul('1e12').div(bottom).toDecimalPlaces(0).toFixed()
      equal(bothRates(book, prices, 'AAA', end, use), BigInt(expected))
    }),
    { numRuns: CASES },
  )
  t.end()
})

function quoteOf([, , bid, spread]: readonly [boolean, number, number, number]) {
  return { bid, ask: bid + spread, at: 0 }
}
