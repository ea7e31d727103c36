import t from 'tap'
import { Pricer, symbolsToAsk } from '../../../../actors/links/pricing/pricer.js'
import { PRICE_BOARD_BYTES, PriceBoard } from '../../../../actors/shared/price-board.js'
import { compileBook } from '../../../../engine/book/book.js'
import { bookRecords, feedRecord } from '../feeds/given-feed.js'

const TAKEOVER_MS = 10_000
const BOOK = compileBook(
  bookRecords([
    ['Forex\\EURUSD', 5],
    ['Forex\\USDJPY', 3],
    ['Metals\\XAUUSD', 2],
  ]),
)

function pricing(feeds = [feedRecord()], book = BOOK) {
  const board = new PriceBoard(new SharedArrayBuffer(PRICE_BOARD_BYTES))
  let moves = 0
  const pricer = new Pricer(board, TAKEOVER_MS, () => {
    moves++
  })
  pricer.replaceBook(book, feeds)
  const at = (id: number): string => {
    const quote = board.quote(id)
    return quote === undefined ? 'none' : `${quote.bid} ${quote.ask} @${quote.at}`
  }
  return { board, pricer, at, moves: () => moves }
}

t.test('a quote reaches the board in points of its symbol', async (t) => {
  const { pricer, at } = pricing()
  pricer.quote(1, 'EURUSD', '1.1', '1.10005', 7)
  pricer.quote(1, 'USDJPY', '150.1234', '150.1235', 8)
  t.equal(at(1), '110000 110005 @7')
  t.equal(at(2), '150123 150124 @8')
  t.equal(at(3), 'none')
})

t.test('what is no market never reaches the board', async (t) => {
  const { pricer, at } = pricing()
  const rows = [
    ['0', '1'],
    ['-1', '1'],
    ['1', '0'],
    ['1.2', '1.1'],
    ['x', '1'],
    ['1', ''],
    ['1e3', '2e3'],
    ['0.000001', '1'],
    ['99999999999999999999', '99999999999999999999'],
  ]
  for (const [bid, ask] of rows) pricer.quote(1, 'EURUSD', bid as string, ask as string, 1)
  t.equal(at(1), 'none')
  t.equal(pricer.refused, rows.length)
  pricer.quote(1, 'EURUSD', '1.1', '1.1', 1)
  t.equal(at(1), '110000 110000 @1')
})

t.test('the front is told once until it has looked', async (t) => {
  const { pricer, board, moves } = pricing()
  pricer.quote(1, 'EURUSD', '1.1', '1.2', 1)
  pricer.quote(1, 'USDJPY', '150', '151', 1)
  pricer.quote(1, 'EURUSD', '1.1', '1.3', 2)
  t.equal(moves(), 1)
  const moved: number[] = []
  board.takeMoved((id) => moved.push(id))
  t.same(moved, [1, 2])
  pricer.quote(1, 'EURUSD', '1.1', '1.3', 3)
  t.equal(moves(), 2)
})

t.test('masks and the book decide what is taken', async (t) => {
  const { pricer, at } = pricing([feedRecord({ symbols: ['*', '!*JPY'] })])
  pricer.quote(1, 'USDJPY', '150', '151', 1)
  pricer.quote(1, 'NOSUCH', '150', '151', 1)
  pricer.quote(9, 'EURUSD', '1', '2', 1)
  pricer.quote(1, 'XAUUSD', '4000', '4001', 1)
  t.same([at(1), at(2), at(3)], ['none', 'none', '400000 400100 @1'])
})

t.test('a new book adds and removes symbols and feeds', async (t) => {
  const { pricer, at } = pricing()
  pricer.quote(1, 'GBPUSD', '1.3', '1.4', 1)
  const records = bookRecords(
    [
      ['Forex\\OTHER', 5],
      ['Forex\\USDJPY', 2],
      ['Metals\\XAUUSD', 2],
      ['Forex\\GBPUSD', 5],
    ],
    2,
  )
  pricer.replaceBook(compileBook(records), [feedRecord({ id: 2 })])
  pricer.quote(1, 'GBPUSD', '1.3', '1.4', 2)
  t.equal(at(4), 'none', 'the feed is gone')
  pricer.quote(2, 'GBPUSD', '1.3', '1.4', 3)
  pricer.quote(2, 'EURUSD', '1.3', '1.4', 3)
  pricer.quote(2, 'USDJPY', '150.123', '150.126', 3)
  t.same([at(1), at(2), at(4)], ['none', '15012 15013 @3', '130000 140000 @3'])
})

t.test(
  'the first feed of the list has a symbol; the next takes over when it is silent',
  async (t) => {
    const { pricer, at } = pricing([
      feedRecord({ id: 3, priority: 2 }),
      feedRecord({ id: 5, priority: 1 }),
    ])
    pricer.quote(3, 'EURUSD', '1', '2', 1_000)
    t.equal(at(1), '100000 200000 @1000', 'whoever comes first is heard')
    pricer.quote(5, 'EURUSD', '1.1', '2', 2_000)
    pricer.quote(3, 'EURUSD', '1.2', '2', 2_000 + TAKEOVER_MS - 1)
    t.equal(at(1), '110000 200000 @2000')
    pricer.quote(3, 'EURUSD', '1.2', '2', 2_000 + TAKEOVER_MS)
    t.equal(at(1), `120000 200000 @${2_000 + TAKEOVER_MS}`)
    pricer.quote(5, 'EURUSD', '1.3', '2', 20_000)
    pricer.quote(3, 'EURUSD', '1.4', '2', 20_001)
    t.equal(at(1), '130000 200000 @20000', 'the owner takes it back')
  },
)

t.test('symbols beyond the board are left out and named', async (t) => {
  const { pricer } = pricing()
  const records = bookRecords([['Forex\\EURUSD', 5]])
  const far = records.symbols.map((symbol) => ({ ...symbol, id: 16_384 }))
  t.same(pricer.replaceBook(compileBook({ ...records, symbols: far }), [feedRecord()]), ['EURUSD'])
  pricer.quote(1, 'EURUSD', '1.1', '1.2', 1)
})

t.test('a provider is asked for the names its masks take, or for everything', async (t) => {
  t.equal(symbolsToAsk(BOOK, feedRecord({ symbols: ['*'] })), undefined)
  t.equal(symbolsToAsk(BOOK, feedRecord({ symbols: ['!EURUSD', '*'] })), undefined)
  t.same(symbolsToAsk(BOOK, feedRecord({ symbols: ['*', '!EUR*'] })), ['USDJPY', 'XAUUSD'])
  t.equal(symbolsToAsk(BOOK, feedRecord({ symbols: [] })), undefined)
  const many = compileBook(
    bookRecords(
      Array.from({ length: 3_000 }, (_, i) => [`LONG-NAME-OF-A-SYMBOL-${i}`, 5] as const),
    ),
  )
  const asked = (symbols: readonly string[]) => symbolsToAsk(many, feedRecord({ symbols }))
  t.equal(asked(['*', '!*-SYMBOL-7'])?.length, undefined, 'more than fit one line')
  t.same(
    asked(['*-SYMBOL-2', '*-SYMBOL-7']),
    [2, 7].map((n) => `LONG-NAME-OF-A-SYMBOL-${n}`),
  )
  const odd = compileBook(
    bookRecords([
      ['A;B\r\nC', 5],
      ['EURUSD', 5],
    ]),
  )
  t.same(
    symbolsToAsk(odd, feedRecord({ symbols: ['*', '!X'] })),
    ['EURUSD'],
    'only names DDE can say',
  )
})
