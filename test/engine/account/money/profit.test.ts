import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { moneyOf } from '../../../../engine/account/money/money.js'
import {
  closingPrice,
  exactProfit,
  fastProfit,
  floatingProfit,
  positionProfit,
  profitRate,
} from '../../../../engine/account/money/profit.js'
import { FLOATING_MAX } from '../../../../engine/limits/trading.js'
import { textFromScaled, trimmedTextFromScaled } from '../../../../engine/numbers/decimal.js'
import { RATE_DIGITS, RATE_ONE } from '../../../../engine/units.js'
import { givenAccount, rateOf } from '../../../given/account.js'
import { EURUSD, givenBook, groupIn, symbolIn } from '../../../given/book.js'
import { GivenPrices, points } from '../../../given/prices.js'
import {
  accountHolding,
  CASES,
  randomBook,
  randomPositions,
  randomPricePts,
  randomSymbols,
} from '../../arbitraries.js'
import { fraction, plus, rawProfit, roundedTo, times } from '../../oracle.js'

const LOT = 100_000_000

t.test('each calculation mode by hand', (t) => {
  const book = givenBook({
    symbols: {
      ES: { calc_mode: 'futures', digits: 2, tick_size: '0.25', tick_value: '12.5' },
      NOTICK: { calc_mode: 'futures', digits: 2, contract_size: '50' },
      SHARE: { calc_mode: 'cfd', digits: 2, contract_size: '1' },
      FLAT: { calc_mode: 'forex_no_leverage' },
    },
  })
  const group = groupIn(book)
  const rows: [string, 1 | -1, string, string, number, number][] = [
    ['EURUSD', 1, '1.17000', '1.17100', LOT, 100_00],
    ['EURUSD', -1, '1.17000', '1.17100', LOT, -100_00],
    ['EURUSD', 1, '1.17000', '1.16999', LOT / 100, -1],
    ['FLAT', 1, '1.17000', '1.17001', LOT / 200, 1], // half a cent, up
    ['FLAT', -1, '1.17000', '1.17001', LOT / 200, -1], // half a cent, down
    ['XAUUSD', 1, '2400.00', '2410.00', LOT / 10, 100_00],
    ['US500', -1, '5000.00', '4990.50', 2 * LOT, 19_00],
    ['BTCUSD', 1, '65000.00', '65000.01', LOT, 1],
    ['SHARE', 1, '33.00', '34.50', 10 * LOT, 15_00],
    ['ES', 1, '5000.00', '5001.25', 2 * LOT, 125_00],
    ['NOTICK', 1, '5000.00', '5001.25', 2 * LOT, 125_00],
  ]
  for (const [name, side, open, close, volume, expected] of rows) {
    const symbol = symbolIn(book, name)
    const [from, to] = [points(open, symbol.digits), points(close, symbol.digits)]
    t.equal(positionProfit(symbol, group, side, from, to, volume, RATE_ONE), expected, name)
  }
  const yen = symbolIn(book, 'USDJPY')
  const rate = rateOf('0.006666222252')
  t.equal(positionProfit(yen, group, 1, 150_000, 150_500, LOT, rate), 333_31, 'in another currency')
  t.end()
})

t.test('a gain and a loss are converted at different rates, nothing at the gain rate', (t) => {
  const book = givenBook()
  const prices = new GivenPrices(book)
  const [group, yen] = [groupIn(book), symbolIn(book, 'USDJPY')]
  const [lower, higher] = [rateOf('0.006666222252'), rateOf('0.006666666667')]
  t.equal(profitRate(book, prices, yen, group, 1, 150_000, 150_001), lower)
  t.equal(profitRate(book, prices, yen, group, -1, 150_000, 150_001), higher)
  t.equal(profitRate(book, prices, yen, group, 1, 150_000, 150_000), lower)
  for (const [side, rest, rate] of [
    [1, 1, higher],
    [-1, 1, lower],
    [1, -1, lower],
    [-1, -1, higher],
  ] as const) {
    const own = profitRate(book, prices, yen, group, side, 150_000, 150_000, rest)
    t.equal(own, rate, `at its price the rest decides: ${side} ${rest}`)
    t.equal(profitRate(book, prices, yen, group, 1, 150_000, 149_999, rest), higher)
  }
  prices.remove('USDJPY')
  t.equal(profitRate(book, prices, yen, group, 1, 150_000, 150_001), undefined)
  t.end()
})

t.test('a long closes at the bid and a short at the ask', (t) => {
  t.equal(closingPrice(1, { bid: 10, ask: 12, at: 0 }), 10)
  t.equal(closingPrice(-1, { bid: 10, ask: 12, at: 0 }), 12)
  t.end()
})

t.test('floating profit nets a symbol and converts the net once, by its sign', (t) => {
  const book = givenBook()
  const prices = new GivenPrices(book)
  const account = givenAccount(book, {
    positions: [
      { symbol: 'USDJPY', side: 'buy', volume: '1', open: '149.000' }, // +100,000 JPY at the bid
      { symbol: 'USDJPY', side: 'sell', volume: '1', open: '149.510' }, // -50,000 JPY at the ask
      { symbol: 'EURUSD', side: 'buy', volume: '0.5', open: '1.16990' }, // +5.00 USD
    ],
  })
  // 50,000 JPY / 150.010 = 333.31 USD
  t.equal(floatingProfit(account, book, groupIn(book), prices), 333_31 + 5_00)
  prices.remove('EURUSD')
  t.equal(floatingProfit(account, book, groupIn(book), prices), undefined, 'no price')
  const other = givenBook({ symbols: { EURUSD: { trade_access: 'disabled' } } })
  t.equal(
    floatingProfit(accountHolding(other, [], 0), other, groupIn(other), prices),
    0,
    'nothing held, nothing needed',
  )
  t.end()
})

t.test('floating profit is unknown of a symbol that left the settings, also with a price', (t) => {
  const book = givenBook({ symbols: { GONE: {} } })
  const prices = new GivenPrices(book).set('GONE', '1.00000', '1.00010')
  const positions = [{ symbol: 'GONE', side: 'buy', volume: '1', open: '1.00000' }] as const
  const account = givenAccount(book, { positions })
  t.equal(floatingProfit(account, book, groupIn(book), prices), 0)
  const other = givenBook()
  t.equal(floatingProfit(account, other, groupIn(other), prices), undefined)
  t.end()
})

t.test('floating profit is unknown while there is no way to the account’s currency', (t) => {
  const book = givenBook({ symbols: { USDSEK: { base_currency: 'SEK', profit_currency: 'NOK' } } })
  const prices = new GivenPrices(book).set('USDSEK', '1.00000', '1.00010')
  const account = givenAccount(book, {
    positions: [{ symbol: 'USDSEK', side: 'buy', volume: '1', open: '1.00000' }],
  })
  t.equal(floatingProfit(account, book, groupIn(book), prices), undefined)
  t.end()
})

t.test(
  'a profit at the half of a cent is of the rate that was seen, whatever prices do meanwhile',
  (t) => {
    const book = givenBook()
    const given = new GivenPrices(book)
      .set('EURGBP', '0.86651', '0.86670')
      .set('GBPUSD', '1.50000', '1.50010')
    const account = givenAccount(book, {
      positions: [{ symbol: 'EURGBP', side: 'buy', volume: '0.01', open: '0.86650' }],
    })
    // Another thread writes prices: what was there a moment ago may not be.
    const seen = new Set<number>()
    const quote = (id: number) => {
      if (seen.has(id)) return undefined
      seen.add(id)
      return given.quote(id)
    }
    t.equal(floatingProfit(account, book, groupIn(book), { quote }), 2)
    t.end()
  },
)

t.test('profit equals decimal arithmetic, and the fast way the exact one', (t) => {
  let decidedFast = 0
  const cases = fc.tuple(randomSymbols, randomPositions, randomPricePts)
  fc.assert(
    fc.property(cases, ([random, position, close]) => {
      const { currencyDigits } = random
      const book = randomBook(random)
      const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]
      const { side, price, volume, rate } = position
      const move = BigInt(side * (close - price)) * BigInt(volume)
      const raw = rawProfit(
        symbol.record,
        side,
        textFromScaled(price, symbol.digits),
        textFromScaled(close, symbol.digits),
        textFromScaled(volume, 8),
      )
      const conversion = fraction(trimmedTextFromScaled(rate, RATE_DIGITS))
      const expected = roundedTo(times(raw, conversion), currencyDigits)
      if (Math.abs(expected) > FLOATING_MAX) return
      equal(exactProfit(symbol, group, move, rate), expected)
      equal(positionProfit(symbol, group, side, price, close, volume, rate), expected)
      const points = side * (close - price)
      const fast = fastProfit(
        symbol,
        group,
        points * volume,
        Math.abs(points * volume),
        Number(rate),
      )
      if (fast === undefined) return
      decidedFast++
      equal(fast, expected)
    }),
    { numRuns: CASES },
  )
  t.ok(decidedFast > CASES / 2, 'most are decided fast')
  t.end()
})

t.test('floating profit equals decimal arithmetic over the list of positions', (t) => {
  const held = fc.array(randomPositions, { minLength: 1, maxLength: 6 })
  const pair = fc.tuple(fc.integer({ min: 1, max: 2_000_000 }), fc.nat(1_000_000))
  const cases = fc.tuple(randomSymbols, held, randomPricePts, fc.nat(300), pair)
  fc.assert(
    fc.property(cases, ([random, positions, bid, spread, [pairBid, pairSpread]]) => {
      const { change, currencyDigits, leverage } = random
      const inAaa = { ...random, change: { ...change, profit_currency: 'AAA' } }
      const book = randomBook(inAaa, { ...EURUSD, id: 2, path: 'AAAUSD', base_currency: 'AAA' })
      const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]
      const quote = { bid, ask: bid + spread, at: 0 }
      const pairQuote = { bid: pairBid, ask: pairBid + pairSpread, at: 0 }
      const net = plus(
        ...positions.map((p) =>
          rawProfit(
            symbol.record,
            p.side,
            textFromScaled(p.price, symbol.digits),
            textFromScaled(p.side === 1 ? quote.bid : quote.ask, symbol.digits),
            textFromScaled(p.volume, 8),
          ),
        ),
      )
      const conversion = fraction(net.top.isNeg() ? pairQuote.ask : pairQuote.bid, 100_000)
      const expected = roundedTo(times(net, conversion), currencyDigits)
      if (Math.abs(expected) > FLOATING_MAX) return
      const account = accountHolding(book, positions, leverage, symbol.id)
      const prices = { quote: (id: number) => (id === symbol.id ? quote : pairQuote) }
      equal(floatingProfit(account, book, group, prices), expected)
    }),
    { numRuns: CASES },
  )
  t.end()
})

t.test('more floating profit than can be counted is as much as can be', (t) => {
  const book = givenBook({ symbols: { EURUSD: { contract_size: '1000000000' } } })
  const account = givenAccount(book, {
    positions: [{ symbol: 'EURUSD', side: 'buy', volume: '100', open: '1.00000' }],
  })
  const [symbol, group] = [symbolIn(book, 'EURUSD'), groupIn(book)]
  const prices = new GivenPrices(book)
  const floating = (price: string) =>
    floatingProfit(account, book, group, prices.set('EURUSD', price, price))
  t.equal(
    floating('225.17998'),
    22_417_998_000_000_00,
    'a hundred billion for each dollar of price',
  )
  t.equal(floating('226.17999'), FLOATING_MAX)
  const close = 90_000_000_000_000
  t.equal(positionProfit(symbol, group, -1, 1, close, 10 ** 10, RATE_ONE), -FLOATING_MAX)
  t.equal(moneyOf(account, book, prices).profit, FLOATING_MAX)
  t.end()
})

t.test('the sign that chooses the rate is exact where the sums pass 2^53', (t) => {
  const contract_size = '100000000000' // one point of one unit of volume is one yen
  const book = givenBook({
    symbols: { EURJPY: { digits: 3, profit_currency: 'JPY', contract_size } },
  })
  const prices = new GivenPrices(book, {
    EURJPY: ['150.000', '150.000'],
    USDJPY: ['100.000', '300.000'],
  })
  const symbol = symbolIn(book, 'EURJPY')
  const volume = 9_000_000 * LOT // 1.35e20 points
  const account = accountHolding(
    book,
    [
      { side: 1, volume, price: 150_000, rate: RATE_ONE, swap: 0 },
      { side: -1, volume: volume - 1, price: 150_000, rate: RATE_ONE, swap: 0 },
      { side: -1, volume: 1, price: 149_999, rate: RATE_ONE, swap: 0 },
    ],
    100,
    symbol.id,
  )
  t.equal(floatingProfit(account, book, groupIn(book), prices), -1, 'a loss of a yen at 100')
  t.end()
})
