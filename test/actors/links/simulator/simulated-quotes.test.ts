import t from 'tap'
import { SimulatedBook } from '../../../../actors/links/simulator/simulated-book.js'
import { SIMULATED_INSTRUMENTS } from '../../../../actors/links/simulator/simulated-market.js'
import {
  SimulatedQuotes,
  SUBSCRIPTIONS_MAX,
  securityList,
} from '../../../../actors/links/simulator/simulated-quotes.js'
import { FixMessage, readFixMessage } from '../../../../wire/fix/codec/message.js'
import { type FixField, fieldsText, frameText } from '../../../../wire/fix/codec/write.js'

// Goal: each message about prices is whole, and tells what changed since the one before it.

type Levels = readonly (readonly [price: string, lots: string])[]

function message(type: string, fields: readonly FixField[]): FixMessage {
  const text = frameText(fieldsText([[35, type], ...fields]))
  const read = readFixMessage(Buffer.from(text, 'latin1'))
  if (!(read instanceof FixMessage)) throw new Error('a message that can be read')
  return read
}

const texts = (said: readonly (readonly [string, readonly FixField[]])[]): string[] =>
  said.map(([type, body]) => [type, ...body.map(([tag, value]) => `${tag}=${value}`)].join('|'))

function given() {
  const instrument = { base: 'EUR', quote: 'USD', digits: 5, spreadPts: 1, lot: 100_000 } as const
  const books = new Map(
    ['EURUSD', 'GBPUSD'].map((name) => [name, new SimulatedBook({ ...instrument, name })]),
  )
  const quotes = new SimulatedQuotes(books)
  const book = books.get('EURUSD') as SimulatedBook
  /** MarketDataRequest. */
  const ask = (id: string, kind: string, depth: string, names = ['EURUSD'], updates = '1') =>
    texts(
      quotes.asked(
        message('V', [
          [262, id],
          [263, kind],
          [264, depth],
          [265, updates],
          [267, '2'],
          [269, '0'],
          [269, '1'],
          [146, String(names.length)],
          ...names.map((name): FixField => [55, name]),
        ]),
      ),
    )
  const changed = (hasRoom = true) => texts(quotes.changed(book, book.changes(), hasRoom))
  const refill = (low: Levels, high: Levels, hasRoom = true) => {
    const [bids = [], asks = []] = [low, high].map((levels) =>
      levels.map(([price, lots]) => ({ price, lots })),
    )
    book.refill({ symbol: 'EURUSD', bids, asks })
    return changed(hasRoom)
  }
  const low: Levels = [
    ['1.17', '1'],
    ['1.16', '2.5'],
  ]
  refill(low, [['1.18', '3']])
  return { quotes, book, ask, changed, refill, low }
}

const BIDS = '269=0|278=bid0|270=1.17000|271=100000|269=0|278=bid1|270=1.16000|271=250000'
const ASK = '269=1|278=ask0|270=1.18000|271=300000'

t.test('a book is told whole first, and then each level that changes', async (t) => {
  const { book, ask, changed, refill, low } = given()
  t.same(ask('q', '1', '0'), [`W|262=q|55=EURUSD|268=3|${BIDS}|${ASK}`])
  t.same(changed(), [], 'nothing changed')
  t.same(refill(low, [['1.18', '4']]), [
    'X|262=q|268=1|279=1|269=1|278=ask0|55=EURUSD|270=1.18000|271=400000',
  ])
  book.take('ask', 10n ** 8n, () => true)
  t.same(changed(), ['X|262=q|268=1|279=1|269=1|278=ask0|55=EURUSD|270=1.18000|271=399999'])
  t.equal(book.move(117_001, 118_001), true)
  t.same(changed(), [
    'X|262=q|268=2|279=1|269=0|278=bid0|55=EURUSD|270=1.17001|271=100000|' +
      '279=1|269=1|278=ask0|55=EURUSD|270=1.18001|271=399999',
  ])
  t.equal(book.move(115_000, 118_001), true, 'what would stand before it stands at the end')
  t.same(changed(), [
    'X|262=q|268=2|279=1|269=0|278=bid0|55=EURUSD|270=1.15000|271=100000|' +
      '279=1|269=0|278=bid1|55=EURUSD|270=1.13999|271=250000',
  ])
  t.same(refill([], []), [
    'X|262=q|268=3|279=2|269=0|278=bid0|55=EURUSD|279=2|269=0|278=bid1|55=EURUSD|' +
      '279=2|269=1|278=ask0|55=EURUSD',
  ])
  t.equal(book.move(115_000, 118_001), false, 'there is nothing to go on from')
  t.same(refill([['1.17', '1']], []), [
    'X|262=q|268=1|279=0|269=0|278=bid0|55=EURUSD|270=1.17000|271=100000',
  ])
  t.same(ask('later', '0', '0'), [
    'W|262=later|55=EURUSD|268=1|269=0|278=bid0|270=1.17000|271=100000',
  ])
  t.same(
    refill([['1.17', '2']], []),
    ['X|262=q|268=1|279=1|269=0|278=bid0|55=EURUSD|270=1.17000|271=200000'],
    'who asked once is told of no change',
  )
})

t.test('a best price that comes to the one behind it takes its place', async (t) => {
  const { book, refill, low } = given()
  refill(low, [
    ['1.18', '3'],
    ['1.19', '4'],
  ])
  t.equal(book.move(116_000, 119_000), true)
  const prices = (side: 'bid' | 'ask') => book.levels(side).map(({ name, price }) => [name, price])
  const sides = [
    [0, 116_000],
    [1, 115_000],
  ]
  const asks = [
    [0, 119_000],
    [1, 120_000],
  ]
  t.same([prices('bid'), prices('ask')], [sides, asks], 'and goes on behind it')
})

t.test('who asks for the best prices is told of them under one name', async (t) => {
  const { quotes, book, ask, changed, refill } = given()
  const best = '269=0|278=bid0|270=1.17000|271=100000'
  t.same(ask('q', '1', '1'), [`W|262=q|55=EURUSD|268=2|${best}|${ASK}`])
  book.take('bid', 100_000n * 10n ** 8n, () => true)
  t.same(changed(), ['X|262=q|268=1|279=1|269=0|278=bid0|55=EURUSD|270=1.16000|271=250000'])
  t.same(refill([['1.16', '2']], [['1.18', '3']]), [
    'X|262=q|268=1|279=1|269=0|278=bid0|55=EURUSD|270=1.16000|271=200000',
  ])
  refill([['1.16', '2.5']], [['1.18', '3']])
  t.same(
    refill(
      [
        ['1.16', '2.5'],
        ['1.15', '9'],
      ],
      [
        ['1.18', '3'],
        ['1.19', '1'],
      ],
    ),
    [],
  )
  t.same(refill([], [['1.18', '3']]), ['X|262=q|268=1|279=2|269=0|278=bid0|55=EURUSD'])
  t.same(
    refill(
      [],
      [
        ['1.18', '3'],
        ['1.2', '1'],
      ],
    ),
    [],
    'there was none before',
  )
  t.same(refill([['1.16', '1']], [['1.18', '3']]), [
    'X|262=q|268=1|279=0|269=0|278=bid0|55=EURUSD|270=1.16000|271=100000',
  ])
  t.same(refill([], [['1.18', '3']], false), [])
  t.same(texts(quotes.caughtUp()), [`W|262=q|55=EURUSD|268=1|${ASK}`])
  t.same(refill([['1.16', '1']], [['1.18', '3']]), [
    'X|262=q|268=1|279=0|269=0|278=bid0|55=EURUSD|270=1.16000|271=100000',
  ])
})

t.test('who is behind is told of the book as a whole when there is room again', async (t) => {
  const { quotes, ask, refill, low } = given()
  ask('changes', '1', '0')
  ask('whole', '1', '0', ['EURUSD'], '0')
  const book = `55=EURUSD|268=3|${BIDS}|${ASK}`
  t.same(texts(quotes.caughtUp()), [])
  t.same(refill(low, [['1.18', '3']]), [`W|262=whole|${book}`])
  t.same(refill(low, [['1.19', '3']], false), [])
  t.same(refill(low, [['1.18', '3']], false), [])
  t.same(texts(quotes.caughtUp()), [`W|262=changes|${book}`, `W|262=whole|${book}`])
  t.same(texts(quotes.caughtUp()), [])
  refill(low, [['1.19', '3']], false)
  t.same(refill(low, [['1.18', '3']]), [`W|262=changes|${book}`, `W|262=whole|${book}`])
  t.same(refill(low, [['1.18', '4']]).length, 2)
})

t.test('what is asked wrongly is refused, with its reason, and leaves nothing', async (t) => {
  const { ask, changed, refill } = given()
  const refusal = (id: string, code: string, text: string) => [`Y|262=${id}|281=${code}|58=${text}`]
  const long = 'x'.repeat(65)
  t.same(ask(long, '1', '0'), refusal(long, '1', 'the MDReqID is too long'))
  t.same(ask('q', '3', '0'), refusal('q', '4', 'unknown kind'))
  t.same(ask('q', '1', '2'), refusal('q', '5', 'Market Depth is 0, 1 or 5 here'))
  const untraded = refusal('q', '0', 'this symbol is not traded here')
  t.same(ask('q', '1', '0', ['EURUSD', 'NOPE']), untraded)
  t.same(refill([], []), [])
  t.equal(ask('x'.repeat(64), '1', '5', ['EURUSD', 'GBPUSD']).length, 2)
  t.same(ask('x'.repeat(64), '0', '0'), refusal('x'.repeat(64), '1', 'this MDReqID is in use'))
  t.equal(refill([['1.17', '1']], []).length, 1)
  t.same(ask('x'.repeat(64), '2', '5'), [])
  t.same(refill([['1.18', '1']], []), [], 'it has left')
  t.same(ask('nobody', '2', '0'), [])
  t.same(changed(), [])
})

t.test('so many subscriptions are one session’s, and one that leaves makes room', async (t) => {
  const { ask } = given()
  for (let n = 0; n < SUBSCRIPTIONS_MAX - 1; n++) ask(`q${n}`, '1', '1')
  const two = ['EURUSD', 'GBPUSD']
  const full = ['Y|262=more|281=2|58=at most 256 subscriptions']
  t.same(ask('more', '1', '1', two), full)
  t.equal(ask('more', '1', '1').length, 1)
  t.same(ask('more', '2', '1'), [])
  t.same(ask('q0', '2', '1'), [])
  t.equal(ask('more', '1', '1', two).length, 2)
  t.same(ask('again', '1', '1').length, 1)
  t.match(ask('again', '1', '1'), [/^Y/])
})

t.test('the list has all that is traded', async (t) => {
  const [type, body] = securityList(message('x', [[320, 'l']]))
  const [head, first] = [body.slice(0, 4), body.slice(4, 10)]
  t.equal(type, 'y')
  t.same(head, [
    [320, 'l'],
    [322, 'l'],
    [560, '0'],
    [146, '12'],
  ])
  t.same(first, [
    [55, 'EURUSD'],
    [231, '100000'],
    [107, 'EUR against USD'],
    [969, '0.00001'],
    [15, 'USD'],
    [1_008, '5'],
  ])
  t.equal(body.length, 4 + 6 * SIMULATED_INSTRUMENTS.length)
})
