import t from 'tap'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import type { LibrarySocket } from '../../../http/socket/connection.js'
import { Quotes } from '../../../http/socket/quotes.js'
import { QuoteReader } from '../../../http/socket/topics.js'
import type { SocketCodec } from '../../../wire/frame/socket-frame.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { type BookChanges, EURUSD as EURUSD_RECORD, givenBook, HEDGING } from '../../given/book.js'

// Readers in the topics of a library that delivers at once.

const EURUSD = 1
const USDJPY = 2
const GBPUSD = 3
const NETTING = 'demo\\netting'
const MANY = 1000

interface Quote {
  readonly s: string
  readonly b: string
  readonly a: string
  readonly o?: string | null
}

class Reader extends QuoteReader {
  readonly quotes: Quote[] = []
  readonly topics = new Set<string>()
  group: string | null
  waits = 0
  mid = false

  constructor(group: string | null = null, codec: SocketCodec = 'json') {
    super(1, codec, '', { kind: 'live', session: {} as never }, 0)
    this.group = group
    this.ws = {
      send: (frame: Uint8Array) => this.hear(frame),
      subscribe: (topic: string) => this.topics.add(topic),
      unsubscribe: (topic: string) => this.topics.delete(topic),
      getBufferedAmount: () => this.waits,
      cork: (run: () => void) => run(),
    } as unknown as LibrarySocket
  }

  override groupFor(): string | null {
    return this.group
  }

  override get isMidReply(): boolean {
    return this.mid
  }

  hear(frame: Uint8Array): void {
    const { event, data } = JSON.parse(Buffer.from(frame).toString('utf8'))
    if (event !== 'quote') throw new Error(`${event} is no quote`)
    this.quotes.push(data)
  }

  /** What came since it was asked last: symbol, bid and ask, and `+` where the day is told. */
  heard(): string[] {
    const told = this.quotes.splice(0)
    return told.map((quote) => `${quote.s} ${quote.b} ${quote.a}${'o' in quote ? ' +' : ''}`)
  }
}

function given(changes: BookChanges = {}) {
  const clock = new ManualClock()
  const board = new PriceBoard(createSharedBuffers().board)
  const quotes = new Quotes(board, givenBook(changes), clock)
  const readers: Reader[] = []
  const published: [topic: string, isBinary: boolean | undefined][] = []
  quotes.attach({
    publish: (topic, frame, isBinary) => {
      published.push([topic as string, isBinary])
      for (const reader of readers) {
        if (reader.topics.has(topic as string)) reader.hear(frame as Uint8Array)
      }
      return true
    },
  })
  const reader = (group?: string): Reader => {
    const made = new Reader(group)
    readers.push(made)
    return made
  }
  const price = (symbolId: number, bid: number, ask: number): void => {
    board.write(symbolId, bid, ask, clock.now())
    quotes.moved()
  }
  return { clock, board, quotes, reader, price, published }
}

/** The two groups with these differences of EURUSD, or without any. */
function spreads(hedging: number, netting: number): BookChanges {
  const row = (spread_diff_pts: number) => ({ symbols: [{ mask: 'EURUSD', spread_diff_pts }] })
  return { groups: { [HEDGING]: row(hedging), [NETTING]: row(netting) } as never }
}

t.test('a reader that has read hears what it missed in its order, in parts, none twice', (t) => {
  const symbols: Record<string, Partial<SymbolRecord>> = {}
  const first = 100
  for (let n = 0; n < MANY; n++) {
    symbols[`S${n}`] = { ...EURUSD_RECORD, id: first + n, path: `Many\\S${n}` }
  }
  const { quotes, reader, price, clock } = given({ symbols })
  const [slow, other] = [reader(), reader()]
  const ids = Array.from({ length: MANY }, (_, n) => first + n)
  for (const id of ids) price(id, 100_000, 100_010)
  quotes.subscribe(slow, ids)
  quotes.subscribe(other, [first])
  t.equal(slow.heard().length, MANY)
  slow.waits = SOCKET_BEHIND_BYTES + 1
  quotes.setBehind(slow)
  t.equal(slow.topics.size, 0)
  // The day is told with the first move alone: the last symbol to be told of moved first.
  clock.advance(1000)
  for (const id of [first, ...ids.toReversed()]) price(id, 100_001, 100_011)
  price(first, 100_002, 100_012)
  t.same(slow.heard(), [])
  t.equal(other.heard().length, 4, 'another hears each move')
  slow.waits = 1
  quotes.drained(slow)
  t.same(slow.heard(), [], 'not before it has read all')
  slow.waits = 0
  slow.mid = true
  quotes.drained(slow)
  t.same([slow.heard(), slow.topics.size], [[], 0], 'nor in the middle of a reply')
  slow.mid = false
  const heard: string[] = []
  const parts: number[] = []
  for (let n = 0; n < MANY && quotes.behind > 0; n++) {
    quotes.drained(slow)
    const part = slow.heard()
    parts.push(part.length)
    heard.push(...part)
  }
  t.ok(parts.length > 1 && parts.every((count) => count > 100), `${parts}`)
  const expected = ids.slice(1).toReversed()
  t.same(heard, [
    ...expected.map((id) => `S${id - first} 1.00001 1.00011 +`),
    'S0 1.00002 1.00012 +',
  ])
  t.equal(slow.topics.size, MANY)
  price(first, 100_003, 100_013)
  t.same(slow.heard(), ['S0 1.00003 1.00013'])
  t.end()
})

t.test('who hears no more of a symbol at a rate is not brought back by its group', (t) => {
  const { quotes, reader, price, clock } = given(spreads(0, 4))
  const one = reader(HEDGING)
  price(EURUSD, 110_000, 110_010)
  quotes.subscribe(one, [EURUSD, USDJPY], 2)
  t.same(one.heard(), ['EURUSD 1.10000 1.10010 +'])
  quotes.unsubscribe(one, [EURUSD])
  t.equal(quotes.topics, 1)
  one.group = NETTING
  quotes.regroup(one)
  clock.advance(2000)
  t.same(one.heard(), [])
  t.equal(quotes.topics, 1, 'the symbol that it did not leave')
  quotes.unsubscribe(one, [EURUSD, USDJPY])
  quotes.unsubscribe(one, [USDJPY])
  t.equal(quotes.topics, 0)
  t.end()
})

t.test('readers follow their groups and the rows of these, with a rate and without', (t) => {
  const { quotes, reader, price, clock, published } = given()
  const [plain, paced, listed] = [reader(HEDGING), reader(HEDGING), reader()]
  price(EURUSD, 110_000, 110_010)
  for (const one of [plain, listed]) quotes.subscribe(one, [EURUSD])
  quotes.subscribe(paced, [EURUSD], 10)
  const all = [plain, paced, listed]
  const heard = () => all.map((one) => one.heard())
  t.same(heard(), [
    ['EURUSD 1.10000 1.10010 +'],
    ['EURUSD 1.10000 1.10010 +'],
    ['EURUSD 1.10000 1.10010 +'],
  ])
  quotes.setBook(givenBook({ ...spreads(6, 2), version: 2 }))
  t.same(heard(), [['EURUSD 1.09997 1.10013 +'], ['EURUSD 1.09997 1.10013 +'], []])
  t.same([...plain.topics, ...listed.topics], ['q1:6', 'q1'])
  const same = givenBook({ ...spreads(6, 2), version: 3 })
  quotes.setBook(same)
  quotes.setBook(same)
  t.same(heard(), [[], [], []], 'the rows are those of before')
  plain.group = NETTING
  paced.group = NETTING
  quotes.regroup(plain)
  quotes.regroup(paced)
  t.same(heard(), [['EURUSD 1.09999 1.10011 +'], ['EURUSD 1.09999 1.10011 +'], []])
  published.length = 0
  clock.advance(1000)
  price(EURUSD, 110_001, 110_011)
  t.same(heard(), [['EURUSD 1.10000 1.10012 +'], [], ['EURUSD 1.10001 1.10011 +']])
  t.same(published, [
    ['q1', false],
    ['q1:2', false],
  ])
  clock.advance(99)
  t.same(paced.heard(), ['EURUSD 1.10000 1.10012 +'])
  quotes.setBook(givenBook({ version: 4 }))
  t.same(heard(), [['EURUSD 1.10001 1.10011 +'], ['EURUSD 1.10001 1.10011 +'], []], 'none has any')
  for (const one of all) quotes.leave(one)
  t.equal(quotes.topics, 0)
  t.same([...plain.topics, ...paced.topics, ...listed.topics], [])
  t.end()
})

t.test('a reader that leaves one of its symbols still follows its group with the others', (t) => {
  const { quotes, reader, price } = given()
  const one = reader(HEDGING)
  price(EURUSD, 110_000, 110_010)
  quotes.subscribe(one, [EURUSD, GBPUSD])
  quotes.subscribe(one, [USDJPY], 10)
  quotes.unsubscribe(one, [GBPUSD])
  one.heard()
  quotes.setBook(givenBook({ ...spreads(6, 2), version: 2 }))
  t.same(one.heard(), ['EURUSD 1.09997 1.10013 +'])
  t.end()
})

t.test('a symbol that is gone has no readers, and the next one is told as it is now', (t) => {
  const { quotes, reader, price } = given()
  const [plain, paced] = [reader(), reader()]
  quotes.subscribe(plain, [EURUSD, USDJPY, 99])
  quotes.subscribe(paced, [EURUSD, USDJPY], 50)
  const book = givenBook({ symbols: { USDJPY: { digits: 2 } }, version: 2 })
  const left = new Map([...book.symbolsById].filter(([id]) => id !== EURUSD))
  quotes.setBook({ ...book, symbolsById: left })
  t.equal(quotes.topics, 1)
  t.same(
    [[...(plain.symbols?.keys() ?? [])], [...(paced.paced?.keys() ?? [])]],
    [[USDJPY], [USDJPY]],
  )
  price(EURUSD, 110_000, 110_010)
  price(USDJPY, 15_012, 15_013)
  t.same(plain.heard(), ['USDJPY 150.12 150.13 +'])
  t.end()
})

t.test('the day is told in the prices of the group, and never below a point', (t) => {
  const { quotes, reader, price, clock } = given(spreads(6, 0))
  const one = reader(HEDGING)
  price(EURUSD, 10, 20)
  price(EURUSD, 2, 12)
  price(EURUSD, 9, 19)
  quotes.subscribe(one, [EURUSD, GBPUSD])
  const bids = { o: '0.00007', h: '0.00007', l: '0.00001', c: null }
  const at = new Date(clock.now()).toISOString()
  const quote = { s: 'EURUSD', b: '0.00006', a: '0.00022', t: at, ...bids }
  t.strictSame(one.quotes, [quote], 'and a symbol without a price has no quote')
  t.end()
})

t.test('a socket that is closed subscribes to nothing, and one that leaves owes nothing', (t) => {
  const { quotes, reader, price, clock } = given()
  const [closed, left] = [reader(), reader()]
  closed.ws = null
  quotes.subscribe(closed, [EURUSD])
  t.equal(quotes.topics, 0)
  left.waits = SOCKET_BEHIND_BYTES + 1
  left.latest = new Uint8Array(1)
  quotes.subscribe(left, [EURUSD])
  quotes.subscribe(left, [USDJPY], 10)
  t.same([quotes.behind, quotes.topics, left.topics.size], [1, 2, 0])
  quotes.leave(left)
  t.same([quotes.behind, quotes.topics, left.isBehind, left.latest], [0, 0, false, null])
  t.same(
    [left.symbols?.size, left.paced?.size, left.pacedOwed.size, left.unheard?.size],
    [0, 0, 0, 0],
  )
  left.waits = 0
  price(EURUSD, 110_000, 110_010)
  price(USDJPY, 150_000, 150_010)
  clock.advance(1000)
  quotes.scan()
  t.same(left.heard(), [])
  t.equal(clock.timers, 0, 'nothing is owed')
  t.end()
})

t.test(
  'a reader that is behind hears the newest of what it missed, and the day that is new',
  (t) => {
    const { quotes, reader, price, clock } = given()
    const slow = reader()
    quotes.subscribe(slow, [EURUSD])
    price(USDJPY, 150_000, 150_010)
    price(EURUSD, 110_000, 110_010)
    t.same(slow.heard(), ['EURUSD 1.10000 1.10010 +'])
    const missed = (run: () => void): string[] => {
      slow.waits = SOCKET_BEHIND_BYTES + 1
      quotes.setBehind(slow)
      run()
      t.same(slow.heard(), [])
      slow.waits = 0
      quotes.drained(slow)
      t.equal(quotes.behind, 0)
      return slow.heard()
    }
    t.same(
      missed(() => undefined),
      [],
      'it has had all',
    )
    t.same(
      missed(() => price(EURUSD, 110_000, 110_011)),
      ['EURUSD 1.10000 1.10011'],
    )
    clock.advance(1000)
    const raised = missed(() => {
      price(EURUSD, 110_020, 110_030)
      price(EURUSD, 110_010, 110_020)
    })
    t.same(raised, ['EURUSD 1.10010 1.10020 +'])
    const joined = missed(() => {
      price(EURUSD, 110_010, 110_021)
      quotes.subscribe(slow, [USDJPY, GBPUSD])
    })
    t.same(joined, ['USDJPY 150.000 150.010 +', 'EURUSD 1.10010 1.10021'])
    t.same(
      missed(() => quotes.subscribe(slow, [EURUSD])),
      ['EURUSD 1.10010 1.10021 +'],
      'asked for again',
    )
    const newest = missed(() => {
      const data = { s: 'LATEST', b: '1', a: '2' }
      slow.latest = Buffer.from(JSON.stringify({ event: 'quote', data }))
      price(EURUSD, 110_010, 110_022)
    })
    t.same([newest, slow.latest], [['LATEST 1 2', 'EURUSD 1.10010 1.10022'], null])
    t.end()
  },
)

t.test('who hears of no symbol any more is not looked at, and may be of another group', (t) => {
  const { quotes, reader, price } = given(spreads(0, 4))
  const [plain, paced, other] = [reader(), reader(), reader()]
  quotes.subscribe(plain, [EURUSD])
  quotes.subscribe(paced, [EURUSD], 10)
  quotes.subscribe(other, [EURUSD])
  for (const one of [plain, paced]) {
    quotes.unsubscribe(one, [EURUSD])
    one.waits = SOCKET_BEHIND_BYTES + 1
  }
  price(EURUSD, 110_000, 110_010)
  quotes.scan()
  t.equal(quotes.behind, 0)
  quotes.regroup(reader(NETTING))
  t.equal(quotes.topics, 1)
  t.end()
})

t.test('readers follow a change of the groups alone, and one of the symbols alone', (t) => {
  const { quotes, reader, price } = given()
  const one = reader(HEDGING)
  price(EURUSD, 110_000, 110_010)
  quotes.subscribe(one, [EURUSD])
  one.heard()
  const before = givenBook()
  const spread = givenBook({ ...spreads(6, 0), version: 2 })
  quotes.setBook(before)
  quotes.setBook({ ...spread, symbolsById: before.symbolsById })
  t.same(one.heard(), ['EURUSD 1.09997 1.10013 +'])
  const renamed = givenBook({ symbols: { EURUSD: { path: 'Forex\\EURUSD2' } } })
  quotes.setBook({ ...spread, symbolsById: renamed.symbolsById })
  t.same(one.heard(), ['EURUSD2 1.10000 1.10010 +'], 'its row fits another name')
  t.end()
})

t.test(
  'each figure of the day is told when it is another, to those who had the one before',
  (t) => {
    const { quotes, reader, price, clock } = given()
    const [one, late] = [reader(), reader()]
    quotes.subscribe(one, [EURUSD, USDJPY])
    price(USDJPY, 150_000, 150_010)
    price(EURUSD, 110_000, 110_010)
    t.same(one.heard(), ['USDJPY 150.000 150.010 +', 'EURUSD 1.10000 1.10010 +'])
    const told = (bid: number): string[] => {
      clock.advance(1000)
      price(EURUSD, bid, bid + 10)
      return one.heard()
    }
    t.same(told(109_990), ['EURUSD 1.09990 1.10000 +'], 'the low')
    t.same(told(110_010), ['EURUSD 1.10010 1.10020 +'], 'the high')
    t.same(told(110_000), ['EURUSD 1.10000 1.10010'])
    t.same(told(110_020), ['EURUSD 1.10020 1.10030 +'])
    price(EURUSD, 110_030, 110_040)
    quotes.subscribe(late, [EURUSD])
    quotes.scan()
    t.same([one.heard(), late.heard()], [['EURUSD 1.10030 1.10040'], ['EURUSD 1.10030 1.10040 +']])
    clock.advance(999)
    quotes.scan()
    t.same(one.heard(), [], 'within the second')
    clock.advance(1)
    quotes.scan()
    quotes.scan()
    t.same(one.heard(), ['EURUSD 1.10030 1.10040 +'], 'a second after the one before')
    clock.advance(86_400_000)
    price(USDJPY, 150_000, 150_010)
    const [next] = one.quotes
    t.match(next, { s: 'USDJPY', o: '150.000', h: '150.000', l: '150.000', c: '150.000' })
    t.end()
  },
)

t.test('no timer runs for what is owed of a symbol once its reader has left it', (t) => {
  const { quotes, reader, price, clock } = given()
  const one = reader()
  price(EURUSD, 110_000, 110_010)
  quotes.subscribe(one, [EURUSD], 1)
  price(EURUSD, 110_001, 110_011)
  quotes.unsubscribe(one, [EURUSD])
  clock.advance(10)
  t.equal(clock.timers, 0)
  t.end()
})

t.test('each symbol of a reader has its own rate, whichever moved first', (t) => {
  const { quotes, reader, price, clock } = given()
  const one = reader()
  for (const bid of [150_000, 150_010]) price(USDJPY, bid, bid + 10)
  price(EURUSD, 110_000, 110_010)
  quotes.subscribe(one, [EURUSD], 1)
  quotes.subscribe(one, [USDJPY], 50)
  t.equal(one.heard().length, 2)
  price(EURUSD, 110_000, 110_011)
  price(USDJPY, 150_000, 150_011)
  clock.advance(19)
  t.same(one.heard(), [])
  clock.advance(1)
  t.same(one.heard(), ['USDJPY 150.000 150.011'])
  clock.advance(979)
  t.same(one.heard(), [])
  clock.advance(1)
  t.same(one.heard(), ['EURUSD 1.10000 1.10011'])
  t.equal(clock.timers, 0, 'nothing is owed')
  t.end()
})
