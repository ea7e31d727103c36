import t from 'tap'
import { Pricer } from '../../../../actors/links/pricing/pricer.js'
import { isUsable } from '../../../../engine/book/prices.js'
import { GivenPricer, TIMEOUT_MS } from '../../../given/pricer.js'

// Goal: a change of settings, and what was known before the start, leave nothing out.

const FROM_EURUSD = { quote_source: 'Forex\\EURUSD' }

/** The moment until which the price may be traded at, from now on; undefined where there is none. */
function until({ board, now }: GivenPricer, symbolId: number): number | undefined {
  const quote = board.quote(symbolId)
  return quote === undefined ? undefined : (quote.usableUntil ?? Number.NaN) - now
}

t.test('a price of before the start comes with the figures of its day', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {}, USDJPY: {} })
  const { now: at } = given
  const day = { digits: 4, open: 11_000, high: 12_000, low: 10_000, before: 10_500 }
  given.pricer.restore([
    { symbolId: 1, digits: 4, bid: 11_500, ask: 11_600, at },
    { symbolId: 2, digits: 4, bid: 11_500, ask: 11_600, at, day },
    { symbolId: 3, digits: 3, bid: 1_150, ask: 1_160, at: at - 86_400_000, day },
  ])
  const figures = [1, 2].map((id) => given.board.dayFigures(id, given.now))
  t.same(figures, [
    { open: 115_000, high: 115_000, low: 115_000, close: null },
    { open: 110_000, high: 120_000, low: 100_000, close: 105_000 },
  ])
  given.quote(1, 'USDJPY', '1.3', '1.4')
  t.same(given.board.dayFigures(3, given.now), {
    open: 130_000,
    high: 130_000,
    low: 130_000,
    close: 115_000,
  })
})

t.test(
  'a symbol that is deleted is none of the symbols, and takes the quotes of none',
  async (t) => {
    const given = new GivenPricer({ EURUSD: {}, X: FROM_EURUSD, Y: FROM_EURUSD })
    const names = () => [...given.pricer.symbols].map(({ spec }) => spec.name)
    given.quote(1, 'EURUSD', '1.1', '1.2')
    t.same(names(), ['EURUSD', 'X', 'Y'])
    given.symbols = { EURUSD: {}, Y: FROM_EURUSD }
    given.replace()
    t.same(names(), ['EURUSD', 'Y'])
    given.quote(1, 'EURUSD', '1.3', '1.4')
    t.same(
      [1, 2, 3].map((id) => given.at(id)),
      ['130000 140000', 'none', '130000 140000'],
    )
    given.change({ Y: {} })
    t.equal(given.at(3), 'none')
    given.quote(1, 'EURUSD', '1.1', '1.2')
    t.equal(given.at(3), 'none', 'it takes the quotes of feeds now')
  },
)

t.test('the front is notified of a price that a settings change rewrites', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.2')
  const moved: number[] = []
  given.board.takeMoved((id) => moved.push(id))
  const before = given.moves
  given.change({ EURUSD: { digits: 3 } })
  t.equal(given.moves, before + 1)
  given.board.takeMoved((id) => moved.push(id))
  t.same(moved, [1, 1])
})

t.test(
  'another wall clock moves the end of a price that stands, and of those after it',
  async (t) => {
    // 18 November 2026 is a Wednesday, and it is noon by UTC.
    const sessions = [{ kind: 'quote', day: 3, from_min: 0, to_min: 13 * 60 }] as const
    const given = new GivenPricer({ EURUSD: { sessions }, X: FROM_EURUSD, GBPUSD: { sessions } })
    given.quote(1, 'EURUSD', '1.1', '1.2')
    t.same(
      [1, 2].map((id) => until(given, id)),
      [3_600_000 - 1, 3_600_000 - 1],
    )
    given.clock = { utc_offset_min: 30, daylight_saving: 'none' }
    given.replace()
    t.same(
      [1, 2, 3].map((id) => until(given, id)),
      [1_800_000 - 1, 1_800_000 - 1, undefined],
    )
  },
)

t.test('a symbol that takes quotes from now on grows as old as its source', async (t) => {
  const given = new GivenPricer({ EURUSD: { quote_max_age_sec: 120 } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.change({ X: FROM_EURUSD })
  t.same(
    [1, 2].map((id) => until(given, id)),
    [120_000, 120_000],
  )
  given.change({ EURUSD: { quote_max_age_sec: 60 } })
  t.same(
    [1, 2].map((id) => until(given, id)),
    [60_000, 60_000],
  )
  given.now += 60_001
  const quote = given.board.quote(2)
  t.notOk(quote !== undefined && isUsable(quote, given.now))
})

t.test(
  'a symbol that takes the quotes of none any more grows as old as it says itself',
  async (t) => {
    const given = new GivenPricer({
      EURUSD: { quote_max_age_sec: 60 },
      X: { ...FROM_EURUSD, quote_max_age_sec: 90 },
    })
    given.quote(1, 'EURUSD', '1.1', '1.2')
    t.equal(until(given, 2), 60_000)
    given.change({ X: { quote_max_age_sec: 90 } })
    given.quote(1, 'X', '1.1', '1.2')
    t.equal(until(given, 2), 90_000)
    given.change({ X: { quote_max_age_sec: 100 } })
    t.equal(until(given, 2), 100_000)
  },
)

t.test('a price that is none in other digits is nowhere, not on the tape either', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, X: FROM_EURUSD })
  given.quote(1, 'EURUSD', '0.00041', '0.00051')
  const { head } = given.board.tape
  given.change({ EURUSD: { digits: 3 } })
  t.same([given.board.last(1), given.board.tape.head], [undefined, head])
})

t.test(
  'a new pricer keeps the day of those that take quotes, and drops what has no source',
  async (t) => {
    const given = new GivenPricer({ EURUSD: {}, X: FROM_EURUSD })
    given.quote(1, 'EURUSD', '0.00060', '0.00070')
    given.quote(1, 'EURUSD', '0.00040', '0.00050')
    const day = given.board.dayFigures(2, given.now)
    t.same(day, { open: 60, high: 60, low: 40, close: null })
    new Pricer(given.board, TIMEOUT_MS, () => {}).replaceBook(given.book, given.feeds)
    t.same(given.board.dayFigures(2, given.now), day)
    const other = new GivenPricer({ EURUSD: { digits: 3 }, X: FROM_EURUSD })
    new Pricer(given.board, TIMEOUT_MS, () => {}).replaceBook(other.book, given.feeds)
    t.same([given.board.last(1), given.board.last(2)], [undefined, undefined])
  },
)

t.test('a symbol has the price of one that comes to the path of its source', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, X: { quote_source: 'Forex\\EUR' } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(given.at(2), 'none')
  given.symbols = { EUR: { id: 1 }, X: { quote_source: 'Forex\\EUR' } }
  given.replace()
  t.same([given.at(1), given.at(2)], ['110000 120000', '110000 120000'])
})

t.test('settings of others write no price again, and take no symbol from its feed', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, X: FROM_EURUSD, GBPUSD: {} })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  const { head } = given.board.tape
  given.change({ GBPUSD: { spread_pts: 3 } })
  t.equal(given.board.tape.head, head)
  given.quote(2, 'EURUSD', '1.3', '1.4')
  t.equal(given.at(1), '110000 120000', 'the first feed is not silent yet')
})
