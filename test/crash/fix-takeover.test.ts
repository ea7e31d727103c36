import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clusterEnv, joinFrom, makeCluster } from '../given/cluster.js'
import { scratch } from '../given/desk.js'
import { FIX_IDS, RESTS_THERE } from '../given/floors/provider-house.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { Counterparty } from '../given/peers/counterparty.js'
import { type Postgres, postgresPrograms, startPostgres } from '../given/postgres.js'
import { FixCounterparty } from '../given/quickfix/fix-counterparty.js'
import { freePort, noQuickfix } from '../given/quickfix/quickfix-peer.js'
import { priced } from '../given/records/answered-orders.js'
import { auditProvider } from '../given/records/provider-audit.js'
import { verifyAll } from './audit.js'
import { serverNow } from './server-clock.js'
import { CHEAP_SERVER, pause, ServerProcess, type TraderSession } from './server-process.js'

// Goal: a node that takes over speaks with the provider where the other one left off. The provider is a QuickFIX with one session for both:
// it lets the second node in, is sent nothing twice, and orders that were in doubt come to their end.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : noQuickfix
const LOOK_MS = 50

t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>
type Name = 'a' | 'b'

interface Given {
  readonly postgres: Postgres
  readonly party: Counterparty
  readonly fix: FixCounterparty
  readonly directories: Readonly<Record<Name, string>>
  readonly trader: TraderSession
}

t.test('who takes over goes on with the session of a provider', { skip }, async (t) => {
  const postgres = await startPostgres(programs ?? '')
  t.teardown(() => postgres.stop())
  const party = await Counterparty.start()
  const place = scratch(t)
  const fix = await FixCounterparty.start(party, {
    port: await freePort(),
    directory: scratch(t),
  })
  t.teardown(async () => {
    await fix.stop()
    await party.stop()
  })
  fix.setClock(serverNow())
  const directories = { a: join(place, 'a'), b: join(place, 'b') }
  await makeCluster(directories.a, postgres, 1, CHEAP_SERVER)
  const first = await ServerProcess.start(optionsOf('a', directories.a, postgres))
  t.teardown(() => first.kill())
  const trader = await opened(first, party, fix)
  const given: Given = { postgres, party, fix, directories, trader }

  await traded(t, given, first, 'filled')
  const resting = await rested(t, given, first)
  await joinFrom(directories.a, directories.b, postgres)
  const second = await following(t, given, 'b')

  await leftInDoubt(given, first)
  await worksAndIsOnline(t, given, second, 2)
  await resolved(t, given, second)
  await deleted(t, given, second, resting)
  await traded(t, given, second, 'by-the-second')

  const again = await following(t, given, 'a')
  await second.kill()
  await worksAndIsOnline(t, given, again, 3)
  await traded(t, given, again, 'by-the-first-again')

  const logons = numbersOf(fix, /^admin-in .*\|35=A\|/)
  t.equal(logons.length, 3, 'each was let in at its first try')
  for (const [at, number] of logons.entries()) {
    t.ok(number > (logons[at - 1] ?? 0), `logon ${at}: message ${number}`)
  }
  t.same(fix.repeated, [], 'what the provider asks for again is told as nothing')
  t.same(party.doubled, [])
  t.equal(party.orders.size, 6)
  await again.kill()
  const { problems, open } = await auditProvider(party, directories.a, 1)
  t.same([...problems, ...open], [])
  t.same(await verifyAll(directories.a, 1), [])
})

function optionsOf(node: Name, dataDir: string, postgres: Postgres) {
  return { dataDir, script: CHEAP_SERVER, env: clusterEnv(postgres, node) }
}

async function following(t: Test, given: Given, node: Name): Promise<ServerProcess> {
  const { directories, postgres } = given
  const server = await ServerProcess.following(optionsOf(node, directories[node], postgres))
  t.teardown(() => server.kill())
  return server
}

/** A gateway to the provider, a rule that sends all orders there, and a trader with money. */
async function opened(server: ServerProcess, party: Counterparty, fix: FixCounterparty) {
  const staff = await server.signInStaff()
  await server.sure('POST /admin/v1/gateways', staff, {
    name: 'Provider',
    server: fix.address,
    params: [...FIX_IDS, RESTS_THERE, { name: 'Order Placement Timeout', value: '120' }],
    reconnect_sec: 1,
    series_pause_sec: 1,
  })
  const rule = { name: 'out', position: 1, action: 'gateway', dealers: [1] }
  await server.sure('POST /admin/v1/routing', staff, rule)
  const trader = await server.signInTrader(
    await server.openAccount(staff, 'demo\\standard', '100000.00'),
  )
  await party.until(({ isOnline }) => isOnline)
  await priced(server, trader)
  return trader
}

async function asked({ port }: ServerProcess, { headers }: TraderSession, args: object) {
  const client = await WsClient.open({ port, headers })
  client.send({ id: 1, op: 'trade', args })
  return client
}

function buying(client_order_id: string) {
  return { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.1', client_order_id }
}

async function traded(t: Test, given: Given, server: ServerProcess, id: string): Promise<void> {
  given.party.policy = (order, party) => party.fill(order.id, order.quantity)
  await priced(server, given.trader)
  const client = await asked(server, given.trader, buying(id))
  t.match(await client.reply(1), { code: 'ok' }, id)
  client.destroy()
}

/** An order that rests at the provider; its id. */
async function rested(t: Test, { party, trader }: Given, server: ServerProcess): Promise<number> {
  party.policy = (order) => party.accept(order.id)
  const order = { order_kind: 'limit', price: '1.00000' }
  const client = await asked(server, trader, { ...buying('rests'), kind: 'place', ...order })
  const { code, data } = await client.reply(1)
  t.equal(code, 'trade.placed')
  client.destroy()
  return Number(data?.['order_id'])
}

/** Two orders are at the provider: one is filled, and the node ends before it can read that; of the other one nothing is said. */
async function leftInDoubt({ party, fix, trader }: Given, server: ServerProcess): Promise<void> {
  party.policy = () => undefined
  const there: string[] = []
  for (const id of ['answered', 'on-its-way']) {
    const before = new Set(party.orders.keys())
    await asked(server, trader, buying(id))
    await party.until(({ orders }) => orders.size > before.size)
    there.push([...party.orders.keys()].find((one) => !before.has(one)) ?? '')
  }
  process.kill(server.pid, 'SIGSTOP')
  const [answered = ''] = there
  party.fill(answered, party.held(answered).order.quantity)
  await party.until(({ untaken }) => untaken === 0)
  // What was said before is on the line by then.
  fix.peer.say('numbers')
  await fix.peer.until(/^numbers /)
  await server.kill()
}

async function worksAndIsOnline(
  t: Test,
  { party }: Given,
  server: ServerProcess,
  logons: number,
): Promise<void> {
  while ((await server.health()).status !== 200) await pause(LOOK_MS)
  await party.until((one) => one.isOnline && one.logons >= logons)
  t.equal(party.logons, logons, 'the provider lets it in')
}

/** What the provider had filled is booked; the other one is asked for, waits on, and is filled. */
async function resolved(t: Test, given: Given, server: ServerProcess): Promise<void> {
  const { party } = given
  t.match(await outcome(given, server, 'answered'), { deal_id: /\d/ }, 'as the provider had said')
  const waiting = [...party.orders].filter(([, { state }]) => state === 'working')
  const [id = ''] = waiting.find(([, { order }]) => order.rest === undefined) ?? []
  await party.until(({ asks }) => asks.includes(id))
  party.fill(id, party.held(id).order.quantity)
  t.match(await outcome(given, server, 'on-its-way'), { deal_id: /\d/ }, 'as it says now')
}

/** What became of an order, when it has. */
async function outcome({ trader }: Given, server: ServerProcess, id: string): Promise<Row> {
  const path = `GET /trader/v1/orders/by-client-id/${encodeURIComponent(id)}`
  for (;;) {
    const { code, data } = await server.ask<Row>(path, trader)
    if (code === 'ok') return data
    await pause(LOOK_MS)
  }
}

async function deleted(t: Test, given: Given, server: ServerProcess, order_id: number) {
  const client = await asked(server, given.trader, { kind: 'delete', order_id })
  t.match(await client.reply(1), { code: 'ok' }, 'the order that rested there')
  client.destroy()
}

/** Numbers of the messages that the provider printed. */
function numbersOf({ peer }: FixCounterparty, what: RegExp): number[] {
  return peer.lines
    .filter((line) => what.test(line))
    .map((line) => Number(/\|34=(\d+)\|/.exec(line)?.[1]))
}
