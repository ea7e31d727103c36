import { join } from 'node:path'
import t, { type Test } from 'tap'
import { clusterOf, directoryOwner } from '../../storage/stored-cluster.js'
import type { Cluster } from '../../wire/stored/cluster.js'
import { clusterEnv, entriesOutOfPlace, joinFrom, makeCluster } from '../given/cluster.js'
import { scratch } from '../given/desk.js'
import { type Postgres, postgresPrograms, startPostgres } from '../given/postgres.js'
import { AnsweredOrders } from '../given/records/answered-orders.js'
import { differencesOfNodes } from '../given/twin.js'
import { verifyAll } from './audit.js'
import { Programs } from './failover/programs.js'
import { CHEAP_SERVER, pause, ServerProcess, type StaffSession } from './server-process.js'
import type { Signature } from './server-rest.js'

// Two nodes of one server: one works, the other follows and takes over, and nothing that was answered is lost or doubled.
// Programs with API keys, a follower and a receiver of webhooks go with the active node.
// TAKEOVERS=10 is the drill.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
const SHARDS = 2
const ORDERS = 12
const ROUNDS = Number(process.env['TAKEOVERS'] ?? 2)
const ENDS = ['SIGKILL', 'SIGSTOP', 'SIGTERM'] as const
/** What a busy machine takes on top of the fifteen seconds that a take-over may last. */
const BACK_WITHIN_MS = 15_000 + 30_000
/** Whoever asks more often takes the processor from the node that starts. */
const LOOK_MS = 50
/** Between requests with a key that the spare may not know yet. */
const KEY_LOOK_MS = 500

t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>
type Name = 'a' | 'b'

interface Given {
  /** Whose servers these are. */
  readonly whole: Test
  readonly postgres: Postgres
  readonly directories: Readonly<Record<Name, string>>
  readonly staff: StaffSession
  readonly orders: AnsweredOrders
  /** Of the account whose orders these are. */
  readonly login: number
  readonly programs: Programs
  active: ServerProcess
  spare: ServerProcess
}

t.test('a spare takes over from a node that is gone, each way', { skip }, async (t) => {
  const given = await begun(t)
  await t.test('lists are asked of the spare', (t) => listsOfSpare(t, given))
  await t.test('only the active node sends webhooks', (t) => given.programs.sentByOneNode(t))
  for (let round = 0; round < ROUNDS; round++) {
    const gone = round % 2 === 0 ? 'a' : 'b'
    const end = ENDS[round % ENDS.length] ?? 'SIGKILL'
    await t.test(`${round}: ${end} of ${gone}`, (t) => takenOver(t, given, gone, end))
  }
  await t.test('a follower and a receiver of webhooks have everything once', (t) =>
    given.programs.compare(t, given.active, given.staff),
  )
  await given.spare.kill()
  await t.test('another version of the server is refused', (t) => otherVersion(t, given))
  await given.active.kill()
  const { cluster, url } = clusterGiven(given)
  t.same(await differencesOfNodes(cluster, url, given.directories), [], 'the same, row for row')
  for (const directory of Object.values(given.directories)) {
    t.same(await verifyAll(directory, SHARDS), [])
  }
})

/** Pages that take `min_projection_seq`: the spare has them as the active node has, or says that it is not there yet. */
async function listsOfSpare(
  t: Test,
  { active, spare, staff, orders, login }: Given,
): Promise<void> {
  await orders.send(active, ORDERS)
  const scoped = await active.openStaff(staff, ['trades.view'], ['demo\\standard'])
  const newest = await newestOf(active)
  for (const path of [
    'accounts',
    'accounts/window',
    'deals',
    'deals/window',
    // So few that a read of them never ends early on a busy machine.
    'events?limit=20',
    'deals/window/count',
    'orders',
    'orders/history',
    'positions',
    'positions/closed',
    'positions/window',
    `accounts/${login}/deals`,
    `accounts/${login}/daily`,
  ]) {
    const fenced = `GET /admin/v1/${path}${path.includes('?') ? '&' : '?'}min_projection_seq=${newest}`
    const [here, there] = [
      await current(active, fenced, staff),
      await current(spare, fenced, staff),
    ]
    // Either node may have read on meanwhile: the place after the events is its own.
    const next = path.startsWith('events') ? { next: '' } : {}
    t.same({ ...withoutOwn(there), ...next }, { ...withoutOwn(here), ...next }, path)
  }
  const far = `GET /admin/v1/deals?min_projection_seq=${newest + 1_000_000}`
  t.match((await spare.ask<Row>(far, staff)).data, { consistency: 'projection_pending', items: [] })

  // Rights and scope are those of the active node; who signs out there is out here.
  const deals = `GET /admin/v1/deals?min_projection_seq=${newest}`
  const all = Number((await current(spare, deals, staff))['total'])
  const own = Number((await current(spare, deals, scoped))['total'])
  t.ok(own < all, `${own} of ${all}`)
  t.equal((await current(active, deals, scoped))['total'], own)
  const accounts = await spare.ask(`GET /admin/v1/accounts?min_projection_seq=${newest}`, scoped)
  t.match(accounts, { status: 403, code: 'forbidden' })
  await active.sure('POST /admin/v1/auth/logout', scoped, {})
  while ((await spare.ask(deals, scoped)).code === 'ok') await pause(LOOK_MS)
  t.match(await spare.ask(deals, scoped), { status: 401, code: 'auth.session_expired' })

  await keysOfSpare(t, deals, { active, spare, staff })

  // Without the fence, and of what is no list, nothing is answered.
  for (const what of ['GET /admin/v1/deals', 'GET /admin/v1/settings?min_projection_seq=0']) {
    t.match(await spare.ask(what, staff), { status: 503, code: 'unavailable' })
  }
  t.match(await spare.ask('POST /admin/v1/accounts', staff, {}), { status: 503 })
  t.match((await spare.health()).body, { answers_lists: true })
}

/** An API key of the active node opens lists of the spare, too, and is refused there within two seconds of its end. */
async function keysOfSpare(
  t: Test,
  deals: string,
  { active, spare, staff }: Pick<Given, 'active' | 'spare' | 'staff'>,
): Promise<void> {
  const asked = { name: 'Data warehouse', ip_allow: ['127.0.0.1'], rights: ['trades.view'] }
  const made = await active.ask<Row>('POST /admin/v1/api-keys', staff, asked)
  const key = { headers: { authorization: `Bearer ${String(made.data['key'])}` } }
  // Waits until the spare has read the new key: it blocks an address that sends too many unknown keys.
  await current(spare, `GET /admin/v1/deals?min_projection_seq=${await newestOf(active)}`, staff)
  t.match(await current(spare, deals, key, KEY_LOOK_MS), { consistency: 'current' })
  await active.ask(`DELETE /admin/v1/api-keys/${String(made.data['id'])}`, staff)
  const from = performance.now()
  while ((await spare.ask(deals, key)).code === 'ok') await pause(LOOK_MS)
  const ms = performance.now() - from
  t.ok(ms < 2_000, `the spare refused the key after ${Math.round(ms)} ms`)
  t.match(await spare.ask(deals, key), { status: 401, code: 'auth.session_expired' })
}

/** Of a server that is well: a busy machine keeps its databases silent now and then. */
async function newestOf(server: ServerProcess): Promise<number> {
  for (;;) {
    const { status, body } = await server.health()
    if (status === 200) return Number(body.seq)
    await pause(LOOK_MS)
  }
}

/** The page, once the tables are that far. */
async function current(
  server: ServerProcess,
  what: string,
  staff: Signature,
  lookMs = LOOK_MS,
): Promise<Row> {
  for (;;) {
    const answer = await server.ask<Row>(what, staff)
    if (!['ok', 'unavailable', 'auth.session_expired'].includes(answer.code)) {
      throw new Error(`${what}: ${answer.code} ${answer.message}`)
    }
    if (answer.data?.['consistency'] === 'current') return answer.data
    await pause(lookMs)
  }
}

/** What each node says of its own answer is left out. */
function withoutOwn({
  before,
  after,
  query_id,
  page_id,
  calculated_at,
  projection_seq,
  ...page
}: Row): Row {
  return page
}

/** As it is met by who upgrades the spare before the active node. */
async function otherVersion(t: Test, { active, spare, postgres, directories }: Given) {
  const name = spare.dataDir === directories.a ? 'a' : 'b'
  const [found] = await postgres.sql('SELECT table_steps::float8 AS steps FROM cluster')
  const steps = Number(found?.['steps'])
  for (const [by, why] of [
    [1, /is of a newer version of the server/],
    [-1, /is active with an older version of the server/],
  ] as const) {
    await postgres.sql(`UPDATE cluster SET table_steps = ${steps + by}`)
    const started = ServerProcess.following({
      shards: SHARDS,
      script: CHEAP_SERVER,
      dataDir: spare.dataDir,
      env: clusterEnv(postgres, name),
    })
    await t.rejects(started, why)
  }
  await postgres.sql(`UPDATE cluster SET table_steps = ${steps}`)
  t.equal((await active.health()).status, 200, 'the other works on')
}

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
  await makeCluster(directories.a, postgres, SHARDS, CHEAP_SERVER)
  const active = await started(t, postgres, 'a', directories.a)
  const staff = await active.signInStaff()
  const its = await Programs.begin(t, active, staff)
  const login = await active.openAccount(staff, 'demo\\netting', '1000000.00')
  const trader = await active.signInTrader(login)
  await joinFrom(directories.a, directories.b, postgres)
  const orders = new AnsweredOrders(trader)
  const given = { whole: t, postgres, directories, staff, orders, login, programs: its, active }
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
  const { active, spare, staff, orders, postgres, directories } = given
  await orders.send(active, ORDERS)
  const refused = await spare.ask('GET /admin/v1/accounts', staff)
  t.match(refused, { code: 'unavailable', message: /This is the standby node/ })
  const opened = await active.openAccount(staff, 'demo\\netting', '50.00')
  await given.programs.leave(active, staff)
  const begun = performance.now()
  if (end === 'SIGTERM') await active.terminate()
  else process.kill(active.pid, end)
  while ((await spare.health()).status !== 200) await pause(LOOK_MS)
  const ms = Math.round(performance.now() - begun)
  t.ok(ms < BACK_WITHIN_MS, `${ms} ms`)
  t.match(spare.output, /this node takes over/)
  await given.programs.goOn(t, spare)

  const found = await spare.ask<Row>(`GET /admin/v1/accounts/${opened}`, staff)
  t.match(found.data, { login: opened, balance: '50.00' }, 'what staff did last is there')
  await orders.audit(t, spare)
  await orders.send(spare, ORDERS)
  await orders.audit(t, spare)
  t.equal(await entriesOutOfPlace(postgres), 0, 'without gaps, and epochs do not fall')

  if (end === 'SIGSTOP') {
    process.kill(active.pid, 'SIGCONT')
    t.match(await active.exited, { code: 75 }, 'who wakes up answers nothing any more, and ends')
  }
  await active.exited
  given.active = spare
  given.spare = await following(given.whole, postgres, gone, directories[gone])
}
