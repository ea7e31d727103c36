import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import t from 'tap'
import { LinksGateways } from '../../../../actors/links/gateways/gateway-actors.js'
import { GatewayTally, LATENCIES_MAX } from '../../../../actors/links/gateways/gateway-tally.js'
import { Outbound, OWN_MACHINE } from '../../../../actors/thread/outbound.js'
import type { OpenedGateway } from '../../../../engine/config/records/gateway.js'
import { FILL_SECONDS, type GatewayReport } from '../../../../wire/thread/gateway-report.js'
import type { FromLinks } from '../../../../wire/thread/messages.js'
import type { GatewayTransaction } from '../../../../wire/thread/provider-records.js'
import { givenBook } from '../../../given/book.js'
import { writtenLog } from '../feeds/given-feed.js'
import { ManualClock } from '../manual-clock.js'
import { GivenSession, OPENED, ORDER, REPORT } from './given-gateway.js'

// Goal: what the front hears of a gateway is what happened on its line, of all its sessions.

const BOOK = givenBook()
const AT_MARKET = { limit: '', timeInForce: 'ioc' } as const
const STILL_THERE_MS = 5_000

function given(over: Partial<OpenedGateway> = {}) {
  const clock = new ManualClock()
  const sessions: GivenSession[] = []
  const posts: FromLinks[] = []
  const kept: GatewayTransaction[] = []
  const forgotten: number[] = []
  const outbound = new Outbound([])
  const gateways = new LinksGateways({
    clock,
    log: writtenLog(),
    outbound,
    open: (options) => {
      const session = new GivenSession(options)
      sessions.push(session)
      return session
    },
    shards: 1,
    monotonic: () => clock.monotonic(),
    forget: (id) => forgotten.push(id),
    post: (message) => posts.push(message),
    transaction: (row) => kept.push(row) > 0,
  })
  const record = { ...OPENED, ...over }
  gateways.configure(BOOK, [record])
  const newest = (): GivenSession => {
    const session = sessions.at(-1)
    if (session === undefined) throw new Error('a session was opened')
    return session
  }
  const told = (): GatewayReport[] =>
    posts.flatMap((post) => (post.type === 'gateway' ? [post.report] : []))
  return { gateways, clock, sessions, newest, posts, kept, forgotten, record, outbound, told }
}

t.test('counts and times are those of all sessions', (t) => {
  const { gateways, clock, sessions, newest, told } = given()
  const now = (): GatewayReport | undefined => {
    gateways.tick()
    return told().at(-1)
  }
  t.match(told(), [], 'nothing happened yet')
  t.same([now()?.latencyP50Ms, now()?.latencyP99Ms], [null, null])
  t.match(now(), {
    id: 3,
    instance: 'links',
    state: 'stopped',
    lastError: '',
    lastLogonAt: null,
    logons: 0,
    answerMs: null,
    latencyP50Ms: null,
    latencyP99Ms: null,
    bytesIn: 10,
    bytesOut: 20,
    orders: 0,
    fills: 0,
    rejects: 0,
    outbox: 0,
    openOrders: 0,
    fillSeconds: 0,
    profile: null,
  })
  newest().options.online()
  const loggedOnAt = clock.now()
  const send = (n: number): string => {
    const id = `1001-${n}-1`
    gateways.take({ gateway: 3, what: 'place', order: { ...ORDER, id } })
    return id
  }
  // The first answers of four orders come after 10 to 40 ms.
  for (let n = 1; n <= 4; n++) {
    const order = send(n)
    clock.advance(n * 10)
    const first = { ...REPORT, order, state: n === 4 ? 'rejected' : 'working' } as const
    newest().options.report({ ...first, execution: null }, n)
  }
  t.match(now(), {
    state: 'online',
    lastLogonAt: loggedOnAt,
    logons: 1,
    answerMs: 40,
    latencyP50Ms: 30,
    latencyP99Ms: 40,
    orders: 4,
    fills: 0,
    rejects: 1,
    outbox: 4,
    openOrders: 4,
    seqIn: 1,
    seqOut: 2,
    symbols: 0,
    fillSeconds: 0,
  })
  // An order's first fill counts by its time, at a bound still for it; more of it does not.
  clock.advance(930)
  newest().options.report({ ...REPORT, order: '1001-3-1', state: 'working' }, 5)
  clock.advance(5_000)
  newest().options.report({ ...REPORT, order: '1001-3-1' }, 6)
  newest().options.report({ ...REPORT, order: '1001-2-1', state: 'cancelled', execution: null }, 7)
  newest().options.report({ ...REPORT, order: '1001-2-1' }, 8)
  const late = send(5)
  clock.advance(60_001)
  newest().options.report({ ...REPORT, order: late }, 9)
  const { fillCounts = [], fillSeconds = 0, ...rest } = now() ?? {}
  const counts = new Array(FILL_SECONDS.length + 1).fill(0)
  counts[FILL_SECONDS.indexOf(1)] = 1
  counts[FILL_SECONDS.length] = 1
  t.same(fillCounts, counts)
  t.ok(Math.abs(fillSeconds - 61.001) < 1e-6, `${fillSeconds}`)
  t.match(rest, { fills: 4, answerMs: 60_001, latencyP50Ms: 30, latencyP99Ms: 60_001 })
  newest().options.ended('the peer closed the connection')
  const away = now()
  t.match(away, { state: 'stopped', bytesIn: 10, bytesOut: 20, seqIn: 0, seqOut: 0 })
  t.equal(away?.instruments, 0)
  t.equal(away?.profile, null)
  clock.advance(4_999)
  t.equal(sessions.length, 1, 'it is dialled again after a while')
  clock.advance(1)
  t.equal(sessions.length, 2)
  newest().options.online()
  t.match(now(), { logons: 2, bytesIn: 20, bytesOut: 40, lastLogonAt: clock.now() })
  t.end()
})

t.test('an answer is timed by its own order, and by the last so many', (t) => {
  const clock = new ManualClock()
  const tally = new GatewayTally(clock)
  const answer = (order: string) =>
    tally.reported({ ...REPORT, order, state: 'working', execution: null })
  const place = (id: string): void => {
    tally.placed({ id, symbol: 'EURUSD', side: 'buy', quantity: '1', ...AT_MARKET })
  }
  const answeredAfter = (order: string, ms: number): void => {
    place(order)
    clock.advance(ms)
    answer(order)
  }
  place('a')
  clock.advance(9)
  answeredAfter('b', 1)
  answer('a')
  answer('a')
  t.equal(tally.answerMs, 10)
  t.same([tally.latency(0.5), tally.latency(0.99)], [10, 10])
  for (let i = 2; i < LATENCIES_MAX; i++) answeredAfter('c', 2)
  t.equal(tally.latency(0), 1)
  t.equal(tally.latency(0.99), 2)
  answeredAfter('d', 10)
  t.equal(tally.latency(1 - 1 / LATENCIES_MAX), 10)
  t.equal(tally.latency(0), 2, 'the first one is forgotten')
  answeredAfter('e', 3)
  t.equal(tally.latency(1 - 2 / LATENCIES_MAX), 3, 'and the second')
  t.end()
})

t.test('changes are told at once, figures with the tick, and each so often in any case', (t) => {
  const { gateways, clock, newest, told } = given()
  clock.advance(STILL_THERE_MS)
  newest().options.online()
  t.match(told(), [{ state: 'online', since: clock.now(), reportedAt: clock.now() }])
  gateways.tick()
  clock.advance(STILL_THERE_MS - 1)
  gateways.tick()
  t.equal(told().length, 1, 'nothing is new')
  clock.advance(1)
  gateways.tick()
  t.match(told().slice(1), [{ state: 'online', reportedAt: clock.now() }])
  gateways.take({ gateway: 3, what: 'place', order: ORDER })
  t.equal(told().length, 2)
  gateways.tick()
  t.match(told().slice(2), [{ orders: 1, openOrders: 1 }])
  newest().options.ended('x')
  t.match(told().slice(3), [{ state: 'stopped', lastError: 'x' }])
  t.end()
})

t.test('two states never begin at the same time, though the clock stands', (t) => {
  const { gateways, newest, told } = given()
  for (let i = 0; i < 3; i++) {
    newest().options.online()
    t.ok(gateways.restart(3))
  }
  const since = told().map((report) => report.since)
  t.same(
    told().map(({ state }) => state),
    ['online', 'stopped', 'online', 'stopped', 'online', 'stopped'],
  )
  t.same(
    since,
    since.toSorted((a, b) => a - b),
  )
  t.equal(new Set(since).size, 6)
  t.end()
})

t.test('another reason is the same state, and one that is switched off is told of, too', (t) => {
  const { clock, newest, told } = given()
  clock.advance(1_000)
  newest().options.ended('refused')
  const begun = clock.now()
  clock.advance(5_000)
  newest().options.ended('gone')
  t.match(told(), [
    { state: 'stopped', lastError: 'refused', since: begun },
    { state: 'stopped', lastError: 'gone', since: begun },
  ])
  const off = given({ enabled: false })
  t.match(off.told(), [{ state: 'stopped', lastError: '', since: off.clock.now() }])
  t.same(off.sessions, [])
  t.end()
})

t.test('a restart forgets the failures, and one of no gateway is none', (t) => {
  const { gateways, clock, sessions, newest, posts } = given({ reconnect_attempts: 2 })
  newest().options.ended('refused')
  gateways.restart(3)
  t.equal(sessions.length, 2)
  newest().options.ended('refused')
  clock.advance(5_000)
  t.equal(sessions.length, 3, 'a new series began')
  t.notOk(gateways.restart(4))
  t.equal(sessions.length, 3)
  const lines = posts.flatMap((post) => (post.type === 'gateway_line' ? [post.line.text] : []))
  t.match(lines, [/connection failed: refused/, /^gateway restarted$/, /connection failed/])
  t.same(gateways.instruments(4), [])
  gateways.take({ gateway: 4, what: 'place', order: ORDER })
  t.end()
})

t.test('a gateway that is gone is stopped and forgotten, another one stays', (t) => {
  const { gateways, sessions, newest, forgotten, record, clock } = given()
  newest().options.online()
  gateways.configure(BOOK, [record, { ...record, id: 4 }])
  t.equal(sessions.length, 2)
  t.same(forgotten, [])
  gateways.configure(BOOK, [{ ...record, id: 4 }])
  t.same(forgotten, [3])
  t.same(sessions[0]?.said, ['close: the gateway was stopped'])
  gateways.configure(BOOK, [record, { ...record, id: 4 }])
  t.equal(sessions.length, 3, 'it may come back')
  gateways.stop()
  t.same(sessions[1]?.said, ['close: the gateway was stopped'])
  t.same(forgotten, [3], 'what sessions have kept outlives a stop')
  t.equal(clock.timers, 0)
  t.end()
})

t.test('only the built-in provider is on our own machine', (t) => {
  const { gateways, sessions, record, outbound } = given()
  t.equal(sessions[0]?.options.outbound, outbound)
  gateways.configure(BOOK, [record, { ...record, id: 4 }], new Set([4]))
  t.equal(sessions[1]?.options.outbound, OWN_MACHINE)
  gateways.stop()
  t.end()
})

t.test('one that waits to be dialled waits for as long as it takes', (t) => {
  const { clock, sessions, newest, told } = given({ mode: 'Passive' })
  clock.advance(1e7)
  t.equal(sessions.length, 1)
  t.same(newest().said, [])
  newest().options.online()
  t.match(told(), [{ state: 'online' }])
  t.end()
})

t.test('reports that are not taken are said again, to a shard that begins at once', async (t) => {
  const { gateways, newest, clock } = given()
  const shard = () => {
    const { port1, port2 } = new MessageChannel()
    t.teardown(() => port2.close())
    gateways.connectShard(0, port1)
    return port2
  }
  const first = shard()
  newest().options.online()
  newest().options.report(REPORT, 1)
  const said = async (port: MessagePort) => {
    await null
    const types: string[] = []
    for (;;) {
      const next = receiveMessageOnPort(port)
      if (next === undefined) return types
      types.push(next.message.type)
    }
  }
  t.same(await said(first), ['gateways', 'gateways', 'reports'])
  gateways.tick()
  t.same(await said(first), [])
  const second = shard()
  t.same(await said(second), ['gateways', 'reports'])
  clock.advance(60_000)
  gateways.tick()
  t.same(await said(second), ['reports'])
  gateways.take({ gateway: 3, what: 'taken', report: 1 })
  t.same(await said(shard()), ['gateways'])
  gateways.stop()
})

t.test('each word to and from the provider is a transaction, where they are kept', (t) => {
  const { gateways, newest, kept, record } = given({ collect_transactions_days: 1 })
  const take = (what: 'place' | 'cancel' | 'ask' | 'change', id = ORDER.id) =>
    gateways.take({ gateway: 3, what, order: { ...ORDER, id } })
  for (const what of ['place', 'change', 'cancel', 'ask'] as const) take(what)
  t.match(
    kept.map(({ kind, text }) => [kind, text]),
    [
      ['unsent', 'The provider is not connected.'],
      ['unsent', 'The provider is not connected.'],
    ],
    'a cancel or question for nobody is none',
  )
  t.same(newest().said, [])
  newest().options.online()
  for (const what of ['place', 'change', 'cancel', 'ask'] as const) take(what)
  newest().options.report(REPORT, 1)
  t.match(kept.slice(2), [
    { kind: 'order', sentId: ORDER.id, login: 1001, orderId: 5, quantity: '100000', text: '' },
    { kind: 'change' },
    { kind: 'cancel' },
    { kind: 'status' },
    { kind: 'execution', state: 'filled', price: '1.17000', volume: '1' },
  ])
  t.equal(kept.length, 7)
  gateways.take({ gateway: 3, what: 'cancel', order: { ...ORDER, symbol_id: 999 } })
  gateways.take({ gateway: 3, what: 'ask', order: { ...ORDER, symbol_id: 999 } })
  t.equal(kept.length, 7, 'a symbol that is not known has no words')
  gateways.take({ gateway: 3, what: 'place', order: { ...ORDER, symbol_id: 999 } })
  t.match(kept.splice(7), [{ kind: 'unsent', symbol: '' }])
  t.equal(newest().said.length, 4)
  gateways.configure(BOOK, [{ ...record, collect_transactions_days: 0 }])
  take('place', '1001-6-1')
  newest().options.report({ ...REPORT, order: '1001-6-1' }, 2)
  t.equal(kept.length, 7)
  t.end()
})

t.test('a change of any field that the connection depends on reconnects', (t) => {
  const [{ name = '' } = {}] = OPENED.params
  const changes: Partial<OpenedGateway>[] = [
    { server: '127.0.0.1:2' },
    { login: 'x' },
    { password: 'x' },
    { gateway_server: '127.0.0.1:3' },
    { gateway_login: 'x' },
    { gateway_password: 'x' },
    { mode: 'Passive' },
    { ssl: true },
    { timeout_sec: 31 },
    { params: OPENED.params.map((one) => (one.name === name ? { ...one, value: '+1 Jan' } : one)) },
  ]
  for (const change of changes) {
    const { gateways, sessions, record } = given()
    gateways.configure(BOOK, [{ ...record, ...change }])
    t.equal(sessions.length, 2, JSON.stringify(change).slice(0, 60))
    t.match(sessions[0]?.said, ['close: the settings changed'])
    gateways.configure(BOOK, [{ ...record, ...change, name: 'Other', priority: 2 }])
    t.equal(sessions.length, 2)
    gateways.stop()
  }
  t.end()
})
