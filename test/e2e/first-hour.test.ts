import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { type Answer, ServerProcess, type Signature } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'
import { type Frame, WsClient } from '../given/fronts/ws-client.js'

// The story of the README over real sockets: each step stands on those before it.

const dataDir = scratch(t)
const REQUEST_ID = '3f2b8c1e-5d0a-4b7e-9a51-0c2d4e6f8a10'
const PASSWORDS = { master_password: 'Abcd12!x', investor_password: 'Look34?y' }
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' }

type View = Record<string, unknown>

let server: ServerProcess
t.teardown(() => server?.kill())
let staff: Signature
let login = 0
let trader: Signature
let token = ''
let json: WsClient
let packed: WsClient
let positionId = 0
let lastSeq = ''
let balance = ''
const opened: View[] = []
const heard: string[] = []

async function signIn(): Promise<void> {
  const { data } = await server.ask<{ access_token: string }>(
    'POST /trader/v1/auth/login',
    undefined,
    { login, password: PASSWORDS.master_password, terminal: 'desktop' },
  )
  token = data.access_token
  trader = { headers: { authorization: `Bearer ${token}` } }
}

function connect(protocol: string): Promise<WsClient> {
  return WsClient.open({ port: server.port, protocol, headers: trader.headers })
}

let lastId = 0
async function ask(socket: WsClient, op: string, args: View = {}): Promise<Frame> {
  const id = ++lastId
  socket.send({ id, op, args })
  return socket.reply(id)
}

/** The account's own events up to `seq`, as text. */
async function eventsTo(socket: WsClient, seq: string): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const frame = await socket.next((one) => one.seq !== undefined)
    seen.push(JSON.stringify([frame.seq, frame.event, frame.data]))
    if (frame.seq === seq) return seen
  }
}

/** The account as the tables have it: a read by login may be up to a second old. */
async function listed(): Promise<View> {
  const { data } = await server.ask(`GET /admin/v1/accounts?login=${login}`, staff)
  return (data['items'] as View[])[0] as View
}

function account(): Promise<Answer> {
  return server.ask('GET /trader/v1/account', trader)
}

t.test('the server starts on an empty directory', async (t) => {
  server = await ServerProcess.start({ dataDir })
  t.match(await server.health(), { status: 200, body: { status: 'ok' } })
})

t.test('/openapi.json of the running server is a valid OpenAPI 3.1 document', async (t) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/openapi.json`)
  t.equal(response.status, 200)
  const document = (await response.json()) as { openapi: string; paths: View }
  const { valid, errors } = await new Validator().validate(document)
  t.ok(valid, JSON.stringify(errors)?.slice(0, 500))
  t.match(document.openapi, /^3\.1\./)
  for (const path of ['/admin/v1/accounts', '/trader/v1/account', '/health']) {
    t.ok(document.paths[path], path)
  }
  const page = await fetch(`http://127.0.0.1:${server.port}/docs/api`)
  t.match(await page.text(), /\/admin\/v1\/accounts/)
})

t.test('staff signs in, opens an account and puts money in', async (t) => {
  staff = await server.signInStaff()
  const created = await server.ask('POST /admin/v1/accounts', staff, {
    group: 'demo\\standard',
    name: 'Ada',
    ...PASSWORDS,
  })
  t.match(created, { status: 200, data: { login: 1001, name: 'Ada', balance: '0.00' } })
  login = created.data['login'] as number
  const body = { action: 'deposit', amount: '10000.00', request_id: REQUEST_ID }
  const path = `POST /admin/v1/accounts/${login}/balance`
  const moved = await server.ask(path, staff, body)
  t.match(moved, { status: 200, data: { amount: '10000.00', status: 'done' } })
  t.same((await server.ask(path, staff, body)).data, moved.data)
})

t.test('the trader signs in and sees the money', async (t) => {
  await signIn()
  t.match(await account(), { status: 200, data: { login, money: { balance: '10000.00' } } })
})

t.test('the live socket speaks both codecs, by header or by first frame', async (t) => {
  packed = await connect('openfloor.msgpack')
  t.match(await ask(packed, 'ping'), { code: 'ok' })
  json = await WsClient.open({ port: server.port, protocol: 'openfloor.json' })
  t.match(await ask(json, 'auth', { access_token: token }), { code: 'ok' })
})

t.test('quotes move', async (t) => {
  const moved = async (socket: WsClient): Promise<void> => {
    t.match(await ask(socket, 'subscribe', { symbols: ['EURUSD'] }), { code: 'ok' })
    const prices = new Set<unknown>()
    while (prices.size < 2) prices.add((await socket.event('quote')).data?.['b'])
    t.ok([...prices].every((price) => /^1\.\d{5}$/.test(String(price))))
  }
  await Promise.all([moved(json), moved(packed)])
  const { data } = await server.ask('GET /admin/v1/symbols/1/quotes', staff)
  t.match(data, { symbol: 'EURUSD', bid: /^1\.\d{5}$/, high: /^1\./, low: /^1\./ })
  t.ok(Number(data['low']) <= Number(data['bid']) && Number(data['bid']) <= Number(data['high']))
})

t.test('candles have the quotes that were heard, over REST and both codecs', async (t) => {
  const args = { symbol: 'EURUSD', timeframe: 'MN', limit: 1 }
  const path = 'GET /trader/v1/symbols/EURUSD/candles?timeframe=MN&limit=1'
  const answers = [
    (await server.ask(path, trader)).data,
    (await ask(json, 'candles', args)).data,
    (await ask(packed, 'candles', args)).data,
  ] as { items: View[] }[]
  let ticks = 2
  for (const { items } of answers) {
    t.match(items, [{ open: /^1\.\d{5}$/, complete: false }])
    t.ok(Number(items[0]?.['ticks']) >= ticks, `${items[0]?.['ticks']} ticks`)
    ticks = Number(items[0]?.['ticks'])
  }
  const listed = await server.ask<View[]>('GET /trader/v1/symbols', trader)
  t.match(listed.data[0], { name: 'EURUSD', digits: 5, trade_access: 'full' })
  t.same((await ask(packed, 'symbols')).data, listed.data)
})

t.test('an order opens a position, and its repeat answers the same and does nothing', async (t) => {
  const first = await ask(json, 'trade', { ...OPEN, client_order_id: 'my-1' })
  t.match(first, { code: 'ok', data: { volume: '0.1', price: /^1\./ } })
  const again = await ask(packed, 'trade', { ...OPEN, client_order_id: 'my-1' })
  t.same(again.data, first.data)
  const other = await ask(json, 'trade', { ...OPEN, volume: '0.20', client_order_id: 'my-1' })
  t.match(other, { code: 'conflict' })
  const traded = { status: 409, code: 'conflict', message: /has been traded/ }
  t.match(await server.ask('DELETE /admin/v1/symbols/1', staff), traded)
  positionId = first.data?.['position_id'] as number
  opened.push(first.data as View)
  const { data } = await ask(json, 'snapshot')
  t.match(data, { seq: first.data?.['seq'], positions: [{ id: positionId, volume: '0.1' }] })
})

t.test('a part is closed, then the rest', async (t) => {
  const close = { kind: 'close', position_id: positionId }
  const part = await ask(packed, 'trade', { ...close, volume: '0.04', client_order_id: 'my-2' })
  t.match(part, { code: 'ok', data: { volume: '0.04', position_id: positionId } })
  const half = await ask(packed, 'snapshot')
  t.match(half.data, { positions: [{ id: positionId, volume: '0.06' }] })
  const rest = await ask(json, 'trade', { ...close, client_order_id: 'my-3' })
  t.match(rest, { code: 'ok', data: { volume: '0.06' } })
  lastSeq = String(rest.data?.['seq'])
  const flat = await ask(json, 'snapshot')
  t.match(flat.data, { positions: { length: 0 }, seq: lastSeq })
})

t.test('both sockets heard the same, and resume from 0 tells it all again', async (t) => {
  const [one, other] = [await eventsTo(json, lastSeq), await eventsTo(packed, lastSeq)]
  t.same(one, other)
  const resumed = await ask(json, 'resume', { seq: '0' })
  t.match(resumed, { code: 'ok', data: { from: '0', to: lastSeq } })
  heard.push(...(await eventsTo(json, lastSeq)))
  t.equal(heard.length, Number(lastSeq))
  t.same(heard.slice(-one.length), one)
})

t.test('the balance is the sum of the deals', async (t) => {
  const deals = heard.map((line) => JSON.parse(line) as [string, string, View])
  const cents = deals
    .filter(([, event]) => event === 'deal')
    .flatMap(([, , deal]) => ['profit', 'swap', 'commission', 'fee'].map((part) => deal[part]))
    .reduce<number>((sum, text) => sum + Math.round(Number(text) * 100), 0)
  const { data } = await account()
  balance = (data['money'] as { balance: string }).balance
  t.equal(Math.round(Number(balance) * 100), cents)
  t.match(data['money'], { equity: balance, margin: '0.00', margin_level: null })
})

t.test(
  'staff hears of a setting that changes and reads who changed it, the trader hears of it',
  async (t) => {
    const desk = await WsClient.open({
      port: server.port,
      path: '/admin/v1/socket',
      protocol: 'openfloor.msgpack',
      headers: { ...staff.headers, origin: `http://127.0.0.1:${server.port}` },
    })
    t.match(await ask(desk, 'watch_config'), { code: 'ok' })
    t.match(await ask(desk, 'watch_journal'), { code: 'ok' })
    const holiday = { month: 12, day: 25, description: 'Christmas' }
    const { data } = await server.ask('POST /admin/v1/holidays', staff, holiday)
    const changed = { kind: 'holidays', id: data['id'], version: 1 }
    const key = '0000-12-25 Christmas'
    t.same((await desk.event('config_changed')).data, { ...changed, key })
    for (const socket of [packed, json]) {
      t.same((await socket.event('config_changed')).data, changed)
    }
    const line = (await desk.event('journal')).data
    t.match(line, { actor: 1, kind: 'config', text: /Christmas/ })
    const read = await server.ask('GET /admin/v1/journal?kind=config&limit=1', staff)
    t.same(read.data['items'], [line])
    desk.destroy()
  },
)

t.test(
  'a sign-out answers, closes the sockets of its session, and the token is dead',
  async (t) => {
    t.match(await ask(packed, 'logout'), { code: 'ok' })
    t.match(await packed.closing(), { code: 4001 })
    t.match(await json.closing(), { code: 4001 })
    t.match(await account(), { status: 401, code: 'auth.session_expired' })
  },
)

t.test('after a restart everything is still there', async (t) => {
  let before = await listed()
  // The list's stored figures follow the trade when the projector has it.
  while (before['balance'] !== balance) {
    await moment()
    before = await listed()
  }
  t.match(await server.terminate(), { code: 0 })
  server = await ServerProcess.start({ dataDir })
  const after = await listed()
  const { at: _before, ...moneyBefore } = before['money'] as View
  const { at: _after, ...moneyAfter } = after['money'] as View
  t.same({ ...after, money: moneyAfter }, { ...before, money: moneyBefore })
  const deleted = await server.ask('DELETE /admin/v1/symbols/1', staff)
  t.match(deleted, { status: 409, message: /has been traded/ })
  await signIn()
  const socket = await connect('openfloor.json')
  await ask(socket, 'resume', { seq: '0' })
  t.same(await eventsTo(socket, lastSeq), heard)
  const again = await ask(socket, 'trade', { ...OPEN, client_order_id: 'my-1' })
  t.same(again.data, opened[0])
  const body = { action: 'deposit', amount: '10000.00', request_id: REQUEST_ID }
  const moved = await server.ask(`POST /admin/v1/accounts/${login}/balance`, staff, body)
  t.match(moved, { status: 200, data: { amount: '10000.00' } })
  t.match((await account()).data, { money: { balance, seq: lastSeq } })
  socket.destroy()
  t.match(await server.terminate(), { code: 0 })
})
