import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import { NO_RECORDS } from '../../../engine/config/book-records.js'
import { sourceNames } from '../../../engine/pricing/feed-route.js'
import { feedRecord } from '../../actors/links/feeds/given-feed.js'
import { EURUSD } from '../../given/book.js'

const FEED = {
  symbols: ['*', '!Far*'],
  translates: [
    { symbol_id: 2, source: 'Two', source_digits: 5, bid_markup_pts: 0, ask_markup_pts: 0 },
    { symbol_id: 3, source: 'Two', source_digits: 5, bid_markup_pts: 0, ask_markup_pts: 0 },
  ],
}

t.test('the names that a feed quotes are those of the symbols now, whatever they were', (t) => {
  const one = fc.record({
    id: fc.integer({ min: 1, max: 6 }),
    folder: fc.constantFrom('Near', 'Far'),
    quote_source: fc.constantFrom('', 'EURUSD'),
    version: fc.integer({ min: 1, max: 2 }),
  })
  const lists = fc.array(fc.uniqueArray(one, { selector: ({ id }) => id }), { minLength: 1 })
  fc.assert(
    fc.property(lists, (steps) => {
      const [feed, other] = [feedRecord(FEED), feedRecord({ symbols: ['Far*'] })]
      let book = compileBook(NO_RECORDS)
      for (const step of steps) {
        const symbols = step.map(({ id, folder, quote_source, version }) => {
          const path = `${folder}\\N${id}v${version}`
          return { ...EURUSD, id, path, quote_source, version, position: id }
        })
        book = compileBook({ ...NO_RECORDS, symbols }, book)
        const quoted = step.filter(({ quote_source }) => quote_source === '')
        const nameOf = ({ id, version }: (typeof step)[0]) =>
          id === 2 || id === 3 ? 'Two' : `N${id}v${version}`
        const near = quoted.filter(({ folder }) => folder === 'Near')
        const far = quoted.filter(({ folder }) => folder === 'Far')
        const specs = () => book.symbolsById.values()
        t.same(sourceNames(feed, specs()), new Set(near.map(nameOf)))
        const own = far.map(({ id, version }) => `N${id}v${version}`)
        t.same(sourceNames(other, specs()), new Set(own))
      }
    }),
    { numRuns: 60 },
  )
  t.end()
})
