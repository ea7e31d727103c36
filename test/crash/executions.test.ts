import t from 'tap'
import { moment, scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { ServerProcess, type Signature } from './server-process.js'

// Goal: how orders were carried out survives kill -9 as it was told, over the socket as over REST; of the turn that was
// killed the order is there, at most without the times that nobody had written yet.

const SHARDS = 2
const DEALS = 6
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }

type Row = Readonly<Record<string, unknown>>
type Whole = { readonly orders: readonly Row[]; readonly deals: readonly Row[] }

t.setTimeout(0)

async function priced(server: ServerProcess, trader: Signature): Promise<void> {
  while ((await server.ask('POST /trader/v1/trade/check', trader, OPEN)).code !== 'ok')
    await moment()
}

t.test('how orders were carried out is the same after kill -9', async (t) => {
  const dataDir = scratch(t)
  let server = await ServerProcess.start({ dataDir, shards: SHARDS })
  t.teardown(() => server.kill())
  let staff = await server.signInStaff()
  const deals: unknown[] = []
  const traders: { readonly login: number; readonly signature: Signature }[] = []
  for (let i = 0; i < SHARDS; i++) {
    const login = await server.openAccount(staff, 'demo\\standard', '1000000.00')
    traders.push({ login, signature: await server.signInTrader(login) })
  }
  const [{ signature: first } = { signature: staff }] = traders
  await priced(server, first)
  for (const { signature } of traders) {
    const client = await WsClient.open({ port: server.port, headers: signature.headers })
    for (let i = 0; i < DEALS; i++) client.send({ id: i, op: 'trade', args: OPEN })
    for (let i = 0; i < DEALS; i++) deals.push((await client.reply(i)).data?.['deal_id'])
    client.destroy()
    const { data } = await server.ask<Row>('POST /trader/v1/trade', signature, OPEN)
    deals.push(data['deal_id'])
  }
  const whole = async (id: unknown): Promise<Whole> => {
    const path = `GET /admin/v1/trades/deals/${id}`
    return (await server.ask<Whole>(path, staff)).data
  }
  const before = new Map<unknown, Row>()
  for (const id of deals) {
    for (;;) {
      const { orders, deals: made } = await whole(id)
      const row = { order: times(orders[0]), deal: times(made[0]) }
      if (made[0]?.['told_at'] == null) await moment()
      else {
        t.match(row.order['received_at'], /\.\d{6}Z$/, `deal ${id}: somebody asked for it`)
        before.set(id, row)
        break
      }
    }
  }
  const [last = traders[0]] = traders.slice(-1)
  const { data: untold } = await server.ask<Row>(
    'POST /trader/v1/trade',
    last?.signature ?? staff,
    OPEN,
  )
  await server.kill()
  server = await ServerProcess.start({ dataDir, shards: SHARDS })
  staff = await server.signInStaff()
  for (const [id, row] of before) {
    const { orders, deals: made } = await whole(id)
    t.same({ order: times(orders[0]), deal: times(made[0]) }, row, `deal ${id}`)
  }
  t.match((await whole(untold['deal_id'])).orders, [{ rule_id: 1, state: 'filled' }])
})

const NAMES = [
  'rule_id',
  'price_asked',
  'received_at',
  'decided_at',
  'durable_at',
  'told_at',
  'slippage_pts',
  'slippage',
] as const

/** What of a row is how it was carried out. */
function times(row: Row | undefined): Row {
  return Object.fromEntries(NAMES.map((name) => [name, row?.[name]]))
}
