import fc from 'fast-check'
import t from 'tap'
import { compileBook } from '../../../engine/book/book.js'
import { NO_RECORDS } from '../../../engine/config/book-records.js'
import { FeedRoute, sourceNames } from '../../../engine/pricing/feed-route.js'
import { QuotedSymbol } from '../../../engine/pricing/quoted-symbol.js'
import { feedRecord } from '../../actors/links/feeds/given-feed.js'
import { EURUSD, givenBook, symbolIn } from '../../given/book.js'

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

t.test('a route counts itself with the symbols that it carries while its feed is online', (t) => {
  const { record, route, symbol } = routed({ symbols: ['*', '!GBPUSD'] })
  const carried = () => ['EURUSD', 'USDJPY', 'GBPUSD'].map((name) => symbol(name).carriers)
  t.same([route.id, route.isOnline], [record.id, false])
  route.add(symbol('EURUSD'))
  t.same(carried(), [0, 0, 0])
  t.same(route.setOnline(true), [symbol('EURUSD')])
  t.same(route.setOnline(true), [], 'it was so before')
  t.equal(route.isOnline, true)
  t.same(carried(), [1, 0, 0])
  route.add(symbol('EURUSD'))
  route.add(symbol('USDJPY'))
  route.add(symbol('GBPUSD'))
  t.same(carried(), [1, 1, 0], 'once each, and none that its masks leave out')
  route.remove(symbol('USDJPY'))
  route.remove(symbol('USDJPY'))
  t.same(carried(), [1, 0, 0])
  route.add(symbol('USDJPY'))
  t.same(route.setOnline(false), [symbol('EURUSD'), symbol('USDJPY')])
  t.same(route.setOnline(false), [])
  t.same(carried(), [0, 0, 0])
  route.remove(symbol('EURUSD'))
  t.same(carried(), [0, 0, 0])
  route.setOnline(true)
  route.clear()
  t.same(carried(), [0, 0, 0])
  t.equal(route.isOnline, false)
  t.same(
    ['EURUSD', 'USDJPY'].map((name) => route.targets(name)),
    [undefined, undefined],
  )
  t.same(route.setOnline(true), [], 'a route that is cleared carries nothing')
  t.end()
})

t.test('a name leads to each symbol that takes its quotes, and to none that does no more', (t) => {
  const shared = { source: 'Two', source_digits: 5, bid_markup_pts: 0, ask_markup_pts: 0 }
  const ids = ['EURUSD', 'USDJPY'].map((name) => symbolIn(givenBook(), name).id)
  const translates = ids.map((symbol_id) => ({ ...shared, symbol_id }))
  const { route, symbol } = routed({ translates })
  const led = (name: string) => route.targets(name)?.map((one) => one.symbol.spec.name)
  for (const name of ['EURUSD', 'USDJPY', 'GBPUSD']) route.add(symbol(name))
  t.same(['Two', 'GBPUSD', 'EURUSD'].map(led), [['EURUSD', 'USDJPY'], ['GBPUSD'], undefined])
  t.match(route.targets('Two')?.[0]?.translation, { source: 'Two', sourceDigits: 5 })
  const { owner } = symbol('EURUSD')
  t.ok(owner.hears(route, 1_000, 10_000))
  route.add(symbol('EURUSD'))
  t.ok(owner.is(route), 'who takes it as before keeps it')
  t.same(led('Two'), ['USDJPY', 'EURUSD'])
  route.remove(symbol('EURUSD'))
  t.notOk(owner.is(route))
  t.same(led('Two'), ['USDJPY'])
  route.remove(symbol('USDJPY'))
  t.equal(led('Two'), undefined)
  symbol('GBPUSD').owner.hears(route, 1_000, 10_000)
  route.clear()
  t.notOk(symbol('GBPUSD').owner.is(route))
  t.end()
})

t.test(
  'a symbol is taken while feed and quotes are switched on and no other one is its source',
  (t) => {
    const takes = (feed: object, change: object = {}): boolean => {
      const { route, symbol } = routed(feed, change)
      route.add(symbol('EURUSD'))
      return route.targets('EURUSD') !== undefined
    }
    t.equal(takes({}), true)
    t.equal(takes({ enabled: false }), false)
    t.equal(takes({ quotes_enabled: false }), false)
    t.equal(takes({}, { quote_source: 'Forex\\GBPUSD' }), false)
    const { route, symbol } = routed({})
    route.add(symbol('EURUSD'))
    const book = givenBook({ symbols: { EURUSD: { quote_source: 'Forex\\GBPUSD' } } })
    symbol('EURUSD').configure(symbolIn(book, 'EURUSD'))
    route.add(symbol('EURUSD'))
    t.equal(route.targets('EURUSD'), undefined, 'nor any more')
    t.end()
  },
)

t.test('a route is that of a record which would send the same quotes to the same symbols', (t) => {
  const { record, route } = routed(FEED)
  const isOf = (change: object) => route.isOf({ ...record, ...change })
  t.equal(route.isOf(record), true)
  t.equal(isOf({ name: 'Other', server: '127.0.0.1:2' }), true)
  t.equal(isOf({ symbols: [...FEED.symbols], translates: [...FEED.translates] }), true)
  t.equal(isOf({ enabled: false }), false)
  t.equal(isOf({ quotes_enabled: false }), false)
  t.equal(isOf({ symbols: ['*'] }), false)
  t.equal(isOf({ translates: [] }), false)
  t.end()
})

/** The route of a feed, and the symbols of a book. */
function routed(feed: Parameters<typeof feedRecord>[0], eurusd: object = {}) {
  const book = givenBook({ symbols: { EURUSD: eurusd } })
  const calendar = { holidays: [], clock: { utc_offset_min: 0, daylight_saving: 'none' } } as const
  const symbols = new Map<string, QuotedSymbol>()
  const symbol = (name: string): QuotedSymbol => {
    const known = symbols.get(name) ?? new QuotedSymbol(symbolIn(book, name), calendar)
    symbols.set(name, known)
    return known
  }
  const record = feedRecord(feed)
  return { record, route: new FeedRoute(record), symbol }
}
