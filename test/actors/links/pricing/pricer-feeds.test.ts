import t from 'tap'
import type { Translate } from '../../../../engine/config/records/connection.js'
import { feed, GivenPricer, TIMEOUT_MS } from '../../../given/pricer.js'

/** The feed whose word counts, and the meaning of its names and prices. */

function translate(symbol_id: number, source: string, change: Partial<Translate> = {}): Translate {
  const none = { source_digits: null, bid_markup_pts: 0, ask_markup_pts: 0 }
  return { symbol_id, source, ...none, ...change }
}

t.test('the lowest priority number wins, in whatever order the feeds are listed', async (t) => {
  const given = new GivenPricer({ EURUSD: {} }, [
    feed(1, { priority: 9 }),
    feed(2, { priority: 3 }),
    feed(3, { priority: 5 }),
  ])
  given.quote(2, 'EURUSD', '1.2', '1.3')
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(3, 'EURUSD', '1.1', '1.3')
  t.equal(given.at(1), '120000 130000')
})

t.test('with the same priority the lower id wins', async (t) => {
  const given = new GivenPricer({ EURUSD: {} }, [
    feed(2, { priority: 0 }),
    feed(1, { priority: 0 }),
  ])
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(2, 'EURUSD', '1.2', '1.3')
  t.equal(given.at(1), '110000 130000')
})

t.test('another feed takes a symbol over at the time-out, and not one moment before', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(2, 'EURUSD', '1.2', '1.3', TIMEOUT_MS - 1)
  t.equal(given.at(1), '110000 130000')
  given.quote(2, 'EURUSD', '1.2', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test("a symbol returns to its owner at the owner's next quote", async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(2, 'EURUSD', '1.2', '1.3', TIMEOUT_MS)
  given.quote(1, 'EURUSD', '1.15', '1.3', 1)
  given.quote(2, 'EURUSD', '1.25', '1.3', 1)
  t.equal(given.at(1), '115000 130000')
})

t.test('a feed that is silent on one symbol keeps the others', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, GBPUSD: {} })
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(1, 'GBPUSD', '1.1', '1.3', TIMEOUT_MS)
  given.quote(2, 'EURUSD', '1.2', '1.3')
  given.quote(2, 'GBPUSD', '1.2', '1.3')
  t.same([given.at(1), given.at(2)], ['120000 130000', '110000 130000'])
})

t.test('what is no market does not keep a symbol for its owner', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.quote(1, 'EURUSD', '1.4', '1.3', TIMEOUT_MS - 1)
  given.quote(2, 'EURUSD', '1.2', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test('another time-out holds at once', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.pricer.setDatafeedsTimeout(2_000)
  given.quote(2, 'EURUSD', '1.2', '1.3', 1_999)
  t.equal(given.at(1), '110000 130000')
  given.quote(2, 'EURUSD', '1.2', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test('a new order of the feeds holds at once', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.feeds = [feed(2, { priority: 1 }), feed(1, { priority: 2 })]
  given.replace()
  given.quote(2, 'EURUSD', '1.2', '1.3', 1)
  given.quote(1, 'EURUSD', '1.1', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test('a feed that is disabled, without quotes or gone leaves its symbols at once', async (t) => {
  const without = [[feed(1, { enabled: false })], [feed(1, { quotes_enabled: false })], []]
  for (const first of without) {
    const given = new GivenPricer()
    given.quote(1, 'EURUSD', '1.1', '1.3')
    given.feeds = [...first, feed(2)]
    given.replace()
    given.quote(1, 'EURUSD', '1.15', '1.3', 1)
    t.equal(given.at(1), '110000 130000', 'it is not heard any more')
    given.quote(2, 'EURUSD', '1.2', '1.3', 1)
    t.equal(given.at(1), '120000 130000')
  }
})

t.test('a symbol that the masks take no longer is left to the next feed at once', async (t) => {
  const given = new GivenPricer()
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.feeds = [feed(1, { symbols: ['*', '!EURUSD'] }), feed(2)]
  given.replace()
  given.quote(2, 'EURUSD', '1.2', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test('a symbol that is renamed out of the masks is left to the next feed at once', async (t) => {
  const translates = [translate(1, 'X')]
  const given = new GivenPricer({ EURUSD: {} }, [
    feed(1, { symbols: ['EURUSD'], translates }),
    feed(2, { translates }),
  ])
  given.quote(1, 'X', '1.1', '1.3')
  given.symbols = { EURO: { id: 1 } }
  given.replace()
  given.quote(1, 'X', '1.15', '1.3', 1)
  t.equal(given.at(1), '110000 130000')
  given.quote(2, 'X', '1.2', '1.3', 1)
  t.equal(given.at(1), '120000 130000')
})

t.test(
  "a translate gives the provider's name, and the symbol's own name says nothing",
  async (t) => {
    const given = new GivenPricer({ EURUSD: {} }, [
      feed(1, { translates: [translate(1, 'EUR/USD.x')] }),
    ])
    given.quote(1, 'EURUSD', '1.1', '1.3')
    t.equal(given.at(1), 'none')
    given.quote(1, 'EUR/USD.x', '1.2', '1.3')
    t.equal(given.at(1), '120000 130000')
  },
)

t.test('one source may feed several symbols, each in its digits', async (t) => {
  const given = new GivenPricer({ EURUSD: {}, EURmini: { digits: 3 } }, [
    feed(1, { translates: [translate(2, 'EURUSD', { source_digits: 5 })] }),
  ])
  given.quote(1, 'EURUSD', '1.10050', '1.10051')
  t.same([given.at(1), given.at(2)], ['110050 110051', '1101 1101'])
})

t.test('source digits say where the price of a provider ends', async (t) => {
  const given = new GivenPricer({ EURUSD: {} }, [
    feed(1, { translates: [translate(1, 'EURUSD', { source_digits: 3 })] }),
  ])
  given.quote(1, 'EURUSD', '1.1004999', '1.1005')
  t.equal(given.at(1), '110000 110100')
})

t.test('markups are points of the symbol on either side', async (t) => {
  const given = new GivenPricer({ EURUSD: {} }, [
    feed(1, { translates: [translate(1, '', { bid_markup_pts: -7, ask_markup_pts: 12 })] }),
  ])
  given.quote(1, 'EURUSD', '1.10000', '1.10010')
  t.equal(given.at(1), '109993 110022')
})

t.test(
  'markups that cross the prices, or a crossed quote they would mend, are refused',
  async (t) => {
    const markups = (bid_markup_pts: number, ask_markup_pts: number) => [
      feed(1, { translates: [translate(1, '', { bid_markup_pts, ask_markup_pts })] }),
    ]
    for (const [bid, ask, quotedBid, quotedAsk] of [
      [11, 0, '1.1', '1.1001'],
      [-110_000, 0, '1.1', '1.1001'],
      [-10, 10, '1.10002', '1.10001'],
    ] as const) {
      const given = new GivenPricer({ EURUSD: {} }, markups(bid, ask))
      given.quote(1, 'EURUSD', quotedBid, quotedAsk)
      t.same([given.at(1), given.pricer.refused], ['none', 1])
    }
    const given = new GivenPricer({ EURUSD: {} }, markups(10, 0))
    given.quote(1, 'EURUSD', '1.1', '1.1001')
    t.equal(given.at(1), '110010 110010', 'a spread of nothing is a market')
  },
)

t.test('a changed translate holds from the next quote, and a removed one too', async (t) => {
  const given = new GivenPricer({ EURUSD: {} }, [feed(1)])
  given.quote(1, 'EURUSD', '1.1', '1.3')
  given.feeds = [feed(1, { translates: [translate(1, 'X', { bid_markup_pts: 5 })] })]
  given.replace()
  given.quote(1, 'EURUSD', '1.2', '1.3')
  t.equal(given.at(1), '110000 130000')
  given.quote(1, 'X', '1.2', '1.3')
  t.equal(given.at(1), '120005 130000')
  given.feeds = [feed(1)]
  given.replace()
  given.quote(1, 'X', '1.21', '1.3')
  given.quote(1, 'EURUSD', '1.22', '1.3')
  t.equal(given.at(1), '122000 130000')
})

t.test('levels are those of the owner alone, and those that follow have them', async (t) => {
  const given = new GivenPricer({
    EURUSD: { contract_size: '1000' },
    GBPUSD: {},
    'EURUSD.m': { quote_source: 'Forex\\EURUSD', digits: 4 },
  })
  const level = (price: string, lots: string) => ({ price, lots })
  const sides = {
    bids: [level('1.10000', '1.5'), level('1.09980', '20'), level('x', '1'), level('1.0', '1')],
    asks: [level('1.10010', '3'), level('1.10050', '4'), level('1.10050', '5'), level('2', '6')],
  }
  given.quote(1, 'EURUSD', '1.1', '1.1001')
  for (const [feedId, symbol] of [
    [2, 'EURUSD'],
    [9, 'EURUSD'],
    [1, 'GBPUSD'],
    [1, 'NOSUCH'],
  ] as const) {
    given.pricer.depth(feedId, { symbol, ...sides }, given.now)
    t.same(
      [1, 2, 3].map((id) => given.board.depth.read(id)),
      [undefined, undefined, undefined],
    )
  }
  const at = given.now + 5
  const lot = 100_000_000
  for (const [counts, perLot] of [
    [undefined, 1],
    ['lots', 1],
    ['units', 1_000],
  ] as const) {
    const told = { symbol: 'EURUSD', ...sides, ...(counts === undefined ? {} : { counts }) }
    given.pricer.depth(1, told, at)
    const seen = (bid: number, ask: number) => ({
      bids: [
        { distance: 0, volume: (1.5 * lot) / perLot },
        { distance: bid, volume: (20 * lot) / perLot },
      ],
      asks: [
        { distance: 0, volume: (3 * lot) / perLot },
        { distance: ask, volume: (4 * lot) / perLot },
      ],
      at,
    })
    t.same(given.board.depth.read(1), seen(20, 40), counts ?? 'as it came')
    t.same(given.board.depth.read(3), seen(2, 4), 'in the digits of the one that follows')
  }
})

t.test('sizes in units are shown in lots, and what is no size as none', async (t) => {
  const given = new GivenPricer({ EURUSD: { contract_size: '100000' } })
  given.quote(1, 'EURUSD', '1.1', '1.3')
  const sizes = ['250000', '0', '-250000', 'x', '1e40']
  const bids = sizes.map((lots, n) => ({ price: `1.0${9 - n}`, lots }))
  given.pricer.depth(1, { symbol: 'EURUSD', bids, asks: [], counts: 'units' }, given.now)
  t.same(
    given.board.depth.read(1)?.bids.map(({ volume }) => volume),
    [250_000_000, 0, 0, 0, 0],
  )
})
