import t from 'tap'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { ChangedPrices } from '../../../engine/pricing/changed-prices.js'
import { givenBook, symbolIn } from '../../given/book.js'
import { GivenPrices } from '../../given/prices.js'

type Changed = Readonly<Record<string, Partial<SymbolRecord>>>

/** The price of a symbol at 1.10000 / 1.10010 after the change; undefined if it is not known. */
function priceAfter(before: Changed, after: Changed, name = 'EURUSD') {
  const [old, book] = [givenBook({ symbols: before }), givenBook({ symbols: after })]
  const prices = new GivenPrices(old)
  prices.set('EURUSD', '1.10000', '1.10010')
  const changed = new ChangedPrices(old, book, prices)
  const quote = changed.quote(symbolIn(book, name).id)
  return quote === undefined ? undefined : [quote.bid, quote.ask]
}

const path = symbolIn(givenBook(), 'EURUSD').record.path
const fixed = (spread_pts: number, spread_balance_pts = 0): Changed => ({
  EURUSD: { spread_pts, spread_balance_pts },
})

t.test('a changed fixed spread starts from the bid before the old one', async (t) => {
  t.same(priceAfter({}, {}), [110_000, 110_010])
  t.same(priceAfter({}, fixed(3000)), [110_000, 113_000])
  t.same(priceAfter({}, fixed(30, -15)), [109_985, 110_015])
  t.same(priceAfter(fixed(10, -5), fixed(40, -20)), [109_985, 110_025])
  t.equal(priceAfter(fixed(10), fixed(0)), undefined, 'the ask of the provider is not known')
})

t.test('a symbol that follows another one gets the changed price with its markups', async (t) => {
  const follower = { quote_source: path, quote_markup_bid_pts: -2, quote_markup_ask_pts: 3 }
  const follows: Changed = { USDJPY: { ...follower, digits: 5 } }
  t.same(priceAfter({}, follows, 'USDJPY'), [109_998, 110_013])
  t.same(priceAfter(follows, { ...follows, ...fixed(3000) }, 'USDJPY'), [109_998, 113_003])
  t.same(
    priceAfter(follows, { USDJPY: { ...follows['USDJPY'], spread_pts: 7 } }, 'USDJPY'),
    [109_998, 110_005],
  )
})

t.test('a symbol has no price if its source is unknown or follows it', async (t) => {
  t.equal(priceAfter({}, { EURUSD: { quote_source: 'Nothing\\X' } }), undefined)
  t.equal(priceAfter({}, { EURUSD: { quote_source: path } }), undefined)
})
