import t from 'tap'
import { PriceHistory } from '../../../../actors/history/price-history.js'
import { QueryPool } from '../../../../actors/queries/pool.js'
import { TickRing } from '../../../../actors/shared/tick-ring.js'
import { systemClock } from '../../../../actors/thread/clock.js'
import { silentLogger } from '../../../../actors/thread/logger.js'
import { compileBook } from '../../../../engine/book/book.js'
import { catalog } from '../../../../http/catalog.js'
import { MarketReader } from '../../../../http/readers/market-reader.js'
import type { FrontServices } from '../../../../http/routes/route.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { sqlitePath } from '../../../../storage/paths.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import type { SocketControl } from '../../../../wire/thread/messages.js'
import { EURUSD, givenBook, HEDGING } from '../../../given/book.js'
import { scratch } from '../../../given/desk.js'
import { SocketFront } from '../../../given/fronts/socket-front.js'
import { authenticator, pipeline, read, request, session } from '../../given.js'

// The routes and the socket's operations over the history thread and the query pool; the shard is a
// fake that hands the operations back, as a real one does.

const AT = Date.parse('2026-03-04T10:00:00Z')
const dataDir = scratch(t)
const tables = openWriter(sqlitePath(dataDir))
migrate(tables)
tables.close()
const clock = { ...systemClock(), now: () => AT + 3 * 3_600_000 }
const memory = TickRing.create()
const ring = new TickRing(memory)
const history = new PriceHistory({
  dataDir,
  ring: memory,
  clockOffsetMs: 0,
  diskReserveBytes: 0,
  clock,
  retention: { ticks: 30, minutes: 0 },
  logger: silentLogger,
})
history.start()
const queries = new QueryPool({ dataDir, clock, threadsMax: 1 })
t.teardown(() => Promise.all([history.stop(), queries.close()]))

let book = givenBook()
const eurusd = book.symbolsByName.get('EURUSD') ?? compileBook(book.records).symbolsById.get(1)
const market = new MarketReader({ book: () => book, clock, queries, history })
const settings = {
  get book() {
    return book
  },
}
const services = { clock, market, settings } as unknown as FrontServices
const front = pipeline(catalog, {
  authenticator: authenticator({
    trader: session({ audience: 'trader', browser: false, group: HEDGING }),
    dealer: session({ browser: false, rights: new Set(['trades.view']), groupScope: ['demo\\*'] }),
    viewer: session({
      browser: false,
      rights: new Set(['accounts.view']),
      groupScope: ['demo\\*'],
    }),
  }),
  services,
  onFailure: (error) => {
    throw error
  },
})

async function ask(path: string, query = '', as = 'trader') {
  const headers = { authorization: `Bearer ${as}` }
  const answer = await front.inject(request({ method: 'GET', path, query, headers }), null)
  return { status: answer.status, ...read(answer) }
}

const candles = (query: string, name = 'EURUSD') => ask(`/trader/v1/symbols/${name}/candles`, query)

// A tick every minute for three hours, up by a point each, the last minute two.
for (let minute = 0; minute <= 180; minute++) {
  const bid = 116_000 + minute
  ring.push(eurusd?.id ?? 0, 5, bid, bid + 10, AT + minute * 60_000)
}

// A question waits for its thread a second at most, and a busy machine starts one later.
while (ring.waiting > 0) await history.upToDate()

t.test('candles come oldest first, the newest one growing', async (t) => {
  const found = await candles('timeframe=H1')
  t.match(found, { status: 200, data: { symbol: 'EURUSD', timeframe: 'H1', digits: 5 } })
  const { items } = found.data as unknown as { items: Record<string, unknown>[] }
  t.equal(items.length, 4)
  t.strictSame(items[0], {
    at: '2026-03-04T10:00:00.000Z',
    open: '1.16000',
    high: '1.16059',
    low: '1.16000',
    close: '1.16059',
    ask_high: '1.16069',
    ask_low: '1.16010',
    ticks: 60,
    complete: true,
  })
  t.match(items[3], { at: '2026-03-04T13:00:00.000Z', ticks: 1, complete: false })
})

t.test('from, to and limit choose; days are those of the server clock', async (t) => {
  const times = async (query: string) => {
    const { data } = await candles(query)
    const { items } = data as unknown as { items: { at: string }[] }
    return items.map(({ at }) => at.slice(11, 16))
  }
  t.same(await times('timeframe=M30&limit=2'), ['12:30', '13:00'])
  t.same(await times('timeframe=M30&from=2026-03-04T10:10:00Z&limit=2'), ['10:30', '11:00'])
  t.same(await times('timeframe=M30&to=2026-03-04T11:29:59Z&limit=2'), ['10:30', '11:00'])
  t.same(await times('timeframe=D1&from=2026-03-04&to=2026-03-04'), ['00:00'])
  t.same(await times('timeframe=D1&to=2026-03-03'), [])
  t.equal((await times('timeframe=M1')).length, 181)
})

t.test(
  'a limit is 1 to 5,000, a timeframe one of nine, and a time is one of the calendar',
  async (t) => {
    for (const limit of [1, 5_000]) {
      t.equal((await candles(`timeframe=M1&limit=${limit}`)).status, 200)
    }
    for (const query of [
      'timeframe=M1&limit=0',
      'timeframe=M1&limit=5001',
      '',
      'timeframe=M2',
      'timeframe=M1&x=1',
      'timeframe=M1&from=2026-02-30',
      'timeframe=M1&from=2026-03-05&to=2026-03-04',
    ]) {
      t.match(await candles(query), { status: 400, code: 'invalid_input' }, query)
    }
  },
)

t.test(
  'what the group does not trade is not there: neither its candles nor its terms',
  async (t) => {
    t.match(await candles('timeframe=M1', 'NOSUCH'), { status: 404, code: 'not_found' })
    const before = book
    const { records } = before
    const groups = records.groups.map((group) =>
      group.path === HEDGING
        ? { ...group, symbols: [{ mask: 'EUR*', trade_access: 'disabled' as const }] }
        : group,
    )
    book = compileBook({ ...records, groups }, before)
    t.match(await candles('timeframe=M1'), { status: 404, code: 'not_found' })
    const listed = (await ask('/trader/v1/symbols')).data as unknown as { name: string }[]
    t.notOk(listed.some(({ name }) => name === 'EURUSD'))
    book = before
    t.equal((await candles('timeframe=M1')).status, 200)
  },
)

t.test("symbols come on the terms of the group, without what is the house's own", async (t) => {
  const before = book
  const { records } = before
  const groups = records.groups.map((group) =>
    group.path === HEDGING
      ? {
          ...group,
          symbols: [{ mask: 'EURUSD', volume_max: '7', trade_access: 'long_only' as const }],
        }
      : group,
  )
  book = compileBook({ ...records, groups }, before)
  const { status, data } = await ask('/trader/v1/symbols')
  book = before
  const listed = data as unknown as Record<string, unknown>[]
  t.equal(status, 200)
  t.equal(listed.length, records.symbols.length)
  const found = listed.find(({ name }) => name === 'EURUSD')
  t.match(found, { name: 'EURUSD', path: EURUSD.path, volume_max: '7', trade_access: 'long_only' })
  for (const own of ['quote_source', 'quote_markup_bid_pts', 'filter_max_jump_pts']) {
    t.notOk(own in (found ?? {}), own)
  }
})

t.test('the live socket answers the same as REST, in both codecs', async (t) => {
  const socket = await SocketFront.start(t)
  Object.assign(socket.market, {
    symbols: market.symbols.bind(market),
    candles: market.candles.bind(market),
  })
  const rest = (await candles('timeframe=M5&limit=30')).data
  const symbols = (await ask('/trader/v1/symbols')).data
  for (const protocol of ['openfloor.json', 'openfloor.msgpack']) {
    const known = new Set(socket.shard().opened.keys())
    const client = await socket.connect({ facts: { group: HEDGING } }, protocol)
    const id = [...socket.shard().opened.keys()].find((one) => !known.has(one)) as number
    const say = async (op: 'candles' | 'symbols', frame: number, args: object): Promise<void> => {
      const before = socket.shard().frames.length
      client.send({ id: frame, op, args })
      await socket.shard().until(() => socket.shard().frames.length > before)
      // More than a shard would let through: the front looks itself.
      const control = { op, id: frame, args } as SocketControl
      socket.sockets.onBatch(socket.shard().control(id, control).batch())
    }
    await say('candles', 1, { symbol: 'EURUSD', timeframe: 'M5', limit: 30 })
    await say('symbols', 2, {})
    await say('candles', 3, { symbol: 'NOSUCH', timeframe: 'M5' })
    await say('candles', 4, { symbol: 'EURUSD', timeframe: 'M5', limit: 5_001 })
    await say('symbols', 5, { more: 1 })
    // In the order of the questions.
    const next = () => client.next(() => true)
    t.strictSame(await next(), { id: 1, code: 'ok', message: '', data: rest })
    t.strictSame(await next(), { id: 2, code: 'ok', message: '', data: symbols })
    t.match(await next(), {
      id: 3,
      code: 'not_found',
      data: { reason: 'not_found.symbol_for_account' },
    })
    t.match(await next(), { id: 4, code: 'invalid_input', message: /^limit: / })
    t.match(await next(), { id: 5, code: 'invalid_input', message: /^more: / })
    const waiting = [...socket.sockets.live.all.values()].map(({ inFlight }) => inFlight)
    t.ok(
      waiting.every((inFlight) => inFlight === 0),
      `${waiting}`,
    )
  }
})

const ticks = (query: string, as = 'dealer', id: number | string = eurusd?.id ?? 0) =>
  ask(`/admin/v1/symbols/${id}/ticks`, query, as)
interface TicksPage {
  readonly items: readonly { readonly at: string; readonly bid: string; readonly ask: string }[]
  readonly next: string | null
}
const pageOf = async (query: string) => (await ticks(query)).data as unknown as TicksPage

t.test('ticks come oldest first, and next goes on where a page ends', async (t) => {
  // Three ticks of one moment, on the day after.
  const busyAt = Date.parse('2026-03-05T08:00:00Z')
  const push = (bid: number, at: number) => ring.push(eurusd?.id ?? 0, 5, bid, bid + 10, at)
  for (const bid of [117_001, 117_002, 117_003]) push(bid, busyAt)
  push(117_004, busyAt + 1)
  while (ring.waiting > 0) await history.upToDate()
  const all = await pageOf('from=2026-03-04')
  t.equal(all.items.length, 181)
  t.equal(all.next, null)
  t.same(all.items[0], { at: '2026-03-04T10:00:00.000Z', bid: '1.16000', ask: '1.16010' })
  const first = await pageOf('from=2026-03-04&limit=100')
  t.equal(first.next, '2026-03-04T11:40:00.000Z')
  const second = await pageOf(`from=${first.next}&to=2026-03-04&limit=100`)
  t.same([...first.items, ...second.items], all.items)
  const busy = await pageOf('from=2026-03-05&limit=2')
  t.same(
    busy.items.map(({ bid }) => bid),
    ['1.17001', '1.17002', '1.17003'],
    'those of one moment stand together',
  )
  t.equal(busy.next, '2026-03-05T08:00:00.001Z')
  const between = await pageOf('from=2026-03-04T10:05:00Z&to=2026-03-04T10:07:00Z')
  t.equal(between.items.length, 3)
})

t.test('ticks are told in the prices of a group that the reader reaches', async (t) => {
  const before = book
  const { records } = before
  const groups = records.groups.map((group) =>
    group.path === HEDGING ? { ...group, symbols: [{ mask: 'EUR*', spread_diff_pts: 3 }] } : group,
  )
  book = compileBook({ ...records, groups }, before)
  const query = `from=2026-03-04&limit=1&group=${encodeURIComponent(HEDGING)}`
  t.match((await ticks(query)).data, {
    group: HEDGING,
    items: [{ bid: '1.15999', ask: '1.16012' }],
  })
  t.match((await ticks('from=2026-03-04&limit=1')).data, {
    group: null,
    items: [{ bid: '1.16000' }],
  })
  const off = records.groups.map((group) => ({
    ...group,
    symbols: [{ mask: 'EUR*', trade_access: 'disabled' as const }],
  }))
  book = compileBook({ ...records, groups: off }, before)
  t.match(await ticks(query), { status: 404, code: 'not_found' })
  book = before
  t.match(await ticks('from=2026-03-04&group=real%5Cother'), { status: 404 })
  t.match(await ticks(query, 'viewer'), { status: 403, code: 'forbidden' })
  t.match(await ticks('from=2026-03-04', 'dealer', 999), { status: 404 })
})

t.test('ticks are asked for a day at a time', async (t) => {
  for (const query of [
    '',
    'to=2026-03-04',
    'from=2026-02-30',
    'from=2026-03-04&to=2026-03-03',
    'from=2026-03-04&to=2026-03-05',
    'from=2026-03-04&limit=10001',
    'from=2026-03-04&limit=0',
    'from=2026-03-04&page=1',
  ]) {
    t.match(await ticks(query), { status: 400, code: 'invalid_input' }, query)
  }
  t.equal((await ticks('from=2026-03-04&to=2026-03-04&limit=10000')).status, 200)
})
