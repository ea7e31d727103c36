import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort } from '../../bench/free-port.js'
import { AccountFold, canonical, type View } from '../crash/account-fold.js'
import { verifyAll } from '../crash/audit.js'
import { pause, ServerProcess, type Signature } from '../crash/server-process.js'
import { moment, scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { keptRow } from '../given/records/kept-row.js'

// The program of docs/trading-by-program.md, run as it is written there while its server is killed twice.

const PROGRAM = fileURLToPath(
  new URL('../../../docs/examples/trading-program.mjs', import.meta.url),
)
const ORDERS = 12
const SHARDS = 1
/** The orders that have their end when the server is killed. */
const KILLS = [4, 10]
/** Less than a start takes: what nobody knows of after one is too late. */
const LIFE_MS = '900'
/** In the middle of it a kill meets an order that is not decided. */
const DELAY_MS = 200
const DELAY = {
  name: 'Wait a moment',
  position: 1,
  action: 'delay',
  action_value: String(DELAY_MS),
  request_kinds: ['open'],
}
t.setTimeout(0)

interface PlacedOrder {
  readonly client_order_id: string
  readonly not_after: string
  readonly code: string
}

async function ofDemoTrader(server: ServerProcess, password: string): Promise<Signature> {
  const body = { login: 100, password, terminal: 'desktop' }
  const { code, data } = await server.ask('POST /trader/v1/auth/login', undefined, body)
  t.equal(code, 'ok')
  return { headers: { authorization: `Bearer ${data['access_token']}` } }
}

async function allDeals(server: ServerProcess, trader: Signature): Promise<readonly View[]> {
  for (;;) {
    const { body } = await server.health()
    if (body.seq !== undefined && body.seq === body.projection_seq) break
    await moment()
  }
  const { data } = await server.ask('GET /trader/v1/deals?limit=1000', trader)
  return (data['items'] as View[]).filter(({ entry }) => entry !== 'balance')
}

t.test('nothing is doubled, nothing late, and the picture is the server’s', async (t) => {
  const dataDir = scratch(t)
  const port = await freePort()
  const options = { dataDir, env: { PORT: String(port) } }
  let server = await ServerProcess.start(options)
  t.teardown(() => server.kill())
  await server.sure('POST /admin/v1/routing', await server.signInStaff(), DELAY)
  const password = /Demo trader: login 100, password (\S+)/.exec(server.output)?.[1] ?? ''
  const child = spawn(process.execPath, ['--experimental-websocket', '--no-warnings', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      BASE: `http://127.0.0.1:${port}`,
      RUN: 'drill',
      PASSWORD: password,
      ORDERS: String(ORDERS),
      LIFE_MS,
    },
  })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines: View[] = []
  for await (const line of createInterface(child.stdout)) {
    lines.push(JSON.parse(line))
    if (!KILLS.includes(lines.length)) continue
    await pause(DELAY_MS / 2)
    child.kill('SIGSTOP')
    await server.kill()
    server = await ServerProcess.start(options)
    // What comes about while the program is away.
    const request_id = `00000000-0000-4000-8000-${String(lines.length).padStart(12, '0')}`
    const deposit = { action: 'deposit', amount: '7.25', request_id }
    await server.sure('POST /admin/v1/accounts/100/balance', await server.signInStaff(), deposit)
    child.kill('SIGCONT')
  }
  t.equal(await ended, 0)
  const picture = lines.pop() as View
  const placed = lines as unknown as PlacedOrder[]
  const trader = await ofDemoTrader(server, password)

  const deals = await allDeals(server, trader)
  const done = placed.filter(({ code }) => code === 'ok')
  const names = (rows: readonly View[]) => rows.map((row) => row['client_order_id']).toSorted()
  t.same(names(deals), names(lines.filter(({ code }) => code === 'ok')), 'one deal each')
  t.equal(new Set(placed.map((one) => one.client_order_id)).size, placed.length)
  for (const { client_order_id, not_after } of done) {
    const deal = deals.find((one) => one['client_order_id'] === client_order_id)
    t.ok(String(deal?.['at']) <= not_after, `${client_order_id} in time`)
  }
  t.comment(placed.map(({ code }) => code).join(' '))
  t.ok(done.length >= ORDERS / 2, `${done.length} of ${placed.length} were done`)
  t.ok(done.length < placed.length, 'a kill met one that was not decided')

  const socket = await WsClient.open({ port, headers: trader.headers })
  socket.send({ id: 1, op: 'snapshot' })
  const { data } = await socket.reply(1)
  socket.destroy()
  const shown = new AccountFold()
  shown.ground(data as View)
  t.equal(picture['seq'], String(shown.seq))
  t.equal(Math.round(Number(picture['balance']) * 100), shown.balance)
  for (const list of ['positions', 'orders'] as const) {
    const rows = (picture[list] as View[]).map((row) => canonical(keptRow(row)))
    t.same(rows.toSorted(), [...shown[list].values()].map(canonical).toSorted(), list)
  }
  t.ok(shown.positions.size > 0)
  t.same(await verifyAll(dataDir, SHARDS), [])
})
