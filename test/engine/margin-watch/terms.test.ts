import t from 'tap'
import { Terms, type WatchedTerms } from '../../../engine/margin-watch/terms.js'
import { givenBook, groupIn, symbolIn } from '../../given/book.js'
import { PointPrices } from './given-watch.js'

/** A symbol's terms in dollars, as they are after their rates were looked for. */
function found(terms: Terms, book: ReturnType<typeof givenBook>, name: string): WatchedTerms {
  const [group, { id }] = [groupIn(book), symbolIn(book, name)]
  terms.include(group, id)
  const own = terms.of(group)[id]
  if (own === undefined) throw new Error(`no terms of ${name}`)
  t.equal(own.conversion.isStale, true)
  own.conversion.find()
  t.equal(own.conversion.isStale, false)
  return own
}

t.test('terms convert where they have to, and have no rate where there is no way', async (t) => {
  const book = givenBook({
    symbols: {
      EURNNN: {
        path: 'Given\\EURNNN',
        base_currency: 'EUR',
        profit_currency: 'NNN',
        calc_mode: 'cfd',
      },
    },
  })
  const prices = new PointPrices()
  const terms = new Terms(book, prices)
  const own = found(terms, book, 'EURUSD')
  t.match(own.conversion, { legs: [], isNeeded: false, lossRate: 1e12, gainRate: 1e12 })
  const none = found(terms, book, 'EURNNN').conversion
  t.same([none.legs, none.isNeeded], [undefined, true])
  t.same([none.lossRate, none.gainRate], [Number.NaN, Number.NaN])

  const yen = found(terms, book, 'USDJPY')
  const { id } = symbolIn(book, 'USDJPY')
  t.same(
    yen.conversion.legs?.map(({ symbolId }) => symbolId),
    [id],
  )
  t.same([yen.conversion.lossRate, yen.conversion.gainRate], [Number.NaN, Number.NaN], 'no price')
  prices.quotes.set(id, { bid: 100_000, ask: 125_000, at: 0 })
  terms.move(id)
  t.same([yen.conversion.isStale, own.conversion.isStale], [true, false])
  yen.conversion.find()
  t.same([yen.conversion.lossRate, yen.conversion.gainRate], [1e10, 8e9])

  terms.include(groupIn(book), id)
  t.equal(terms.of(groupIn(book))[id], yen, 'they are made once')
  terms.include(groupIn(book), 999)
  t.equal(terms.of(groupIn(book))[999], undefined, 'a symbol that is not in the settings')
})
