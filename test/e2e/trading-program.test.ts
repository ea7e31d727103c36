import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { freePort } from '../../bench/free-port.js'
import type { View } from '../crash/account-fold.js'
import { verifyAll } from '../crash/audit.js'
import {
  allDeals,
  DELAY_MS,
  delayOrders,
  deposit,
  isTheServers,
  ofDemoTrader,
} from '../crash/client-drill.js'
import { CHEAP_SERVER, pause, ServerProcess } from '../crash/server-process.js'
import { scratch } from '../given/desk.js'

// The program of docs/build/trading-program.md, run as it is written there while its server is killed twice.

const PROGRAM = fileURLToPath(
  new URL('../../../docs/examples/trading-program.mjs', import.meta.url),
)
const ORDERS = 12
const SHARDS = 1
/** The orders that have their end when the server is killed. */
const KILLS = [4, 10]
/** Less than a start takes: what nobody knows of after one is too late. */
const LIFE_MS = '900'
t.setTimeout(0)

interface PlacedOrder {
  readonly client_order_id: string
  readonly not_after: string
  readonly code: string
}

t.test('nothing is doubled, nothing late, and the picture is the server’s', async (t) => {
  const dataDir = scratch(t)
  const port = await freePort()
  const options = { dataDir, script: CHEAP_SERVER, env: { PORT: String(port) } }
  let server = await ServerProcess.start(options)
  t.teardown(() => server.kill())
  const password = await delayOrders(server)
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
    await deposit(server, lines.length)
    child.kill('SIGCONT')
  }
  t.equal(await ended, 0)
  const picture = lines.pop() as View
  const placed = lines as unknown as PlacedOrder[]
  const trader = await ofDemoTrader(t, server, password)

  const all = await allDeals(server, trader)
  const deals = all.filter(({ entry }) => entry !== 'balance')
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

  const shown = await isTheServers(t, port, trader, picture)
  t.equal(picture['seq'], String(shown.seq))
  t.ok(shown.positions.size > 0)
  t.same(await verifyAll(dataDir, SHARDS), [])
})
