import t from 'tap'
import { FLOOD_SECONDS, FLOOD_TIMES, type RequestRate } from '../../../engine/limits/rates.js'
import {
  SOCKET_AT_SHARD_MAX,
  SOCKET_BACKLOG_BYTES_MAX,
  SOCKET_BEHIND_BYTES,
  SOCKET_BULK_BYTES_MAX,
  SOCKET_IN_FLIGHT_MAX,
  SOCKET_WAITING_BYTES_MAX,
  VALUATION_UNSENT_MAX,
} from '../../../engine/limits/sockets.js'
import { ClientAddress } from '../../../http/server/client-address.js'
import { FloodGuard } from '../../../http/server/flood-guard.js'
import type { LiveSession } from '../../../http/sessions/live-session.js'
import { SocketCounts } from '../../../http/socket/socket-counts.js'
import type { TraderConnection } from '../../../http/socket/trader-connection.js'
import { TraderSockets } from '../../../http/socket/trader-sockets.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'
import { FROM_SHARD } from '../../../wire/thread/batch.js'
import type { SocketControl } from '../../../wire/thread/messages.js'
import { ManualClock } from '../../actors/links/manual-clock.js'
import { givenBook, HEDGING } from '../../given/book.js'
import { FakeShard } from '../../given/fake-shard.js'
import { GivenLibrarySocket } from '../../given/peers/library-socket.js'
import { settled } from '../../given/timed-clock.js'

/** The traders' sockets without a server; quotes, depths and settings write down what they are asked. */
function given(rate: RequestRate | null = null) {
  const clock = new ManualClock()
  const asked: unknown[] = []
  const say =
    (what: string) =>
    (connection?: TraderConnection, ...more: unknown[]) => {
      asked.push([what, ...(connection === undefined ? [] : [connection.id]), ...more])
    }
  const shards = [new FakeShard(0), new FakeShard(1)] as const
  const parts = { published: false }
  const settings = {
    join: (connection: TraderConnection, path: string) => {
      if (connection.group?.path !== path) connection.group = { path } as never
      asked.push(['join', connection.id, path])
    },
    pause: say('pause'),
    goOn: say('goOn'),
    forget: say('forget'),
    takePublished: () => parts.published,
  }
  const sockets = new TraderSockets({
    clock,
    rate,
    shards,
    settings: settings as never,
    quotes: {
      setBehind: say('behind'),
      regroup: say('regroup'),
      drained: say('drained'),
      leave: say('quotes.leave'),
      scan: say('scan'),
      subscribe: say('subscribe'),
      unsubscribe: say('unsubscribe'),
    } as never,
    depths: { leave: say('depths.leave'), answer: say('depth') } as never,
    market: { symbols: async () => ({ ok: true, value: jsonOf(['S']) }) } as never,
    floods: new FloodGuard(clock, new ClientAddress([])),
    counts: new SocketCounts({ all: 99, keptForStaff: 0, isHeld: false, isShared: () => true }),
    sessions: {
      onClosed: () => undefined,
      onChanged: () => undefined,
      refuseUse: () => null,
      authenticate: () => ({ ok: false, code: 'auth.session_expired', message: 'gone' }),
    } as never,
    logout: async () => null,
  })
  const open = (login = 1000, over: object = {}) => {
    const session = {
      id: `s${login}`,
      login,
      group: 'demo',
      readOnly: false,
      terminal: 'web',
      ...over,
    }
    const live = session as unknown as LiveSession
    const connection = sockets.live.accept('json', '192.0.2.1', live) as TraderConnection
    const library = new GivenLibrarySocket()
    sockets.live.opened(connection, library.ws)
    const send = (id: unknown, more: object = {}) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ id, op: 'x', args: {}, ...more }))
      sockets.live.frame(connection, bytes.buffer as ArrayBuffer, false)
      return library.heard()
    }
    return { connection, library, send, session, live }
  }
  const shard = shards[0]
  const control = (connection: TraderConnection, of: object) => {
    sockets.onBatch(shard.control(connection.id, of as SocketControl).batch())
  }
  const reply = (connection: TraderConnection, id: unknown) => {
    sockets.onBatch(shard.reply(connection.id, { id, code: 'ok' }).batch())
  }
  const heard = () => asked.splice(0)
  return { clock, shards, shard, sockets, parts, heard, open, control, reply }
}

const TOO_MANY = 'trade.too_many_requests'
const NOT_NOW = 'The server cannot take this request now. Try again in a moment.'
const refused = (id: unknown, code: string, message: string, data: unknown = null) => ({
  id,
  code,
  message,
  data,
})
const later = { retry_after_ms: null }
/** The ids of the frames that a shard has. */
const ids = (shard: FakeShard) =>
  shard.frames.splice(0).map(({ bytes }) => JSON.parse(bytes.toString()).id)

t.test('a socket is opened at the shard of its login, with what its session is', (t) => {
  const { shards, sockets, heard, open } = given()
  const { connection } = open(1000)
  t.equal(sockets.size, 1)
  t.strictSame(heard(), [['join', connection.id, 'demo']])
  const at = { codec: 'json', read_only: false, reason: 'client' }
  t.match(shards[0].openings, [{ ...at, login: 1000 }])
  t.strictSame(Object.hasOwn(shards[0].openings[0] ?? {}, 'valuation'), false)
  open(1001, { readOnly: true, terminal: 'api' })
  t.match(shards[1].openings, [{ ...at, login: 1001, read_only: true, reason: 'api' }])
  shards[1].ready = false
  const waits = open(1003)
  t.equal(shards[1].opened.size, 1, 'it has not begun')
  t.equal(waits.connection.toldReadOnly, null)
  waits.connection.hearsValues = true
  const unsigned = sockets.live.accept('json', '192.0.2.1', null) as TraderConnection
  sockets.live.opened(unsigned, new GivenLibrarySocket().ws)
  sockets.onShardReady(1)
  t.match(shards[1].openings.slice(1), [{ login: 1001 }, { login: 1003, valuation: true }])
  t.equal(shards[0].openings.length, 1, 'the other shard is not concerned')
  t.equal(waits.connection.toldReadOnly, false)
  t.end()
})

t.test(
  'a session that may do other things is told to its shard, another group to its quotes',
  (t) => {
    const { shard, sockets, heard, open } = given()
    const { connection, session, live } = open()
    heard()
    sockets.review(connection, live)
    t.strictSame(heard(), [['join', connection.id, 'demo']])
    t.equal(shard.openings.length, 1)
    session.group = 'real'
    sockets.review(connection, live)
    t.strictSame(heard(), [
      ['join', connection.id, 'real'],
      ['regroup', connection.id],
    ])
    session.readOnly = true
    sockets.review(connection, live)
    sockets.review(connection, live)
    t.match(shard.openings.slice(1), [{ read_only: true }])
    connection.toldReadOnly = null
    sockets.review(connection, live)
    t.equal(
      shard.openings.length,
      2,
      'the shard does not know it: it will be told when it is ready',
    )
    t.end()
  },
)

t.test('frames beyond those that a shard may have wait in their order, up to a bound', (t) => {
  const { shard, open, reply, sockets } = given()
  const { connection, send, library } = open()
  for (let i = 0; i < SOCKET_AT_SHARD_MAX; i++) t.strictSame(send(i), [])
  t.equal(ids(shard).length, SOCKET_AT_SHARD_MAX)
  for (let i = 0; i < 3; i++) send(`w${i}`)
  t.strictSame([ids(shard), connection.inFlight], [[], SOCKET_AT_SHARD_MAX + 3])
  const waiting = connection.waiting.map((bytes) => bytes.length)
  t.equal(
    connection.waitingBytes,
    waiting.reduce((sum, length) => sum + length, 0),
  )
  reply(connection, 0)
  t.strictSame([ids(shard), connection.waiting.length], [['w0'], 2])
  shard.ready = false
  reply(connection, 1)
  t.match(library.heard().slice(2), [
    { id: 'w1', code: 'unavailable' },
    { id: 'w2', code: 'unavailable' },
  ])
  t.strictSame(
    [connection.waitingBytes, connection.waiting, connection.inFlight],
    [0, [], SOCKET_AT_SHARD_MAX - 1],
  )
  t.strictSame(send('x'), [refused('x', 'unavailable', NOT_NOW)])
  t.equal(connection.inFlight, SOCKET_AT_SHARD_MAX - 1)
  shard.ready = true
  send('y')
  t.strictSame(ids(shard), ['y'])
  const args = { text: 'x'.repeat(SOCKET_WAITING_BYTES_MAX / 8) }
  let length = 0
  for (let i = 0; i < 7; i++) send('z', { args })
  length = connection.waitingBytes / 7
  const left = SOCKET_WAITING_BYTES_MAX - 7 * length
  const most = { text: 'x'.repeat(args.text.length - (length - left)) }
  const why = `Wait for replies: at most ${SOCKET_WAITING_BYTES_MAX} bytes of requests may wait.`
  t.strictSame(send('z', { args: { text: `${most.text}x` } }), [refused('z', TOO_MANY, why, later)])
  t.strictSame(send('z', { args: most }), [])
  t.equal(connection.waitingBytes, SOCKET_WAITING_BYTES_MAX)
  sockets.live.gone(connection)
  t.strictSame(connection.waiting, [])
  t.end()
})

t.test('at most so many frames of a socket are without a reply', (t) => {
  const { shard, open } = given()
  const { connection, send } = open()
  connection.inFlight = SOCKET_IN_FLIGHT_MAX - 1
  t.strictSame(send('a'), [])
  t.strictSame([ids(shard), connection.waiting.length], [[], 1])
  const why = `Wait for replies: at most ${SOCKET_IN_FLIGHT_MAX} requests may be without one.`
  t.strictSame(send('b'), [refused('b', TOO_MANY, why, later)])
  t.equal(connection.inFlight, SOCKET_IN_FLIGHT_MAX)
  t.end()
})

t.test('who does not read refusals is closed', (t) => {
  const { open, shard } = given({ perSecond: 1, burst: 1 })
  for (const isFast of [false, true]) {
    shard.ready = isFast
    const { send, library, connection } = open(isFast ? 1000 : 1002)
    if (isFast) send('a')
    library.unsent = SOCKET_BACKLOG_BYTES_MAX + 1
    send('b')
    t.match(connection.state, { kind: 'closing', code: 4008, why: 'too_slow' })
  }
  t.end()
})

t.test('the sockets of an account share a rate, those that may only look another', (t) => {
  const { open, sockets } = given({ perSecond: 4, burst: 2 })
  const [one, two, looks, other] = [open(), open(), open(1000, { readOnly: true }), open(1002)]
  t.strictSame([one.send('a'), two.send('b')], [[], []])
  const why = 'Too many requests of this account: 4 a second, 2 at once. Send fewer.'
  t.strictSame(two.send('c'), [refused('c', TOO_MANY, why, { retry_after_ms: 250 })])
  t.strictSame([looks.send('a'), looks.send('a'), other.send('a')], [[], [], []])
  t.match(looks.send('a'), [{ code: TOO_MANY }])
  sockets.live.gone(one.connection)
  t.equal(one.connection.rate, null)
  let last: unknown[] = []
  for (let i = 0; i <= FLOOD_TIMES * FLOOD_SECONDS * 4; i++) last = two.send('d')
  t.strictSame(last, [])
  t.strictSame(two.library.calls, [['end', 4029, 'too_many_requests']])
  t.end()
})

t.test('a shard that ends takes the sockets along whose outcomes nobody knows', (t) => {
  const { shards, sockets, open } = given()
  const [asks, sibling, idle, looks, more, bulk, other] = [
    open(1000),
    open(1000),
    open(1002),
    open(1004),
    open(1006),
    open(1008),
    open(1001),
  ] as [
    ...[ReturnType<typeof open>, ReturnType<typeof open>, ReturnType<typeof open>],
    ...[ReturnType<typeof open>, ReturnType<typeof open>, ReturnType<typeof open>],
    ReturnType<typeof open>,
  ]
  asks.connection.inFlight = 1
  looks.connection.inFlight = 1
  looks.connection.questions.push({} as never)
  more.connection.inFlight = 2
  more.connection.questions.push({} as never)
  bulk.connection.hasBulk = true
  other.connection.inFlight = 1
  const unsigned = sockets.live.accept('json', '192.0.2.1', null) as TraderConnection
  sockets.live.opened(unsigned, new GivenLibrarySocket().ws)
  sockets.onShardDeath(0)
  const states = [asks, sibling, idle, looks, more, bulk, other].map(
    ({ connection }) => connection.state.kind,
  )
  t.strictSame(states, ['closing', 'closing', 'live', 'live', 'closing', 'closing', 'live'])
  const why = 'outcome unknown: connect, resume, repeat with the same ids'
  t.strictSame(sibling.library.calls, [['end', 1012, why]])
  t.strictSame(
    [idle, looks, other].map(({ connection }) => connection.toldReadOnly),
    [null, null, false],
  )
  t.equal(shards[0].opened.size, 6, 'the shard that ended is told nothing')
  sockets.live.gone(idle.connection)
  sockets.live.gone(other.connection)
  t.strictSame([shards[0].opened.size, shards[1].opened.size], [6, 0])
  t.end()
})

t.test('what a shard says of a socket is carried out here', async (t) => {
  const { heard, open, control, shard, sockets } = given()
  const { connection, library } = open()
  const { id } = connection
  heard()
  control(connection, { op: 'valuation', hears: true })
  t.equal(connection.hearsValues, true)
  control(connection, { op: 'valuation', hears: false })
  t.equal(connection.hearsValues, false)
  control(connection, { op: 'subscribe', symbols: [1, 2], max_per_sec: 3 })
  control(connection, { op: 'unsubscribe', symbols: [1] })
  t.strictSame(heard(), [
    ['subscribe', id, [1, 2], 3],
    ['unsubscribe', id, [1]],
  ])
  connection.inFlight = 3
  control(connection, { op: 'depth', id: 'd', args: { symbol: 'EURUSD' } })
  t.strictSame(heard(), [['depth', id, 'd', { symbol: 'EURUSD' }]])
  t.equal(connection.inFlight, 2)
  control(connection, { op: 'auth', id: 'a', args: { access_token: 'x' } })
  t.match(library.heard(), [{ id: 'a', code: 'auth.session_expired' }])
  t.equal(connection.inFlight, 1)
  control(connection, { op: 'symbols', id: 's', args: {} })
  await settled()
  t.match(library.heard(), [{ id: 's', code: 'ok', data: ['S'] }])
  t.equal(connection.inFlight, 0)
  connection.inFlight = 1
  control(connection, { op: 'candles', id: 'c', args: {} })
  await settled()
  t.match(library.heard(), [{ id: 'c', code: 'invalid_input' }])
  connection.inFlight = 1
  control(connection, { op: 'logout', id: 'l' })
  await settled()
  t.match(library.heard(), [
    { id: 'l', code: 'ok' },
    { event: 'session_closed', data: { reason: 'logout' } },
  ])
  t.strictSame(library.calls, [['end', 4001, 'logout']])
  t.equal(connection.inFlight, 0)
  t.equal(shard.opened.size, 0)
  const slow = open(1002)
  slow.library.unsent = SOCKET_BACKLOG_BYTES_MAX + 1
  sockets.onBatch(
    shard.control(slow.connection.id, { op: 'depth', id: 'd', args: {} } as never).batch(),
  )
  t.match(slow.connection.state, { kind: 'closing', code: 4008 })
  const { connection: late, library: stuck } = open(1004)
  control(late, { op: 'symbols', id: 's', args: {} })
  stuck.unsent = SOCKET_BULK_BYTES_MAX + 1
  await settled()
  t.match(late.state, { kind: 'closing', code: 4008 }, 'an answer that it does not read')
})

t.test('news are told to the sockets whose shard says that they hear of them', (t) => {
  const { open, control, sockets } = given()
  const { connection, library } = open(1000, { group: HEDGING })
  const news = [{ id: 1, at: 0, headline: 'h' }] as never
  const book = givenBook({ groups: { [HEDGING]: { news_mode: 'full' } } } as never)
  const heard = () => {
    sockets.news.tell(news, book)
    return library.heard().length
  }
  const before = heard()
  control(connection, { op: 'news', hears: true })
  const hears = heard()
  control(connection, { op: 'news', hears: false })
  const after = heard()
  t.strictSame([before, hears, after], [0, 1, 0])
  control(connection, { op: 'news', hears: true })
  library.unsent = SOCKET_BACKLOG_BYTES_MAX + 1
  heard()
  t.match(connection.state, { kind: 'closing', code: 4008 }, 'it does not read them')
  t.equal(heard(), 0)
  t.end()
})

t.test('a reply in parts takes a socket out of its topics, until it has ended', (t) => {
  const { heard, open, sockets, shard } = given()
  const { connection, library } = open()
  const { id } = connection
  heard()
  const bytes = Buffer.from('{}')
  const part = () => 1
  Object.assign(library, { sendFirstFragment: part, sendFragment: part, sendLastFragment: part })
  const parts = () => {
    sockets.onBatch(shard.push(FROM_SHARD.part, id, bytes).batch())
    const begun = heard()
    sockets.onBatch(shard.push(FROM_SHARD.lastPart, id, bytes).batch())
    return [begun, heard()]
  }
  t.strictSame(parts(), [
    [
      ['behind', id],
      ['pause', id],
    ],
    [['goOn', id]],
  ])
  connection.isBehind = true
  t.strictSame(parts(), [[['pause', id]], [['goOn', id]]])
  t.end()
})

t.test('a reader that takes something is told what it missed, and its shard that it has', (t) => {
  const { heard, open, sockets, shard, clock, parts } = given()
  const { connection, library } = open()
  const { id } = connection
  heard()
  library.unsent = SOCKET_BEHIND_BYTES + 1
  const nothing = Buffer.alloc(0)
  sockets.onBatch(shard.push(FROM_SHARD.credit, id, nothing).batch())
  t.strictSame([heard(), shard.credits], [[['behind', id]], []])
  library.unsent = SOCKET_BEHIND_BYTES
  sockets.live.drained(connection)
  t.strictSame([heard(), shard.credits.splice(0)], [[['drained', id]], [id]])
  library.unsent = VALUATION_UNSENT_MAX + 1
  for (const kind of [FROM_SHARD.credit, FROM_SHARD.valuation]) {
    sockets.onBatch(shard.push(kind, id, nothing).batch())
  }
  heard()
  clock.advance(50)
  t.strictSame([heard(), shard.credits, shard.valuedAgain], [[['scan']], [], []])
  library.unsent = 0
  clock.advance(50)
  t.strictSame([heard(), shard.credits, shard.valuedAgain], [[['scan']], [id], [id]])
  library.unsent = SOCKET_BACKLOG_BYTES_MAX + 1
  clock.advance(50)
  t.equal(connection.state.kind, 'live', 'nothing was published')
  parts.published = true
  clock.advance(50)
  t.match(connection.state, { kind: 'closing', code: 4008, why: 'too_slow' })
  t.end()
})

t.test('a socket that goes hears nothing more of anything', (t) => {
  const { heard, open, sockets, shard } = given()
  const { connection } = open()
  const { id } = connection
  heard()
  t.equal(shard.opened.size, 1)
  sockets.live.close(connection, 1000, 'bye')
  t.strictSame(heard(), [
    ['quotes.leave', id],
    ['depths.leave', id],
    ['forget', id],
  ])
  t.strictSame([shard.opened.size, connection.toldReadOnly, connection.rate], [0, null, null])
  t.end()
})

t.test('a socket that is closing is on no list: of news, of readers, nor of its shard', (t) => {
  const { open, sockets, shard, control, clock, heard } = given()
  const { connection, library, live } = open(1000, { group: HEDGING })
  control(connection, { op: 'news', hears: true })
  Object.assign(library, { sendFirstFragment: () => 1 })
  library.unsent = SOCKET_BEHIND_BYTES + 1
  const nothing = Buffer.alloc(0)
  for (const kind of [FROM_SHARD.part, FROM_SHARD.credit]) {
    sockets.onBatch(shard.push(kind, connection.id, nothing).batch())
  }
  t.equal(connection.isMidReply, true)
  sockets.live.close(connection, 1000, 'bye')
  t.equal(connection.isMidReply, false)
  t.equal(shard.openings.length, 1)
  sockets.onShardReady(0)
  connection.inFlight = 1
  sockets.onShardDeath(0)
  t.equal(shard.openings.length, 1)
  t.match(connection.state, { kind: 'closing', code: 1000 })
  library.unsent = 0
  clock.advance(50)
  t.strictSame(shard.credits, [])
  connection.state = { kind: 'live', session: live }
  heard()
  const book = givenBook({ groups: { [HEDGING]: { news_mode: 'full' } } } as never)
  sockets.news.tell([{ id: 1, at: 0, headline: 'h' }] as never, book)
  t.strictSame(library.heard(), [])
  t.end()
})

t.test('a server that ends hands nothing on, and keeps no timer', async (t) => {
  const { open, sockets, clock, shard } = given({ perSecond: 9, burst: 9 })
  const { send, library, connection } = open()
  let isDone = false
  connection.inFlight = 1
  const drained = sockets.drain(1000).then(() => {
    isDone = true
  })
  t.strictSame(send('a'), [refused('a', 'unavailable', NOT_NOW)])
  t.strictSame(ids(shard), [])
  connection.inFlight = 0
  clock.advance(20)
  await settled()
  t.strictSame(library.calls, [['end', 1012, 'server restart']])
  t.equal(isDone, false)
  sockets.live.gone(connection)
  clock.advance(20)
  await drained
  t.equal(clock.timers, 0)
})
