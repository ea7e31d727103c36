import t, { type Test } from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { STAFF_ONLY_FIELDS } from '../../wire/account/account-fields.js'
import { ServerProcess, type Signature } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'
import { type Frame, WsClient } from '../given/fronts/ws-client.js'
import { keptRow } from '../given/records/kept-row.js'
import { resolved } from '../given/resolved.js'

// Every kind of row on every way out of one server, field by field; and what no trader is told on any.

type Row = Readonly<Record<string, unknown>>
type Rows = readonly Row[]

/** The notes that staff keep about the account, in words and numbers that are nowhere else. */
const KEPT = {
  comment: 'kept-comment',
  color: 'kept-color',
  lead_campaign: 'kept-campaign',
  lead_source: 'kept-source',
  agent: 918_273_641,
  client_id: 918_273_642,
  policy_revision: 918_273_643,
  last_ip: '203.0.113.77',
  api_ip_allow: '["203.0.113.77"]',
} as const satisfies Record<(typeof STAFF_ONLY_FIELDS)[number], unknown>
const MARK = /kept-|91827364|203\.0\.113\.77/
const PASSWORD = 'Abcd12!x'

const dataDir = scratch(t)
let server = await ServerProcess.start({ dataDir })
t.teardown(() => server.kill())
let staff: Signature = await server.signInStaff()
const made = await server.ask('POST /admin/v1/accounts', staff, {
  group: 'demo\\standard',
  name: 'Ada',
  comment: KEPT.comment,
  lead_campaign: KEPT.lead_campaign,
  lead_source: KEPT.lead_source,
  master_password: PASSWORD,
  investor_password: 'Look34?y',
})
const login = Number(made.data['login'])
await server.terminate()
setKept()
server = await ServerProcess.start({ dataDir })
staff = await server.signInStaff()

/** No route sets all of it. */
function setKept(): void {
  const db = openWriter(sqlitePath(dataDir))
  const names = Object.keys(KEPT)
  const sets = names.map((name) => `${name} = ?`).join(', ')
  db.prepare<unknown[]>(`UPDATE accounts SET ${sets} WHERE login = ?`).run(
    ...Object.values(KEPT),
    login,
  )
  db.close()
}

/** Everything that the trader was ever answered or told, with the way it came. */
const told: [way: string, what: unknown][] = []

const session = await server.ask<{ access_token: string }>(
  'POST /trader/v1/auth/login',
  undefined,
  { login, password: PASSWORD, terminal: 'desktop' },
)
told.push(['login', session.data])
const trader: Signature = { headers: { authorization: `Bearer ${session.data.access_token}` } }

async function read<Data = Row>(path: string, body?: object): Promise<Data> {
  const answer = await server.ask(`${body === undefined ? 'GET' : 'POST'} ${path}`, trader, body)
  told.push([path, answer])
  if (answer.status !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
  return answer.data as Data
}

async function readAsStaff<Data = Row>(path: string): Promise<Data> {
  const answer = await server.ask(`GET ${path}`, staff)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
  return answer.data as Data
}

/** A list from the tables when they have come as far as the newest trade. */
async function settled(ask: (path: string) => Promise<Row>, path: string): Promise<Rows> {
  const join = path.includes('?') ? '&' : '?'
  for (;;) {
    const page = await ask(`${path}${join}min_projection_seq=${projectionSeq}`)
    if (page['consistency'] === 'current') return page['items'] as Rows
    await moment()
  }
}

const [json, packed] = await Promise.all(
  ['openfloor.json', 'openfloor.msgpack'].map((protocol) =>
    WsClient.open({ port: server.port, protocol, ...trader }),
  ),
)
const desk = await WsClient.open({
  port: server.port,
  path: '/admin/v1/socket',
  headers: { ...staff.headers, origin: `http://127.0.0.1:${server.port}` },
})
let lastId = 0
let projectionSeq = '0'

async function ask(socket: WsClient | undefined, op: string, args: object = {}): Promise<Row> {
  const id = ++lastId
  socket?.send({ id, op, args })
  const reply = (await socket?.reply(id)) as Frame
  if (socket !== desk) told.push([op, reply])
  if (!/^(ok|trade\.placed)$/.test(reply.code ?? '')) {
    throw new Error(`${op}: ${reply.code} ${reply.message}`)
  }
  return reply.data ?? {}
}

async function trade(body: object): Promise<Row> {
  const answer = await ask(json, 'trade', body)
  projectionSeq = String(answer['projection_seq'])
  return answer
}

/** The events and rows that one way told, by `seq`. */
type Told = ReadonlyMap<string, { readonly event: string; readonly row: Row }>

function eventsOf(socket: WsClient | undefined, isStaff = false): Told {
  const events = new Map<string, { event: string; row: Row }>()
  for (const { event = '', seq, data } of socket?.frames ?? []) {
    if (!isStaff) told.push([event, data])
    if (seq !== undefined) events.set(seq, { event, row: data ?? {} })
  }
  return events
}

/** The row as if it had been told whole; the order of fields is nobody's. */
const sorted = (row: Row | undefined): Row =>
  Object.fromEntries(Object.entries(row ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const withoutNulls = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
const namesOf = (row: Row | undefined): string[] => Object.keys(row ?? {}).toSorted()
const byId = (rows: Rows, id: unknown): Row => rows.find((row) => row['id'] === id) ?? {}

interface Schema {
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Schema>>
  readonly items: Schema
}

interface Api {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
const served = await fetch(`http://127.0.0.1:${server.port}/openapi.json`)
const api = resolved((await served.json()) as Api)

/** The fields of the data that the documents say a route answers; of a list's rows, where it is one. */
function documented(method: string, path: string): string[] {
  const route = api.paths[path]?.[method] as {
    responses: { 200: { content: { 'application/json': { schema: { allOf: [Schema, Schema] } } } } }
  }
  const [, own] = route.responses[200].content['application/json'].schema.allOf
  const { data } = own.properties
  const items = data?.properties?.['items']?.items ?? data?.items ?? data
  return [...(items?.required ?? [])].toSorted()
}

await ask(desk, 'watch', { logins: [login] })
await server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, {
  action: 'deposit',
  amount: '10000.00',
  request_id: '3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a10',
})
const EURUSD = { symbol: 'EURUSD', side: 'buy', volume: '0.10' }
/** The trade that is done once, and asked for again over REST. */
const PLAIN = { kind: 'open', ...EURUSD, client_order_id: 'rows-1' }
const plain = await trade(PLAIN)
const stopped = await trade({
  kind: 'open',
  ...EURUSD,
  stop_loss: '0.50000',
  take_profit: '2.00000',
  trailing_pts: 100_000,
  comment: 'with stops',
})
const order = await trade({
  kind: 'place',
  ...EURUSD,
  order_kind: 'limit',
  price: '0.60000',
  stop_loss: '0.55000',
  expiration: 'specified',
  expires_at: '2099-01-01T00:00:00Z',
  comment: 'waits',
})
await trade({ kind: 'place', ...EURUSD, order_kind: 'limit', price: '0.50000' })
await trade({ kind: 'close', position_id: stopped['position_id'], volume: '0.04' })
const over = await trade({ kind: 'open', ...EURUSD, side: 'sell' })
await trade({ kind: 'close', position_id: over['position_id'] })
const dealt = await server.ask(`POST /admin/v1/accounts/${login}/trade`, staff, {
  kind: 'open',
  ...EURUSD,
})
const patched = await server.ask(`PATCH /admin/v1/positions/${dealt.data['position_id']}`, staff, {
  comment: 'put right',
})
// A change that stands in the tables after all of the above.
await trade({ kind: 'change', order_id: order['order_id'], price: '0.61000' })
await Promise.all([ask(packed, 'ping'), ask(desk, 'ping')])
const resumed = await WsClient.open({ port: server.port, protocol: 'openfloor.json', ...trader })
const [events, packedEvents, watched] = [eventsOf(json), eventsOf(packed), eventsOf(desk, true)]
const { to } = await ask(resumed, 'resume', { seq: '0' })
resumed.frames.push(await resumed.next(({ seq }) => seq === to))
const all = eventsOf(resumed)

t.test(
  'an event is the same row in both codecs, live and again, to holder and staff',
  async (t) => {
    t.ok(events.size > 20, `${events.size} events`)
    t.equal(all.size, Number(to))
    for (const [seq, { event, row }] of events) {
      t.same(packedEvents.get(seq), { event, row }, `${seq} in MessagePack`)
      t.same(all.get(seq), { event, row }, `${seq} again`)
      const name = event === 'correction' ? 'position' : event
      t.same(watched.get(seq), { event: name, row }, `${seq} as staff hear it`)
    }
  },
)

/** The newest row that was told of each id. */
function newest(...kinds: readonly string[]): Map<unknown, Row> {
  const rows = new Map<unknown, Row>()
  for (const { event, row } of all.values()) if (kinds.includes(event)) rows.set(row['id'], row)
  return rows
}

/** An event names no field that the list has not, and nothing in either is absent but by null. */
function checkRows(t: Test, rows: Rows, events: ReadonlyMap<unknown, Row>, path: string): void {
  t.ok(rows.length > 0, `${path} has rows`)
  const names = documented('get', path)
  for (const row of rows) {
    t.same(namesOf(row), names, `${path} has what is documented`)
    t.same(sorted(keptRow(row)), sorted(keptRow(events.get(row['id']) ?? {})), `${path} as told`)
    t.ok(!Object.values(row).some((value) => value === '' || value === 0), `${path}: no empties`)
  }
}

const TRADER = '/trader/v1'
const OF_LOGIN = `/admin/v1/accounts/${login}`
const OF_ANY = '/admin/v1/accounts/{login}'

t.test('orders: history and lists, of trader and staff, are the events', async (t) => {
  const told = newest('order')
  const own = await settled(read, `${TRADER}/orders/history`)
  checkRows(t, own, told, `${TRADER}/orders/history`)
  t.same(await settled(readAsStaff, `${OF_LOGIN}/orders/history`), own)
  t.same(await settled(readAsStaff, '/admin/v1/orders/history'), own)
  t.same(
    documented('get', `${OF_ANY}/orders/history`),
    documented('get', '/admin/v1/orders/history'),
  )
  t.ok(own.every((row) => !('price_current' in row)))

  const open = await read<Rows>(`${TRADER}/orders`)
  checkRows(t, open, told, `${TRADER}/orders`)
  const asStaff = [
    await readAsStaff<Rows>(`${OF_LOGIN}/orders`),
    await settled(readAsStaff, '/admin/v1/orders'),
    (await ask(json, 'snapshot'))['orders'] as Rows,
    (await ask(packed, 'snapshot'))['orders'] as Rows,
  ]
  for (const rows of asStaff) sameButLive(t, rows, open)
})

/** Prices move between two questions: of live figures only that they are there is the same. */
function sameButLive(t: Test, rows: Rows, others: Rows): void {
  const kept = (list: Rows) => {
    const byNumber = list.toSorted((a, b) => Number(a['id']) - Number(b['id']))
    return byNumber.map((row) => [namesOf(row), sorted(keptRow(row))])
  }
  t.same(kept(rows), kept(others))
  for (const row of rows) t.match(row['price_current'], /^\d+\.\d{5}$/)
}

t.test('positions: lists, one alone, snapshots and the answer to a correction', async (t) => {
  const told = newest('position', 'correction')
  const own = await read<Rows>(`${TRADER}/positions`)
  t.equal(own.length, 3)
  checkRows(t, own, told, `${TRADER}/positions`)
  const one = await readAsStaff(`/admin/v1/positions/${plain['position_id']}`)
  sameButLive(t, [one], [byId(own, plain['position_id'])])
  sameButLive(t, [patched.data as Row], [byId(own, dealt.data['position_id'])])
  const lists = [
    await readAsStaff<Rows>(`${OF_LOGIN}/positions`),
    await settled(readAsStaff, '/admin/v1/positions'),
    (await ask(json, 'snapshot'))['positions'] as Rows,
    (await ask(packed, 'snapshot'))['positions'] as Rows,
  ]
  for (const rows of lists) {
    sameButLive(t, rows, own)
    for (const row of rows) t.match(row, { profit: /^-?\d+\.\d\d$/, margin: /^\d+\.\d\d$/ })
  }
  for (const path of ['/admin/v1/positions', '/admin/v1/positions/{id}', `${OF_ANY}/positions`]) {
    t.same(documented('get', path), documented('get', `${TRADER}/positions`), path)
  }
})

t.test(
  'the end of a position is in its event, and the closed one is the same to all',
  async (t) => {
    const end = newest('position').get(over['position_id']) ?? {}
    t.match(end, { volume: '0', price_close: /^\d/, closed_at: /Z$/ })
    const own = await settled(read, `${TRADER}/positions/closed`)
    t.same(await settled(readAsStaff, `${OF_LOGIN}/positions/closed`), own)
    t.same(await settled(readAsStaff, '/admin/v1/positions/closed'), own)
    const [row] = own
    t.same(namesOf(row), documented('get', `${TRADER}/positions/closed`))
    for (const name of [
      'symbol',
      'digits',
      'side',
      'price_close',
      'closed_at',
      'reason',
      'origin',
    ]) {
      t.same(row?.[name], end[name], name)
    }
    t.ok(!Object.values(row ?? {}).some((value) => value === '' || value === 0))
  },
)

t.test('deals: history of trader and staff is the events', async (t) => {
  const told = newest('deal')
  const own = await settled(read, `${TRADER}/deals`)
  t.equal(own.length, told.size)
  checkDeals(t, own, told)
  t.same(await settled(readAsStaff, `${OF_LOGIN}/deals`), own)
  t.same(await settled(readAsStaff, `/admin/v1/deals?login=${login}`), own)
  t.match(own.at(-1), { entry: 'balance', symbol: null, volume: null, order_id: null, side: null })
})

/** Profit is a figure of a deal, and no live one. */
function checkDeals(t: Test, rows: Rows, events: ReadonlyMap<unknown, Row>): void {
  for (const row of rows) {
    t.same(namesOf(row), documented('get', `${TRADER}/deals`))
    t.same(sorted(withoutNulls(row)), sorted(events.get(row['id'])), 'as told')
    t.ok(!Object.values(row).some((value) => value === '' || value === 0), 'no empties')
  }
}

t.test('answers to trade requests and to checks are the same over socket and REST', async (t) => {
  const again = await read(`${TRADER}/trade`, PLAIN)
  t.same(sorted(again), sorted(plain), 'the first answer')
  t.same(namesOf(again), documented('post', `${TRADER}/trade`))
  t.match(order, { deal_id: null, position_id: null, bid: null, ask: null })
  const check = { kind: 'place', ...EURUSD, order_kind: 'limit', price: '0.60000' }
  const [asked, rest] = [
    await ask(packed, 'check', check),
    await read(`${TRADER}/trade/check`, check),
  ]
  t.same(namesOf(asked), documented('post', `${TRADER}/trade/check`))
  t.same(namesOf(rest), namesOf(asked))
  t.match(
    [asked, rest],
    [
      { volume: '0.1', price: '0.60000', bid: String, ask: String },
      { volume: '0.1', price: '0.60000', bid: String, ask: String },
    ],
  )
})

/** Names of all fields, at any depth. */
function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsIn(inner)])
}

t.test('no trader is told what staff keep about the account', async (t) => {
  const listed = await readAsStaff(OF_LOGIN)
  const { last_ip: _moved, api_ip_allow: networks, ...kept } = KEPT
  t.match(listed, { ...kept, api_ip_allow: JSON.parse(networks) }, 'staff are')
  const account = await read(`${TRADER}/account`)
  t.same(namesOf(account), documented('get', `${TRADER}/account`))
  for (const name of STAFF_ONLY_FIELDS) t.notOk(name in account, `${name} is absent`)

  const routes = Object.entries(api.paths).filter(([path]) => path.startsWith(TRADER))
  const reads = routes.filter(([, methods]) => 'get' in methods).map(([path]) => path)
  t.ok(reads.length >= 9, reads.join(' '))
  for (const path of reads) {
    const asked = path.replace('{name}', 'EURUSD')
    const query = asked.endsWith('/candles') ? '?timeframe=M1' : ''
    told.push([path, await server.ask(`GET ${asked}${query}`, trader)])
  }
  for (const op of ['symbols', 'snapshot']) await ask(json, op)
  for (const socket of [json, packed, resumed]) eventsOf(socket)
  const names = new Set(told.flatMap(([, what]) => fieldsIn(what)))
  // Orders, positions and deals have comments of their own.
  for (const name of STAFF_ONLY_FIELDS) t.notOk(name !== 'comment' && names.has(name), name)
  for (const [way, what] of told) {
    const text = JSON.stringify(what)
    if (MARK.test(text)) t.fail(`${way}: ${text.slice(0, 300)}`)
  }
  t.ok(told.length > 60, `${told.length} answers and frames were looked at`)
  json?.destroy()
  packed?.destroy()
  resumed.destroy()
  desk.destroy()
})
