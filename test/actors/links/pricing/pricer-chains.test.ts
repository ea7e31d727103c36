import t from 'tap'
import { Pricer } from '../../../../actors/links/pricing/pricer.js'
import { compileBook } from '../../../../engine/book/book.js'
import { feed, GivenPricer, TIMEOUT_MS } from '../../../given/pricer.js'
import { bookRecords } from '../feeds/given-feed.js'

/** Symbols that take the quotes of others. */

const from = (name: string) => ({ quote_source: `Forex\\${name}` })

t.test("a symbol takes its source's quotes with its own markups and digits", async (t) => {
  const given = new GivenPricer({
    EURUSD: {},
    'EURUSD.m': {
      ...from('EURUSD'),
      digits: 6,
      quote_markup_bid_pts: -5,
      quote_markup_ask_pts: 15,
    },
    'EURUSD.r': { ...from('eurusd'), digits: 3 },
  })
  given.quote(1, 'EURUSD', '1.10050', '1.10149')
  t.same([given.at(2), given.at(3)], ['1100495 1101505', '1101 1101'])
  given.quote(1, 'EURUSD.m', '1.2', '1.3')
  t.equal(given.at(2), '1100495 1101505', 'and no others')
})

t.test('markups without a source are not applied', async (t) => {
  const given = new GivenPricer({ EURUSD: { quote_markup_bid_pts: -5 } })
  given.quote(1, 'EURUSD', '1.1', '1.2')
  t.equal(given.at(1), '110000 120000')
})

t.test('a chain of any length takes each step on the price of the one before', async (t) => {
  const step = { quote_markup_bid_pts: -1, quote_markup_ask_pts: 1 }
  const given = new GivenPricer({
    C: { ...from('B'), ...step },
    B: { ...from('A'), ...step, spread_pts: 10 },
    D: { ...from('C'), ...step, digits: 3 },
    A: {},
    E: { ...from('B') },
  })
  given.quote(1, 'A', '1.10000', '1.10300')
  const names = [4, 2, 1, 3, 5].map((id) => given.at(id))
  t.same(names, ['110000 110300', '109999 110009', '109998 110010', '1099 1101', '109999 110009'])
})

t.test('a chain of thousands does not run out of stack', async (t) => {
  const symbols: Record<string, object> = { S0: {} }
  for (let i = 1; i < 12_000; i++) symbols[`S${i}`] = from(`S${i - 1}`)
  const given = new GivenPricer(symbols, [feed(1)])
  given.quote(1, 'S0', '1.1', '1.2')
  t.equal(given.at(12_000), '110000 120000')
})

t.test('symbols that take quotes in a circle get none, and freeze nobody', async (t) => {
  const given = new GivenPricer({ A: from('B'), B: from('A'), C: from('C'), D: from('B'), E: {} })
  for (const name of ['A', 'B', 'C', 'D', 'E']) given.quote(1, name, '1.1', '1.2')
  t.same(
    [1, 2, 3, 4, 5].map((id) => given.at(id)),
    ['none', 'none', 'none', 'none', '110000 120000'],
  )
})

t.test('a chain that becomes a circle loses its prices', async (t) => {
  const given = new GivenPricer({ A: {}, B: from('A') })
  given.quote(1, 'A', '1.1', '1.2')
  given.change({ A: from('B') })
  t.same([given.at(1), given.at(2)], ['none', 'none'])
  given.change({ A: {} })
  given.quote(1, 'A', '1.1', '1.2')
  t.same([given.at(1), given.at(2)], ['110000 120000', '110000 120000'])
})

t.test('a source that does not exist gives nothing until it does', async (t) => {
  const given = new GivenPricer({ B: from('A') })
  given.quote(1, 'B', '1.1', '1.2')
  t.equal(given.at(1), 'none')
  given.change({ A: {} })
  given.quote(1, 'A', '1.1', '1.2')
  t.equal(given.at(1), '110000 120000')
})

t.test('a source that is deleted, or has another name, gives nothing any more', async (t) => {
  for (const symbols of [{ B: from('A') }, { A2: { id: 1 }, B: from('A') }]) {
    const given = new GivenPricer({ A: {}, B: from('A') })
    given.quote(1, 'A', '1.1', '1.2')
    t.equal(given.at(2), '110000 120000')
    given.symbols = symbols
    given.replace()
    given.quote(1, 'A2', '1.3', '1.4')
    t.equal(given.at(2), 'none')
  }
})

t.test('a new symbol has the price of its source at once', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.2')
  given.change({ 'EURUSD.m': { ...from('EURUSD'), quote_markup_bid_pts: -1 } })
  t.equal(given.at(2), '109999 120000')
  given.change({ 'EURUSD.m': { ...from('EURUSD'), quote_markup_bid_pts: -2 } })
  t.equal(given.at(2), '109998 120000', 'and a changed one its new price')
})

t.test("a symbol with another source has that one's price or none", async (t) => {
  const given = new GivenPricer({ A: {}, B: {}, C: from('A') })
  given.quote(1, 'A', '1.1', '1.2')
  given.change({ C: from('B') })
  t.equal(given.at(3), 'none')
  given.quote(1, 'B', '2.1', '2.2')
  t.equal(given.at(3), '210000 220000')
  given.change({ C: {} })
  t.equal(given.at(3), 'none', 'a feed has not quoted it yet')
  given.quote(1, 'A', '1.1', '1.2')
  given.quote(1, 'C', '3.1', '3.2')
  t.equal(given.at(3), '310000 320000')
})

t.test('what another symbol than before is the source of keeps no price of that one', async (t) => {
  const sessions = [{ day: 3, kind: 'quote', from_min: 0, to_min: 721 }] as const
  const C = { ...from('A'), sessions: [...sessions] }
  const given = new GivenPricer({ A: {}, B: {}, C })
  given.quote(1, 'A', '1.1', '1.2')
  t.equal(given.at(3), '110000 120000')
  given.quote(1, 'B', '1.3', '1.4', 300_000)
  given.symbols = { B: { id: 1 }, A: { id: 2 }, C }
  given.replace()
  t.equal(given.at(3), 'none', 'it was closed when the one that is its source now was quoted')
})

t.test('a quote that its source does not take reaches nobody', async (t) => {
  const given = new GivenPricer({ A: { filter_max_jump_pts: 10 }, B: from('A'), C: from('B') })
  given.quote(1, 'A', '1.1', '1.2')
  given.quote(1, 'A', '1.3', '1.4', 1)
  t.same([given.at(2), given.at(3)], ['110000 120000', '110000 120000'])
})

t.test('what a symbol in the middle does not take is no quote for those after it', async (t) => {
  const given = new GivenPricer({
    A: {},
    B: { ...from('A'), filter_max_jump_pts: 10 },
    C: from('B'),
  })
  given.quote(1, 'A', '1.1', '1.2')
  const first = given.now
  given.quote(1, 'A', '1.3', '1.4', 1_000)
  t.same(
    [given.at(1), given.at(2), given.at(3)],
    ['130000 140000', '110000 120000', '110000 120000'],
  )
  t.equal(given.board.quote(3)?.at, first, 'and their price is as old as it was')
})

t.test('a symbol that is closed passes nothing on; its neighbours go on', async (t) => {
  const closed = { sessions: [{ day: 1, kind: 'quote', from_min: 0, to_min: 1 }] } as const
  const given = new GivenPricer({
    A: {},
    B: { ...from('A'), ...closed },
    C: from('B'),
    D: from('A'),
  })
  given.quote(1, 'A', '1.1', '1.2')
  t.same([given.at(2), given.at(3), given.at(4)], ['none', 'none', '110000 120000'])
})

t.test('after a restart of its thread every price is where it was', async (t) => {
  const given = new GivenPricer({ A: {}, B: from('A') })
  given.quote(1, 'A', '1.1', '1.2')
  const records = bookRecords([
    ['Forex\\A', 3],
    ['Forex\\B', 5],
  ])
  const [a, b] = records.symbols
  const next = new Pricer(given.board, TIMEOUT_MS, () => undefined)
  next.replaceBook(
    compileBook({ ...records, symbols: [a, { ...b, ...from('A') }] as never }),
    given.feeds,
  )
  t.same([given.at(1), given.at(2)], ['1100 1200', '110000 120000'])
  const last = new Pricer(given.board, TIMEOUT_MS, () => undefined)
  last.replaceBook(compileBook({ ...records, symbols: [b] as never }), given.feeds)
  t.same([given.at(1), given.at(2)], ['none', '110000 120000'], 'what was deleted meanwhile is off')
})

const CLOSED = [{ day: 1, kind: 'quote', from_min: 0, to_min: 1 }] as const

t.test('every quote that moves a price is recorded, and no change of settings', async (t) => {
  const given = new GivenPricer({ A: {}, B: from('A'), C: { sessions: [...CLOSED] } })
  given.quote(1, 'A', '1.1', '1.2')
  given.quote(1, 'C', '1.1', '1.2', 1_000)
  const { now } = given
  given.quote(1, 'A', '1.1', '1.3', 1_000)
  given.change({ A: { digits: 3 }, B: { ...from('A'), quote_markup_bid_pts: -5 } })
  t.equal(given.at(2), '109995 130000')
  t.same(given.recorded, [
    `1 5 110000 120000 ${now - 1_000}`,
    `2 5 110000 120000 ${now - 1_000}`,
    `1 5 110000 130000 ${now + 1_000}`,
    `2 5 110000 130000 ${now + 1_000}`,
  ])
})
