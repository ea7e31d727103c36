import { ok } from 'node:assert/strict'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import {
  fillPrice,
  limitText,
  providerTerms,
  quantityText,
  stopText,
  volumeOf,
} from '../../../engine/pricing/provider-terms.js'
import { givenBook, symbolIn } from '../../given/book.js'

// Goal: an order says to its provider what the client asked for, and a fill books what the provider says.

const book = givenBook()
const EURUSD = symbolIn(book, 'EURUSD')
const TRANSLATE = {
  symbol_id: 1,
  source: 'EUR/USD',
  source_digits: 5,
  bid_markup_pts: -3,
  ask_markup_pts: 4,
}

t.test('names, digits and markups are those of the translate, or the symbol as it is', (t) => {
  const plain = providerTerms(EURUSD, undefined, 'Lots')
  t.match(plain, { source: 'EURUSD', sourceDigits: 5, bidMarkup: 0, askMarkup: 0 })
  t.equal(limitText(117_010, 1, plain), '1.17010')
  t.equal(fillPrice('1.1701', 1, plain), 117_010)
  const terms = providerTerms(EURUSD, TRANSLATE, 'Lots')
  t.match(terms, { source: 'EUR/USD', symbolId: 1 })
  t.equal(fillPrice('1.17000', 1, terms), 117_004, 'who buys pays the markup')
  t.equal(fillPrice('1.17000', -1, terms), 116_997, 'who sells gets so much less')
  t.equal(limitText(117_004, 1, terms), '1.17000')
  t.equal(limitText(116_997, -1, terms), '1.17000')
  t.equal(stopText(117_004, 1, terms), '1.17000')
  const coarse = providerTerms(EURUSD, { ...TRANSLATE, source_digits: 4 }, 'Lots')
  t.same([limitText(117_009, 1, coarse), limitText(117_002, -1, coarse)], ['1.1700', '1.1701'])
  t.same([stopText(117_009, 1, coarse), stopText(117_002, -1, coarse)], ['1.1701', '1.1700'])
  for (const text of ['', '0', '-1', '1e5', 'x', '1.']) t.equal(fillPrice(text, 1, terms), 0, text)
  t.end()
})

t.test('quantities are lots, or what the lots are of', (t) => {
  const lots = providerTerms(EURUSD, undefined, 'Lots')
  const units = providerTerms(EURUSD, undefined, 'Units')
  t.equal(quantityText(1_000_000, lots), '0.01')
  t.equal(quantityText(1_000_000, units), '1000')
  t.equal(quantityText(1, units), '0.001')
  t.equal(volumeOf('1000', units), 1_000_000)
  t.equal(volumeOf('0.01', lots), 1_000_000)
  for (const text of ['', '0', '-5', 'x', '1e99', '99999999999999999999']) {
    t.equal(volumeOf(text, lots), 0, text)
  }
  const gold = providerTerms(symbolIn(book, 'XAUUSD'), undefined, 'Units')
  t.equal(volumeOf(quantityText(12_345_678, gold), gold), 12_345_678)
  t.end()
})

t.test(
  'a limit is never worse for the client than it was, and at most a step of the provider better',
  (t) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 2_000_000 }),
        fc.constantFrom<1 | -1>(1, -1),
        fc.integer({ min: 0, max: 7 }),
        fc.integer({ min: -20, max: 20 }),
        (limit, side, source_digits, markup) => {
          const translate = {
            ...TRANSLATE,
            source_digits,
            bid_markup_pts: markup,
            ask_markup_pts: markup,
          }
          const terms = providerTerms(EURUSD, translate, 'Lots')
          const text = limitText(limit, side, terms)
          const said = new Decimal(text).times(100_000).plus(markup)
          const better = said.minus(limit).times(-side)
          ok(
            better.gte(0) && better.lt(Decimal.max(1, new Decimal(10).pow(5 - source_digits))),
            text,
          )
        },
      ),
    )
    t.end()
  },
)
