import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { clusterEnv, entriesOutOfPlace, forgetLogs, PASSWORD } from '../given/cluster.js'
import { type CommandEnd, openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { type Postgres, postgresPrograms, startPostgres } from '../given/postgres.js'
import { AnsweredOrders } from '../given/records/answered-orders.js'
import { CHEAP_SERVER, pause, ServerProcess, type StaffSession } from './server-process.js'

// A server whose logs a quorum of databases keeps: what is answered is there, and nothing of it is lost or doubled
// whoever is killed.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
const SHARDS = 2
const SERVER = { shards: SHARDS, script: CHEAP_SERVER }
const ORDERS = 24
const UNWELL_WITHIN_MS = 2_000
/** What a busy machine takes on top. */
const SLACK_MS = 3_000
/** Whoever asks more often takes the processor from what is waited for. */
const LOOK_MS = 20

t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>

interface Given {
  dataDir: string
  readonly place: string
  readonly postgres: Postgres
  env: Record<string, string>
  server: ServerProcess | undefined
  orders: AnsweredOrders | undefined
}

t.test('a server whose logs a quorum keeps', { skip }, async (t) => {
  const postgres = await startPostgres(programs ?? '')
  const place = scratch(t)
  const given: Given = {
    dataDir: join(place, 'data'),
    place,
    postgres,
    env: clusterEnv(postgres),
    server: undefined,
    orders: undefined,
  }
  t.teardown(async () => {
    await given.server?.kill()
    await postgres.stop()
  })
  for (const [what, run] of Object.entries(STEPS)) await t.test(what, (t) => run(t, given))
})

const STEPS: Readonly<Record<string, (t: Test, given: Given) => Promise<void>>> = {
  'a directory becomes one of a cluster, and knows it': begun,
  'orders are answered once the database has them': traded,
  'a quorum that is silent: nothing is answered, and /health says why': silenced,
  'a database that is killed under load': crashed,
  'after kill -9 an empty log fills itself, and a change of the desk that was on its way is done once':
    changed,
  'another node that takes the log ends the process': shutOut,
  'another directory goes on from a backup': joined,
  'a directory alone again': left,
}

function command(
  given: Given,
  words: string,
  more: Record<string, string> = {},
): Promise<CommandEnd> {
  return openfloor(words.split(' '), { DATA_DIR: given.dataDir, ...given.env, ...more })
}

function refused(given: Given, env: Record<string, string>, dataDir = given.dataDir) {
  return ServerProcess.refused({ ...SERVER, dataDir, env: { DEMO: '0', ...env } })
}

async function started(given: Given, env = given.env): Promise<ServerProcess> {
  given.server = await ServerProcess.start({ ...SERVER, dataDir: given.dataDir, env })
  return given.server
}

async function begun(t: Test, given: Given): Promise<void> {
  const { env, place } = given
  t.match(await refused(given, env), { code: 1, output: /start it once without DATABASE_URL/ })
  const first = await started(given, {})
  await first.terminate()
  t.match(await refused(given, env), { code: 1, output: /of no cluster: openfloor replicate init/ })
  t.match(await command(given, 'replicate status'), { code: 1, stderr: /it has no cluster/ })
  t.match(await command(given, 'replicate init'), { code: 0, stdout: /is of the cluster/ })
  t.match(await command(given, 'replicate init'), { code: 0, stdout: /nothing to do/ })
  const status = await command(given, 'replicate status')
  t.match(status, {
    code: 0,
    stdout: /primary\n.*2 shards\ndesk: nobody has taken it yet.*\nshard 0: nobody/,
  })
  const alone = { DATABASE_URL: '', NODE_NAME: '' }
  t.match(await refused(given, alone), { code: 1, output: /set DATABASE_URL and NODE_NAME/ })
  t.match(await command(given, 'reshard 3'), { code: 1, stderr: /openfloor replicate leave/ })
  t.match(await command(given, 'replicate join x', {}), { code: 1 })

  const other = join(place, 'other')
  cpSync(given.dataDir, other, { recursive: true })
  const db = openWriter(sqlitePath(other))
  metaRepo(db).remove('cluster_id')
  metaRepo(db).set('server_id', 'other')
  db.close()
  const taken = await command(given, 'replicate init', { DATA_DIR: other })
  t.match(taken, { code: 1, stderr: /of another server/ })
  t.notMatch(JSON.stringify([status, taken]), PASSWORD)
}

async function traded(t: Test, given: Given): Promise<void> {
  const server = await started(given)
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\netting', '1000000.00')
  given.orders = new AnsweredOrders(await server.signInTrader(login))
  await given.orders.send(server, 2)
  await audited(t, given)
  t.match(await command(given, 'replicate status'), { code: 0, stdout: /shard 1: a since 20/ })
  // What wants a stopped server takes nothing from one that runs.
  const reset = await command(given, 'admin reset-password 1')
  t.match(reset, { code: 1, stderr: /is running. Stop it first/ })
  await given.orders.send(server, 1)
  await audited(t, given)
  t.notMatch(server.output, PASSWORD)
}

async function silenced(t: Test, given: Given): Promise<void> {
  const { postgres } = given
  const { server, orders } = running(given)
  const client = await orders.connect(server)
  const before = client.frames.length
  postgres.keeper('SIGSTOP')
  const stopped = performance.now()
  const ordering = orders.sendOn(client, 1)
  let health = await server.health()
  while (health.status === 200) {
    await pause(LOOK_MS)
    health = await server.health()
  }
  const ms = Math.round(performance.now() - stopped)
  t.ok(ms < UNWELL_WITHIN_MS + SLACK_MS, `unwell after ${ms} ms`)
  t.match(health.body, {
    status: 'unhealthy',
    reason: /The quorum of databases does not confirm/,
    coded_notes: [{ code: 'server.quorum' }],
  })
  t.notOk(
    client.frames.slice(before).some(({ id }) => id !== undefined),
    'nothing is answered',
  )
  postgres.keeper('SIGCONT')
  await ordering
  while ((await server.health()).status !== 200) await pause(LOOK_MS)
  client.destroy()
  await audited(t, given)
}

async function crashed(t: Test, given: Given): Promise<void> {
  const { postgres } = given
  const { server, orders } = running(given)
  for (let kill = 0; kill < 2; kill++) {
    const client = await orders.connect(server)
    const ordering = orders.sendThrough(server, client, ORDERS)
    // Before the first is answered, and in the middle of them.
    if (kill > 0) await moment()
    await postgres.crash()
    await ordering
    client.destroy()
    while ((await server.health()).status !== 200) await pause(LOOK_MS)
  }
  const page = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const figure = (name: string): number =>
    Number(new RegExp(`^openfloor_replica_${name} (\\S+)$`, 'm').exec(page)?.[1] ?? Number.NaN)
  const shards = [0, 1].map((shard) => figure(`append_unknown_total{shard="${shard}"}`))
  t.ok(Math.max(...shards) > 0, 'what was on its way was not known at first')
  t.ok(figure('confirmed_age_seconds{shard="0"}') < 2)
  t.ok(figure('epoch{shard="1"}') > 0)
  const appended = [0, 1].map((shard) => figure(`append_seconds_count{shard="${shard}"}`))
  t.ok(Math.max(...appended) > 0)
  await audited(t, given)
}

async function shutOut(t: Test, given: Given): Promise<void> {
  const { server, postgres } = given
  await postgres.sql(
    `UPDATE shard_lease SET holder = 'b', epoch = epoch + 1000000, expires = clock_timestamp() + '2 s' WHERE shard = 0`,
  )
  t.match(await server?.exited, { code: 75, signal: null })
  t.match(server?.output, /another node has taken a log: this process ends/)
  const again = await started(given)
  await running(given).orders.send(again, 1)
  await audited(t, given)
}

const ONCE = {
  group: 'demo\\netting',
  name: 'Once',
  master_password: 'Crash#2026ma',
  investor_password: 'Crash#2026in',
}

/** The primary has the change, no standby does, and nobody was answered: then the server is killed. */
async function changed(t: Test, given: Given): Promise<void> {
  const { postgres } = given
  const { server, orders } = running(given)
  const staff = await server.signInStaff()
  const headers = { ...staff.headers, 'idempotency-key': randomUUID() }
  const opened = (of: ServerProcess) => of.ask('POST /admin/v1/accounts', { headers }, ONCE)
  const underway = async (): Promise<number> => {
    const [row] = await postgres.sql(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE 'INSERT INTO log_entry%'`,
    )
    return Number(row?.['n'])
  }
  postgres.keeper('SIGSTOP')
  const waiting = opened(server).catch(() => undefined)
  while ((await underway()) === 0) await pause(LOOK_MS)
  await server.kill()
  t.not((await waiting)?.code, 'ok', 'nobody was told that it is done')
  postgres.keeper('SIGCONT')
  forgetLogs(given.dataDir)
  const again = await started(given)
  t.match(again.output, /entries of the quorum came into the log/)
  t.match(again.output, /changes of the desk came from the quorum/)
  await orders.audit(t, again)
  const { code, data } = await opened(again)
  t.equal(code, 'ok', 'a repeat hears of it with the session and the key of before')
  const found = await again.ask<Row>('GET /admin/v1/accounts?name=Once', staff)
  const logins = (found.data['items'] as readonly Row[]).map(({ login }) => login)
  t.same(logins, [data['login']])
}

async function joined(t: Test, given: Given): Promise<void> {
  const { postgres, place } = given
  const { server, orders } = running(given)
  const backup = join(place, 'backup')
  t.match(await command(given, `backup ${backup} --with-key`), { code: 0 })
  await orders.send(server, 4)
  const staff = await server.signInStaff()
  const later = await server.openAccount(staff, 'demo\\netting', '50.00')
  const result = await exported(server, staff)
  await server.kill()

  const restored = join(place, 'restored')
  t.match(await command(given, `restore ${backup}`, { DATA_DIR: restored }), { code: 0 })
  t.match(await refused(given, given.env, restored), { code: 1, output: /of no cluster/ })

  given.dataDir = join(place, 'joined')
  t.match(await command(given, `replicate join ${backup}`), {
    code: 0,
    stdout: /brings what came later/,
  })
  given.env = clusterEnv(postgres, 'b')
  const second = await started(given)
  const found = await second.ask<Row>(`GET /admin/v1/accounts/${later}`, staff)
  t.match(
    found.data,
    { login: later, balance: '50.00' },
    'what came after the backup, and who was signed in',
  )
  t.equal(await resultOf(second, staff, result.id), result.text, 'the content of a file, too')
  await orders.send(second, 2)
  await audited(t, given)
}

/** The result of a job that lists the accounts. */
async function exported(server: ServerProcess, staff: StaffSession) {
  const asked = await server.ask<Row>('POST /admin/v1/accounts/export', staff, {})
  const id = Number(asked.data['id'])
  for (let state = ''; state !== 'done'; await moment()) {
    state = String((await server.ask<Row>(`GET /admin/v1/jobs/${id}`, staff)).data['state'])
  }
  return { id, text: await resultOf(server, staff, id) }
}

async function resultOf({ port }: ServerProcess, { headers }: StaffSession, id: number) {
  return (await fetch(`http://127.0.0.1:${port}/admin/v1/jobs/${id}/result`, { headers })).text()
}

async function left(t: Test, given: Given): Promise<void> {
  await given.server?.kill()
  const alone = { DATABASE_URL: '', NODE_NAME: '' }
  t.match(await command(given, 'replicate leave', alone), { code: 1, stderr: /brought here first/ })
  t.match(await command(given, 'replicate leave'), { code: 0, stdout: /of no cluster any more/ })
  t.match(await command(given, 'verify', alone), { code: 0 })
  await running(given).orders.audit(t, await started(given, {}))
}

/** The server that runs, and the orders that were answered. */
function running({ server, orders }: Given) {
  if (server === undefined || orders === undefined) throw new Error('it is started')
  return { server, orders }
}

/** Each order is one deal, as it was answered; the database has the log without gaps. */
async function audited(t: Test, given: Given): Promise<void> {
  const { server, orders } = running(given)
  await orders.audit(t, server)
  const outOfPlace = await entriesOutOfPlace(given.postgres)
  t.equal(outOfPlace, 0, 'without gaps, and epochs do not fall')
}
