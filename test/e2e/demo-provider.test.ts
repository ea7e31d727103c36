import t from 'tap'
import { verifyAll } from '../crash/audit.js'
import { ServerProcess, type Signature } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'

// A fresh demo set sends the orders of its A-book group to the built-in provider, over FIX, and shows what comes back.

const SHARDS = 1
const GROUP = 'real\\a-book'
const EURUSD = { symbol: 'EURUSD', side: 'buy' }
const dataDir = scratch(t)

type View = Record<string, unknown>

let server: ServerProcess
let staff: Signature
let trader: Signature
let login = 0
t.teardown(() => server?.kill())

/** Nothing of this machine may be dialled but the built-in provider. */
async function start(): Promise<void> {
  server = await ServerProcess.start({
    dataDir,
    env: { DEMO_PROVIDER: 'fix44', SHARDS: String(SHARDS), OUTBOUND_ALLOW: '' },
  })
  staff = await server.signInStaff()
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    await moment()
  }
}

async function itemsAt(path: string, signature: Signature): Promise<View[]> {
  const { data } = await server.ask<View | View[]>(`GET ${path}`, signature)
  return Array.isArray(data) ? data : (data['items'] as View[])
}

function statusOf(path: string, isIt: (row: View) => boolean): Promise<View> {
  return until(async () => (await itemsAt(path, staff)).find(isIt))
}

function trade(request: object): Promise<{ code: string; data: View }> {
  return server.ask('POST /trader/v1/trade', trader, request)
}

async function isQuoted(): Promise<true | undefined> {
  const { data } = await server.ask('GET /admin/v1/symbols/1/quotes', staff)
  return data['bid'] === null || data['bid'] === undefined ? undefined : true
}

t.test('a fresh demo set has a datafeed and a gateway of the built-in provider', async (t) => {
  await start()
  const feed = await statusOf('/admin/v1/datafeeds/statuses', ({ state }) => state === 'online')
  t.match(feed, { last_error: '' })
  await statusOf('/admin/v1/gateways/statuses', ({ state }) => state === 'online')
  const [shown] = await itemsAt('/admin/v1/gateways', staff)
  t.match(shown, { name: 'Simulator', module: 'fix44', server: '127.0.0.1:0', has_password: false })
  await until(isQuoted)
  const instruments = await until(async () => {
    const rows = await itemsAt('/admin/v1/gateways/1/instruments', staff)
    return rows.length === 0 ? undefined : rows
  })
  t.equal(instruments.length, 12)
})

t.test('an order of the A-book group is filled by the provider', async (t) => {
  login = await server.openAccount(staff, GROUP, '1000000.00')
  trader = await server.signInTrader(login)
  const opened = await trade({ kind: 'open', ...EURUSD, volume: '0.10', client_order_id: 'one' })
  t.match(opened, { code: 'ok', data: { volume: '0.1' } })
  const { order_id, position_id } = opened.data
  // The tables follow what was answered.
  const deal = await until(async () => {
    const deals = await itemsAt('/trader/v1/deals', trader)
    return deals.find((each) => each['order_id'] === order_id)
  })
  t.match(deal, { entry: 'in', side: 'buy', volume: '0.1', price: opened.data['price'] })
  const way = await until(async () => {
    const { data } = await server.ask<{ orders: View[]; deals: View[] }>(
      `GET /admin/v1/trades/orders/${order_id}`,
      staff,
    )
    return data.deals?.[0]?.['told_at'] == null ? undefined : data
  })
  const [sent] = way.orders
  const steps = ['received_at', 'sent_at', 'acknowledged_at', 'provider_filled_at']
  const times = [...steps.map((name) => sent?.[name]), way.deals[0]?.['told_at']]
  for (const time of times) t.match(time, /\.\d{6}Z$/)
  // Threads read one clock, the wall's milliseconds begin each turn: two of them may differ by one.
  const apart = times
    .slice(1)
    .map((time, i) => Date.parse(String(time)) - Date.parse(String(times[i])))
  t.ok(
    apart.every((ms) => ms >= -2),
    `${times}`,
  )
  const side = Number(sent?.['ask'])
  const given = Number(opened.data['price'])
  const points = Math.round((side - given) * 100_000)
  t.match(way.deals[0], { slippage_pts: points, slippage: String(points / 10) }, 'of 0.1 lots')
  t.match(await trade({ kind: 'close', position_id, client_order_id: 'two' }), { code: 'ok' })
  const status = await statusOf('/admin/v1/gateways/statuses', ({ fills }) => fills === 2)
  t.match(status, { orders: 2, rejects: 0 })
  // A fill is known before its order is no more open at the provider.
  const metrics = await until(async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
    return /^openfloor_gateway_orders_open\{gateway="1"\} 0$/m.test(text) ? text : undefined
  })
  for (const figure of ['online', 'logons']) {
    t.match(metrics, new RegExp(`^openfloor_gateway_${figure}\\{gateway="1"\\} 1$`, 'm'))
  }
  for (const figure of ['orders_sent', 'fills', 'fill_seconds_count']) {
    t.match(metrics, new RegExp(`^openfloor_gateway_${figure}\\{gateway="1"\\} 2$`, 'm'))
  }
  t.match(metrics, /^openfloor_gateway_fill_seconds_bucket\{gateway="1",le="10"\} 2$/m)
  t.match(metrics, /^openfloor_datafeed_online\{datafeed="1"\} 1$/m)
  t.match(metrics, /^openfloor_datafeed_bytes_in\{datafeed="1"\} [1-9]/m)
})

t.test('an order that is larger than the book is filled in part', async (t) => {
  const large = { kind: 'open', ...EURUSD, volume: '90', filling: 'ioc', client_order_id: 'three' }
  const { code, data } = await trade(large)
  t.equal(code, 'trade.partial')
  t.ok(Number(data['volume']) > 0 && Number(data['volume']) < 90, String(data['volume']))
  const { position_id } = data
  const { code: closed } = await trade({ kind: 'close', position_id, client_order_id: 'four' })
  t.match(closed, /^(ok|trade.partial)$/)
})

t.test('an order that is at the provider when all of it is killed is settled', async (t) => {
  const exchange = { execution: 'exchange', filling: ['fok', 'ioc', 'return'] }
  await server.change('/admin/v1/symbols/1', staff, exchange)
  const far = { order_kind: 'limit', price: '0.50000', volume: '0.1', client_order_id: 'far' }
  const placed = await trade({ kind: 'place', ...EURUSD, ...far })
  t.match(placed, { code: 'trade.placed' })
  const large = { ...EURUSD, volume: '95', filling: 'return', client_order_id: 'five' }
  const before = (await itemsAt('/trader/v1/positions', trader)).map(({ id }) => id)
  // Its answer never comes: the server is killed first.
  trade({ kind: 'open', ...large }).catch(() => undefined)
  const held = await until(async () => {
    const open = await itemsAt('/trader/v1/positions', trader)
    return open.find(({ id }) => !before.includes(id))
  })
  const filled = Number(held['volume'])
  t.ok(filled > 0 && filled < 95, `the kill meets it at ${filled} of 95`)
  t.match(await server.kill(), { signal: 'SIGKILL' })
  await start()
  trader = await server.signInTrader(login)
  // The provider has begun anew and knows nothing of it: what was filled stands, the rest is gone.
  const [resting] = await until(async () => {
    const orders = await itemsAt('/trader/v1/orders', trader)
    return orders.length === 1 ? orders : undefined
  })
  t.match(
    resting,
    { client_order_id: 'far', state: 'placed' },
    'what rests here is there as before',
  )
  const { id: order_id } = resting as View
  t.match(await trade({ kind: 'delete', order_id, client_order_id: 'gone' }), { code: 'ok' })
  const outcome = await server.ask('GET /trader/v1/orders/by-client-id/five', trader)
  t.equal(outcome.code, 'trade.partial')
  const kept = await itemsAt('/trader/v1/positions', trader)
  const position = kept.find(({ id }) => id === held['id'])
  t.ok(Number(position?.['volume']) >= filled && Number(position?.['volume']) < 95)
  await until(isQuoted)
  // As much at a time as the provider's book takes.
  for (let part = 1; ; part++) {
    const [open] = await itemsAt('/trader/v1/positions', trader)
    if (open === undefined) break
    const closing = { kind: 'close', position_id: open['id'], client_order_id: `part-${part}` }
    t.match(await trade(closing), { code: /^(ok|trade.partial|trade.cancelled)$/ })
  }
  t.match(await server.terminate(), { code: 0 })
  t.same(await verifyAll(dataDir, SHARDS), [])
})
