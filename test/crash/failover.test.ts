import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clusterOf, directoryOwner } from '../../storage/stored-cluster.js'
import type { Cluster } from '../../wire/stored/cluster.js'
import { clusterEnv, makeReplicated } from '../given/cluster.js'
import { openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { type Postgres, postgresPrograms, startPostgres } from '../given/postgres.js'
import { differencesOfNodes } from '../given/twin.js'
import {
  CHEAP_SERVER,
  ServerProcess,
  type StaffSession,
  type TraderSession,
} from './server-process.js'

// Two nodes of one server: one works, the other follows and takes over, and nothing that was answered is lost or doubled.
// `node dist/test/crash/failover.test.js 200` takes over that often.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
const SHARDS = 2
const ORDERS = 12
const ROUNDS = Number(process.argv[2] ?? 2)
const ENDS = ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const
/** What a busy machine takes on top of the fifteen seconds that a take-over may last. */
const BACK_WITHIN_MS = 15_000 + 30_000

t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>
type Name = 'a' | 'b'

interface Given {
  /** Whose servers these are. */
  readonly whole: Test
  readonly postgres: Postgres
  readonly directories: Readonly<Record<Name, string>>
  readonly staff: StaffSession
  readonly trader: TraderSession
  /** Client ids of orders that were answered, each with its deal. */
  readonly answered: Map<string, unknown>
  active: ServerProcess
  spare: ServerProcess
}

t.test('a spare takes over from a node that is gone, each way', { skip }, async (t) => {
  const given = await begun(t)
  for (let round = 0; round < ROUNDS; round++) {
    const gone = round % 2 === 0 ? 'a' : 'b'
    const end = ENDS[round % ENDS.length] ?? 'SIGKILL'
    await t.test(`${round}: ${end} of ${gone}`, (t) => takenOver(t, given, gone, end))
  }
  for (const node of [given.spare, given.active]) await node.kill()
  const { cluster, url } = clusterGiven(given)
  t.same(await differencesOfNodes(cluster, url, given.directories), [], 'the same, row for row')
  for (const directory of Object.values(given.directories)) {
    const verified = await openfloor(['verify'], { DATA_DIR: directory })
    t.match(verified, { code: 0 }, verified.stderr)
  }
})

function clusterGiven({ directories, postgres }: Given): { cluster: Cluster; url: string } {
  const cluster = clusterOf(directoryOwner(directories.a))
  if (cluster === undefined) throw new Error('it is of a cluster')
  return { cluster, url: clusterEnv(postgres)['DATABASE_URL'] ?? '' }
}

async function begun(t: Test): Promise<Given> {
  const postgres = await startPostgres(programs ?? '')
  t.teardown(() => postgres.stop())
  const place = scratch(t)
  const directories = { a: join(place, 'a'), b: join(place, 'b') }
  await makeReplicated(directories.a, postgres, SHARDS, CHEAP_SERVER)
  const active = await started(t, postgres, 'a', directories.a)
  const staff = await active.signInStaff()
  const login = await active.openAccount(staff, 'demo\\netting', '1000000.00')
  const trader = await active.signInTrader(login)
  const backup = join(place, 'backup')
  const env = (node: Name) => ({ ...clusterEnv(postgres, node), DATA_DIR: directories[node] })
  for (const [words, node] of [
    [['backup', backup, '--with-key'], 'a'],
    [['replicate', 'join', backup], 'b'],
  ] as const) {
    const end = await openfloor(words, env(node))
    if (end.code !== 0) throw new Error(end.stderr)
  }
  const given = { whole: t, postgres, directories, staff, trader, answered: new Map(), active }
  return { ...given, spare: await following(t, postgres, 'b', directories.b) }
}

async function started(t: Test, postgres: Postgres, node: Name, dataDir: string) {
  const options = { shards: SHARDS, script: CHEAP_SERVER, dataDir, env: clusterEnv(postgres, node) }
  const server = await ServerProcess.start(options)
  t.teardown(() => server.kill())
  return server
}

/** A node that finds another one at work. */
async function following(t: Test, postgres: Postgres, node: Name, dataDir: string) {
  const options = { shards: SHARDS, script: CHEAP_SERVER, dataDir, env: clusterEnv(postgres, node) }
  const server = await ServerProcess.following(options)
  t.teardown(() => server.kill())
  t.equal((await server.health()).status, 503)
  return server
}

async function takenOver(
  t: Test,
  given: Given,
  gone: Name,
  end: (typeof ENDS)[number],
): Promise<void> {
  const { active, spare, staff, postgres, directories } = given
  await ordered(given, active)
  const refused = await spare.ask('GET /admin/v1/accounts', staff)
  t.match(refused, { code: 'unavailable', message: /follows the one at work/ })
  const opened = await active.openAccount(staff, 'demo\\netting', '50.00')
  const begun = performance.now()
  if (end === 'SIGTERM') await active.terminate()
  else process.kill(active.pid, end)
  while ((await spare.health()).status !== 200) await moment()
  const ms = Math.round(performance.now() - begun)
  t.ok(ms < BACK_WITHIN_MS, `${ms} ms`)
  t.match(spare.output, /this node takes over/)

  const found = await spare.ask<Row>(`GET /admin/v1/accounts/${opened}`, staff)
  t.match(found.data, { login: opened, balance: '50.00' }, 'what staff did last is there')
  await audited(t, given, spare)
  await ordered(given, spare)
  await audited(t, given, spare)

  if (end === 'SIGSTOP') {
    process.kill(active.pid, 'SIGCONT')
    t.match(await active.exited, { code: 75 }, 'who wakes up answers nothing any more, and ends')
  }
  await active.exited
  given.active = spare
  given.spare = await following(given.whole, postgres, gone, directories[gone])
}

async function priced(server: ServerProcess, trader: TraderSession): Promise<void> {
  const body = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  while ((await server.ask('POST /trader/v1/trade/check', trader, body)).code !== 'ok') {
    await moment()
  }
}

async function ordered({ trader, answered }: Given, server: ServerProcess): Promise<void> {
  await priced(server, trader)
  const client = await WsClient.open({ port: server.port, headers: trader.headers })
  for (let count = 0; count < ORDERS; count++) {
    const id = answered.size
    const open = { kind: 'open', symbol: 'EURUSD', side: id % 2 === 0 ? 'buy' : 'sell' }
    const client_order_id = `order-${id}`
    client.send({ id, op: 'trade', args: { ...open, volume: '0.01', client_order_id } })
    const { code, data } = await client.reply(id)
    if (code !== 'ok') throw new Error(`order ${id}: ${code}`)
    answered.set(client_order_id, data?.['deal_id'])
  }
  client.destroy()
}

/** Each order is one deal, as it was answered. */
async function audited(t: Test, { trader, answered }: Given, server: ServerProcess): Promise<void> {
  for (const [id, deal] of answered) {
    const { code, data } = await server.ask<Row>(`GET /trader/v1/orders/by-client-id/${id}`, trader)
    if (code !== 'ok' || data['deal_id'] !== deal) t.fail(`${id}: ${code}`)
  }
  let dealt: readonly Row[] = []
  while (dealt.length < answered.size) {
    const { data } = await server.ask<Row>('GET /trader/v1/deals?limit=1000', trader)
    const items = (data['items'] ?? []) as readonly Row[]
    dealt = items.filter(({ entry }) => entry !== 'balance')
    await moment()
  }
  t.equal(dealt.length, answered.size, 'one deal each, and none beside')
}
