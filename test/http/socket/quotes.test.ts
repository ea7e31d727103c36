import t from 'tap'
import { PriceBoard } from '../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits.js'
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
  const { quotes, reader, price } = given({ symbols })
  const [slow, other] = [reader(), reader()]
  const ids = Array.from({ length: MANY }, (_, n) => first + n)
  for (const id of ids) price(id, 100_000, 100_010)
  quotes.subscribe(slow, ids)
  quotes.subscribe(other, [first])
  t.equal(slow.heard().length, MANY)
  slow.waits = SOCKET_BEHIND_BYTES + 1
  quotes.setBehind(slow)
  t.equal(slow.topics.size, 0)
  for (const id of ids.toReversed()) price(id, 100_001, 100_011)
  price(first, 100_002, 100_012)
  t.same(slow.heard(), [])
  t.equal(other.heard().length, 3, 'another hears each move')
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
  t.same(
    heard.map((one) => one.split(' ').slice(0, 3).join(' ')),
    [...expected.map((id) => `S${id - first} 1.00001 1.00011`), 'S0 1.00002 1.00012'],
  )
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
