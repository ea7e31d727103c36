import t from 'tap'
import { SOCKET_BACKLOG_BYTES_MAX, SYMBOL_EVENTS_MAX } from '../../../engine/limits/sockets.js'
import { groupIn, HEDGING, NETTING, symbolIn } from '../../given/book.js'
import { factsOf, SocketFront } from '../../given/fronts/socket-front.js'
import type { Frame } from '../../given/fronts/ws-client.js'

t.test("a symbol that changes is told whole, without what is the house's own", async (t) => {
  const front = await SocketFront.start(t)
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const client = await front.connect({}, protocol)
    const { record } = symbolIn(front.book, 'EURUSD')
    const version = record.version + 1
    front.change('symbols', [{ ...record, stops_level_pts: 33, version }])
    const { event, data, seq } = await client.next()
    t.equal(event, 'symbol')
    t.equal(seq, undefined)
    t.match(data, {
      id: 1,
      name: 'EURUSD',
      path: 'Forex\\Majors\\EURUSD',
      digits: 5,
      version,
      stops_level_pts: 33,
      contract_size: '100000',
      trade_access: 'full',
      volume_min: '0.01',
      margin_rates: [{ kind: 'buy', initial: '1' }, { kind: 'sell' }],
      swap_days: Array,
    })
    for (const own of [
      'quote_source',
      'quote_markup_bid_pts',
      'filter_max_jump_pts',
      'created_at',
    ]) {
      t.notOk(Object.hasOwn(data ?? {}, own), own)
    }
  }
})

t.test(
  'a symbol says how old its price may be, and when trading opens and closes next',
  async (t) => {
    const front = await SocketFront.start(t)
    const client = await front.connect()
    const { record } = symbolIn(front.book, 'EURUSD')
    const hours = { kind: 'trade', from_min: 60, to_min: 1_380 }
    const sessions = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, ...hours }))
    const now = front.clock.now()
    const next = (hour: number): string => {
      const at = new Date(now).setUTCHours(hour, 0, 0, 0)
      return new Date(at <= now ? at + 86_400_000 : at).toISOString()
    }
    front.change('symbols', [{ ...record, sessions, quote_max_age_sec: 77 }])
    t.match((await client.next()).data, {
      quote_max_age_sec: 77,
      trading_opens_at: next(1),
      trading_closes_at: next(23),
    })
    front.change('symbols', [{ ...record, sessions: [] }])
    t.match((await client.next()).data, { trading_opens_at: null, trading_closes_at: null })
  },
)

t.test('each group is told the terms on which it trades the symbol', async (t) => {
  const front = await SocketFront.start(t)
  const rows = [{ mask: 'EUR*', volume_max: '5' }]
  front.change('groups', [{ ...groupIn(front.book, NETTING).record, symbols: rows }])
  const own = await front.connect({ login: 1001 })
  const other = await front.connect({ login: 1002, facts: { group: NETTING } })
  front.change('symbols', [{ ...symbolIn(front.book, 'EURUSD').record, stops_level_pts: 7 }])
  t.match(await own.next(), { data: { volume_max: '100', stops_level_pts: 7 } })
  t.match(await other.next(), { data: { volume_max: '5', stops_level_pts: 7 } })
})

t.test('a symbol that is gone is told by its id and version 0', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  front.change('symbols', [], [1])
  const data = { kind: 'symbols', id: 1, version: 0 }
  t.same(await client.next(), { event: 'config_changed', data })
})

t.test(
  'of more than a hundred symbols at once the terminal is told to read them all',
  async (t) => {
    const front = await SocketFront.start(t)
    const client = await front.connect()
    const { record } = symbolIn(front.book, 'EURUSD')
    const symbols = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...record, id: 100 + i, path: `Many\\S${i}` }))
    front.change('symbols', symbols(SYMBOL_EVENTS_MAX))
    front.change('symbols', symbols(SYMBOL_EVENTS_MAX + 1))
    const frames = await front.ended(client, 1001)
    t.equal(frames.length, SYMBOL_EVENTS_MAX + 1)
    t.ok(frames.slice(0, -1).every(({ event }) => event === 'symbol'))
    const data = { kind: 'symbols', id: 0, version: front.book.version }
    t.same(frames.at(-1), { event: 'config_changed', data })
  },
)

t.test('of other settings only those that concern the account are told', async (t) => {
  const front = await SocketFront.start(t)
  const profile = { id: 3, version: 4, name: 'P', enabled: true, rules: [] }
  front.change('leverage_profiles', [profile])
  const hedging = { ...groupIn(front.book, HEDGING).record, leverage_profile_id: 3 }
  front.change('groups', [hedging])
  const one = await front.connect({ login: 1001 })
  const other = await front.connect({ login: 1003, facts: { group: NETTING } })
  front.change('groups', [{ ...hedging, version: 8 }])
  front.change('leverage_profiles', [{ ...profile, version: 5 }])
  front.change('leverage_profiles', [{ ...profile, id: 4, name: 'Q' }])
  front.change('holidays', [{ id: 6, version: 2, position: 1 }], [7])
  for (const kind of ['datafeeds', 'gateways', 'routing', 'leverage_switches'] as const) {
    front.change(kind, [], [1])
  }
  const common = [
    { kind: 'holidays', id: 6, version: 2 },
    { kind: 'holidays', id: 7, version: 0 },
  ]
  const data = (frames: Frame[]) => frames.map((frame) => frame.data)
  t.same(data(await front.ended(one, 1001)), [
    { kind: 'groups', id: hedging.id, version: 8 },
    { kind: 'leverage_profiles', id: 3, version: 5 },
    ...common,
  ])
  t.same(data(await front.ended(other, 1003)), common)
})

t.test('an account that moved hears of its new group within two seconds', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const stays = await front.connect({ login: 1002 })
  const groups = [HEDGING, NETTING].map((path) => groupIn(front.book, path).record)
  front.told({ type: 'auth', event: { type: 'access', facts: factsOf(1001, { group: NETTING }) } })
  front.clock.advance(2000)
  for (const group of groups) front.change('groups', [{ ...group, version: 9 }])
  const frames = await front.ended(client, 1001)
  t.same(
    frames.map(({ data }) => data),
    [{ kind: 'groups', id: groups[1]?.id, version: 9 }],
  )
  t.match(await stays.next(), { data: { id: groups[0]?.id } })
})

t.test('sockets that have not signed in, or are closing, hear nothing', async (t) => {
  const front = await SocketFront.start(t)
  const unsigned = await front.open()
  const { session, tokens } = front.signIn()
  const closing = await front.connectWith(tokens.access)
  front.sessions.close(session.id)
  front.change('holidays', [], [7])
  t.match(await closing.closing(), { code: 4001 })
  t.match(closing.frames, [{ event: 'session_closed' }])
  t.equal(closing.frames.length, 1)
  t.equal(unsigned.frames.length, 0)
})

t.test('a reader over 1 MiB behind is closed with 4008', async (t) => {
  const front = await SocketFront.start(t)
  const client = await front.connect()
  const quick = await front.connect({ login: 1002 })
  client.pause()
  const { record } = symbolIn(front.book, 'EURUSD')
  const big = { ...record, description: 'x'.repeat(60_000) }
  let most = 0
  let told = 0
  while (front.shard().opened.size === 2) {
    if (++told > 2000) throw new Error('the reader never counted as slow')
    front.change('symbols', [big])
    await quick.event('symbol')
    for (const one of front.sockets.live.all.values()) most = Math.max(most, one.unsent)
    front.clock.advance(50)
  }
  t.ok(most > SOCKET_BACKLOG_BYTES_MAX && most < 1.2 * SOCKET_BACKLOG_BYTES_MAX, `${most}`)
  client.resume()
  t.match(await client.closing(), { code: 4008, why: 'too_slow' })
  t.equal(client.frames.length, told)
})
