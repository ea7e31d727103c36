import t from 'tap'
import { PriceBoard } from '../../../../actors/shared/price-board.js'
import { createSharedBuffers } from '../../../../actors/shared/shared-state.js'
import { refuse } from '../../../../engine/code.js'
import {
  DEPTHS_MAX,
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  SOCKET_BULK_BYTES_MAX,
} from '../../../../engine/limits/sockets.js'
import type { LiveSession } from '../../../../http/sessions/live-session.js'
import type { LibrarySocket } from '../../../../http/socket/connection.js'
import { Depths } from '../../../../http/socket/depths.js'
import { Quotes } from '../../../../http/socket/quotes.js'
import { marketOps } from '../../../../http/socket/staff/market-ops.js'
import { StaffConnection } from '../../../../http/socket/staff/staff-connection.js'
import type { StaffRequest } from '../../../../http/socket/staff/staff-op.js'
import { jsonOf } from '../../../../wire/answer/json-parts.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'
import { type BookChanges, givenBook, HEDGING, NETTING } from '../../../given/book.js'

// The market's operations over the prices of a board, for one socket that reads at once.

const EURUSD = 1
const USDJPY = 2

/** The netting group has wider prices. */
function wider(points: number, changes: BookChanges = {}) {
  const symbols = [{ mask: '*', spread_diff_pts: points }]
  return givenBook({ ...changes, groups: { [NETTING]: { symbols } as never } })
}

function given() {
  const clock = new ManualClock()
  const board = new PriceBoard(createSharedBuffers().board)
  let book = wider(4)
  const quotes = new Quotes(board, book, clock)
  const depths = new Depths(board, book, clock)
  const failures: unknown[] = []
  const market = {
    symbols: async (): Promise<unknown> => ({ ok: true, value: jsonOf([]) }),
    candles: async (): Promise<unknown> => refuse('trade.symbol_unknown', 'none'),
    failed: (error: unknown) => failures.push(error),
  }
  const bounded: unknown[] = []
  const sockets = { boundBacklog: (connection: unknown) => bounded.push(connection) }
  const family = marketOps({
    prices: { quotes, depths },
    market: market as never,
    book: () => book,
  })
  const ops = family(sockets as never)
  const session = { login: 7, groupScope: ['*'], rights: new Set(['accounts.view']) }
  const live = { kind: 'live', session: session as unknown as LiveSession } as const
  const connection = new StaffConnection(1, 'json', '', live, 0)
  const told: { readonly event?: string; readonly data: Record<string, unknown> }[] = []
  const library = new Set<string>()
  let unsent = 0
  connection.ws = {
    send: (frame: Uint8Array) => told.push(JSON.parse(Buffer.from(frame).toString('utf8'))),
    subscribe: (topic: string) => library.add(topic),
    unsubscribe: (topic: string) => library.delete(topic),
    getBufferedAmount: () => unsent,
    cork: (run: () => void) => run(),
  } as unknown as LibrarySocket
  return {
    clock,
    quotes,
    depths,
    market,
    failures,
    bounded,
    ops,
    session,
    connection,
    library,
    /** The answer of an operation; its frames are among what is heard. */
    ask: (op: string, args: object) => {
      const request = { id: 'a', op, args, sizeBytes: 100, connection, session }
      return ops.ops[op]?.run(request as unknown as StaffRequest)
    },
    price: (id: number, bid: number, ask: number) => {
      board.write(id, bid, ask, clock.now())
      quotes.moved()
    },
    setBook: (next: typeof book) => {
      book = next
      quotes.setBook(book)
      depths.setBook(book)
    },
    waits: (bytes: number) => {
      unsent = bytes
    },
    heard: () => told.splice(0),
    review: () => ops.enter?.(connection, session as unknown as LiveSession),
    viewed: () => [...connection.viewed],
  }
}

type Given = ReturnType<typeof given>

/** Of what was heard: replies, the bids of quotes and depths, and events. */
function short({ heard }: Given): string[] {
  return heard().map((frame) => {
    const { event, data } = frame
    const { s, b, symbol, bids } = (data ?? {}) as Record<string, string>
    const [best] = (bids ?? []) as unknown as { price: string }[]
    const [name, bid] = bids === undefined ? [s, b] : [symbol, best?.price]
    return [event ?? 'reply', name, bid].filter((part) => part !== undefined).join(' ')
  })
}

t.test('a symbol that is subscribed to as another group goes over, with its depth', (t) => {
  const front = given()
  front.price(EURUSD, 110_000, 110_010)
  const symbols = ['EURUSD']
  t.equal(front.ask('subscribe', { group: HEDGING, symbols, max_per_sec: 50 }), 'answered')
  t.equal(front.ask('depth', { group: HEDGING, symbol: 'EURUSD', subscribe: true }), 'answered')
  t.same(short(front), ['reply', 'quote EURUSD 1.10000', 'reply EURUSD 1.10000'])
  t.equal(front.bounded.length, 2, 'what waits for it is looked at')
  front.ask('depth', { group: 'DEMO\\netting', symbol: 'eurusd', subscribe: true })
  t.same(short(front), ['reply EURUSD 1.09998', 'quote EURUSD 1.09998'])
  t.same(front.viewed(), [[EURUSD, NETTING]])
  front.ask('subscribe', { group: HEDGING, symbols: ['USDJPY', 'EURUSD'] })
  front.clock.advance(100)
  t.same(short(front), [
    'quote EURUSD 1.10000',
    'reply',
    'quote EURUSD 1.10000',
    'depth EURUSD 1.10000',
  ])
  t.same(front.viewed(), [
    [EURUSD, HEDGING],
    [USDJPY, HEDGING],
  ])
  t.end()
})

t.test('a look at the depth leaves what is heard as it was, and is remembered by nobody', (t) => {
  const front = given()
  front.price(EURUSD, 110_000, 110_010)
  front.price(USDJPY, 150_000, 150_010)
  front.ask('subscribe', { group: HEDGING, symbols: ['EURUSD'] })
  front.ask('depth', { group: HEDGING, symbol: 'EURUSD', subscribe: true })
  front.heard()
  for (const symbol of ['EURUSD', 'USDJPY']) {
    front.ask('depth', { group: NETTING, symbol })
    t.same(front.viewed(), [[EURUSD, HEDGING]], symbol)
    front.ask('depth', { group: NETTING, symbol, subscribe: false })
  }
  const looks = ['EURUSD 1.09998', 'EURUSD 1.09998', 'USDJPY 149.998', 'USDJPY 149.998']
  t.same(
    short(front),
    looks.map((look) => `reply ${look}`),
  )
  t.same(front.viewed(), [[EURUSD, HEDGING]])
  front.setBook(wider(6, { version: 2 }))
  t.same(front.heard(), [])
  t.same([front.quotes.topics, front.depths.size], [1, 0])
  t.end()
})

t.test('a depth that is refused leaves what is heard of the symbol as it was', (t) => {
  const front = given()
  const symbols = Object.fromEntries(
    Array.from({ length: DEPTHS_MAX }, (_, n) => [`M${n}`, { id: 100 + n, path: `Many\\M${n}` }]),
  )
  front.setBook(wider(4, { symbols, version: 2 }))
  front.price(EURUSD, 110_000, 110_010)
  for (const symbol of Object.keys(symbols)) {
    front.ask('depth', { group: HEDGING, symbol, subscribe: true })
  }
  front.ask('subscribe', { group: HEDGING, symbols: ['EURUSD'] })
  front.heard()
  front.ask('depth', { group: NETTING, symbol: 'EURUSD', subscribe: true })
  t.match(front.heard(), [{ code: 'invalid_input' }])
  t.same(new Map(front.viewed()).get(EURUSD), HEDGING)
  t.end()
})

t.test('a symbol has its group while something of it is heard, and no longer', (t) => {
  const front = given()
  const group = NETTING
  const depth = (symbol: string, subscribe: boolean) =>
    front.ask('depth', { group, symbol, subscribe })
  front.ask('subscribe', { group, symbols: ['EURUSD'] })
  front.ask('subscribe', { group, symbols: ['USDJPY'], max_per_sec: 1 })
  depth('EURUSD', true)
  depth('USDJPY', true)
  t.same(front.ask('unsubscribe', { symbols: ['EURUSD'] }), { ok: true, data: null })
  depth('USDJPY', false)
  const both = [
    [EURUSD, NETTING],
    [USDJPY, NETTING],
  ]
  t.same(front.viewed(), both, 'the depth of one, and quotes of the other')
  front.review()
  t.same(front.viewed(), both)
  front.ask('unsubscribe', { symbols: ['USDJPY'] })
  t.same(front.viewed(), [[EURUSD, NETTING]])
  depth('EURUSD', false)
  t.same(front.viewed(), [])
  front.ask('subscribe', { group, symbols: ['EURUSD', 'USDJPY'] })
  const book = wider(4, { version: 2 })
  const left = new Map([...book.symbolsById].filter(([id]) => id !== EURUSD))
  front.setBook({ ...book, symbolsById: left })
  front.review()
  t.same(front.viewed(), [[USDJPY, NETTING]], 'of a symbol that is gone nothing is heard')
  t.end()
})

t.test('what is out of reach is heard no more, and the socket is told once', (t) => {
  const front = given()
  const { session } = front
  const hear = () => {
    front.ask('subscribe', { group: HEDGING, symbols: ['EURUSD', 'USDJPY'] })
    front.ask('subscribe', { group: NETTING, symbols: ['GBPUSD'] })
    front.ask('depth', { group: HEDGING, symbol: 'EURUSD', subscribe: true })
    front.heard()
    front.bounded.length = 0
  }
  hear()
  front.review()
  t.same([front.heard(), front.bounded], [[], []], 'all is in reach')
  session.groupScope = [NETTING]
  front.review()
  const gone = (symbols: string[]) => [{ event: 'unsubscribed', data: { symbols } }]
  t.same(front.heard(), gone(['EURUSD', 'USDJPY']))
  t.equal(front.bounded.length, 1)
  t.same([front.quotes.topics, front.depths.size, front.viewed()], [1, 0, [[3, NETTING]]])
  t.same([...front.library], ['q3:4'])
  front.review()
  t.same(front.heard(), [], 'once')
  session.groupScope = ['*']
  hear()
  session.rights.clear()
  front.review()
  t.same(front.heard(), gone(['GBPUSD', 'EURUSD', 'USDJPY']), 'without the right')
  t.same([front.quotes.topics, front.depths.size], [0, 0])
  session.rights.add('accounts.view')
  hear()
  const book = wider(4, { version: 2 })
  const groups = new Map([...book.groups].filter(([, { path }]) => path !== HEDGING))
  const groupsByPath = new Map([...book.groupsByPath].filter(([, { path }]) => path !== HEDGING))
  front.setBook({ ...book, groups, groupsByPath })
  front.heard()
  front.review()
  t.same(front.heard(), gone(['EURUSD', 'USDJPY']), 'a group that is gone')
  front.review()
  t.same(front.heard(), [])
  t.end()
})

t.test('what waits for a socket may be long while it has a long answer to read', async (t) => {
  const front = given()
  const { connection } = front
  t.equal(await front.ask('symbols', { group: HEDGING }), 'answered')
  t.same(front.heard(), [{ id: 'a', code: 'ok', message: '', data: [] }])
  t.same([connection.backlogMax, front.bounded], [SOCKET_BULK_BYTES_MAX, [connection]])
  front.waits(SOCKET_BEHIND_BYTES + 1)
  front.review()
  t.equal(connection.backlogMax, SOCKET_BULK_BYTES_MAX)
  front.waits(SOCKET_BEHIND_BYTES)
  front.review()
  t.equal(connection.backlogMax, SOCKET_BACKLOG_BYTES_MAX)
  const asked = { group: HEDGING, symbol: 'EURUSD', timeframe: 'M1' }
  t.same(await front.ask('candles', asked), refuse('trade.symbol_unknown', 'none'))
  t.equal(connection.backlogMax, SOCKET_BACKLOG_BYTES_MAX)
  const error = new Error('x')
  front.market.symbols = async () => {
    throw error
  }
  t.same(
    await front.ask('symbols', { group: HEDGING }),
    refuse('internal', 'This could not be answered. Try again later.'),
  )
  t.same(front.failures, [error])
})

t.test('a socket that ends while it waits for its turn is asked for no more', async (t) => {
  const front = given()
  let asked = 0
  let answer: (answered: unknown) => void = () => undefined
  front.market.symbols = () => {
    asked++
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  const first = front.ask('symbols', { group: HEDGING })
  const second = front.ask('symbols', { group: HEDGING })
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(asked, 1)
  front.connection.state = { kind: 'gone' }
  answer({ ok: true, value: jsonOf([]) })
  t.same(await Promise.all([first, second]), ['answered', 'answered'])
  t.equal(asked, 1)
})

t.test('what there is not is named by its first 64 characters, and changes nothing', (t) => {
  const front = given()
  const long = 'x'.repeat(100)
  const none = (name: string) => refuse('trade.symbol_unknown', `There is no symbol ${name}.`)
  t.same(front.ask('subscribe', { group: HEDGING, symbols: ['EURUSD', 'y'] }), none('y'))
  t.same(front.ask('unsubscribe', { symbols: [long] }), none(long.slice(0, 64)))
  t.same(front.ask('depth', { group: HEDGING, symbol: 'y' }), none('y'))
  t.same(
    front.ask('depth', { group: 'y', symbol: 'EURUSD' }),
    refuse('not_found', 'There is no group y.'),
  )
  t.same([front.heard(), front.viewed(), front.quotes.topics], [[], [], 0])
  t.end()
})

t.test('who reads on catches up, and who leaves hears nothing and has no groups', (t) => {
  const front = given()
  front.price(EURUSD, 110_000, 110_010)
  front.ask('subscribe', { group: HEDGING, symbols: ['EURUSD'] })
  front.ask('depth', { group: HEDGING, symbol: 'EURUSD', subscribe: true })
  front.quotes.setBehind(front.connection)
  front.price(EURUSD, 110_001, 110_011)
  front.heard()
  front.ops.drained?.(front.connection)
  t.same(short(front), ['quote EURUSD 1.10001'])
  front.ops.leave?.(front.connection)
  t.same([front.quotes.topics, front.depths.size, front.viewed()], [0, 0, []])
  t.same([...front.library], [])
  t.end()
})
