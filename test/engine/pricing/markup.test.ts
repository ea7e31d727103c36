import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import { translatedPoints, translationOf } from '../../../engine/pricing/markup.js'
import { feedRecord } from '../../actors/links/feeds/given-feed.js'
import { givenBook, symbolIn } from '../../given/book.js'

const BOOK = givenBook()
const EURUSD = symbolIn(BOOK, 'EURUSD')

const translate = {
  symbol_id: 1,
  source: 'EUR/USD',
  source_digits: 6,
  bid_markup_pts: -3,
  ask_markup_pts: 4,
}

t.test('without a translate a symbol has its own name and digits at the provider', async (t) => {
  t.same(translationOf(feedRecord(), undefined, EURUSD), {
    source: 'EURUSD',
    sourceDigits: 5,
    digits: 5,
    bidMarkup: 0,
    askMarkup: 0,
  })
})

t.test('a translate names the source, its digits and the markups', async (t) => {
  t.same(translationOf(feedRecord(), translate, EURUSD), {
    source: 'EUR/USD',
    sourceDigits: 6,
    digits: 5,
    bidMarkup: -3,
    askMarkup: 4,
  })
  const own = translationOf(feedRecord(), { ...translate, source: '', source_digits: null }, EURUSD)
  t.match(own, { source: 'EURUSD', sourceDigits: 5, bidMarkup: -3 }, 'only the markups')
})

t.test("the feed's last fitting mask decides, by name or path, translated or not", async (t) => {
  const rows: [string[], boolean][] = [
    [['*'], true],
    [['*', '!EURUSD'], false],
    [['!EURUSD', '*'], true],
    [['!*', 'EUR*'], true],
    [['Forex\\*'], true],
    [['Forex\\Majors\\*', '!forex\\majors\\eur*'], false],
    [['Metals\\*'], false],
    [[], false],
  ]
  for (const [symbols, takes] of rows) {
    for (const one of [undefined, translate]) {
      const translation = translationOf(feedRecord({ symbols }), one, EURUSD)
      t.equal(translation !== undefined, takes, symbols.join(' '))
    }
  }
})

t.test('a price is its text with the source digits, then in points of the symbol', async (t) => {
  const at = (text: string, sourceDigits: number, digits: number) =>
    translatedPoints(text, { source: '', sourceDigits, digits, bidMarkup: 0, askMarkup: 0 })
  t.equal(at('1.100049999999', 5, 4), 11_001, 'noise beyond the source digits is rounded away')
  t.equal(at('1.10005', 5, 3), 1_100)
  t.equal(at('150.12', 2, 5), 15_012_000)
  t.equal(at('0.00001', 5, 3), 0, 'below a point of the symbol')
  for (const text of ['0', '-1', 'x', '', '1e3']) {
    t.equal(at(text, 5, 5), undefined, text)
    t.equal(at(text, 5, 3), undefined, text)
  }
})

t.test('a translated price equals decimal arithmetic', async () => {
  const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP })
  const digits = fc.integer({ min: 0, max: 10 })
  const fraction = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 12 })
  fc.assert(
    fc.property(fc.nat(100_000), fraction, digits, digits, (whole, part, sourceDigits, to) => {
      const text = `${whole}${part === '' ? '' : `.${part}`}`
      const source = new Exact(text).mul(new Exact(10).pow(sourceDigits)).round()
      const expected = source.isZero()
        ? undefined
        : source
            .mul(new Exact(10).pow(to - sourceDigits))
            .round()
            .toNumber()
      const translation = { source: '', sourceDigits, digits: to, bidMarkup: 0, askMarkup: 0 }
      return translatedPoints(text, translation) === expected
    }),
    { numRuns: 5_000 },
  )
})
