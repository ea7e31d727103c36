import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { differingPath, pricesPath, sqlitePath } from '../../storage/paths.js'
import { openPriceWriter } from '../../storage/price-history/tables.js'
import { comparisonRepo } from '../../storage/repos/comparison.js'
import { CandlesRepo } from '../../storage/repos/prices/candles.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import { clusterEnv, makeCluster } from '../given/cluster.js'
import { openfloor } from '../given/command.js'
import { moment, scratch } from '../given/desk.js'
import { WsClient } from '../given/fronts/ws-client.js'
import { type Postgres, postgresPrograms, startPostgres, whenTrue } from '../given/postgres.js'
import {
  CHEAP_SERVER,
  ServerProcess,
  type StaffSession,
  type TraderSession,
} from './server-process.js'

// A node that is asked to gives its logs to the one that follows, with the candles of what was before; a node without its quorum tells nothing; and
// databases that lost what they had confirmed are made anew of the directory that has it.

const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false
/** Of a busy machine; on a quiet one it is a second or two. */
const SWITCHED_WITHIN_MS = 30_000

t.setTimeout(0)

type Row = Readonly<Record<string, unknown>>

t.test(
  'a node gives its logs to another one, and is silent without its quorum',
  { skip },
  async (t) => {
    const postgres = await startPostgres(programs ?? '')
    t.teardown(() => postgres.stop())
    const place = scratch(t)
    const directories = { a: join(place, 'a'), b: join(place, 'b') }
    await makeCluster(directories.a, postgres, 1, CHEAP_SERVER)
    withBars(directories.a)
    const a = await started(t, postgres, 'a', directories.a)
    const staff = await a.signInStaff()
    const login = await a.openAccount(staff, 'demo\\netting', '1000.00')
    const trader = await a.signInTrader(login)
    t.equal((await barsOf(a, trader)).filter(isMade).length, MADE_MINUTES.length)

    const env = (node: 'a' | 'b') => ({
      ...clusterEnv(postgres, node),
      DATA_DIR: directories[node],
    })
    const backup = join(place, 'backup')
    t.match(await openfloor(['backup', backup, '--with-key'], env('a')), { code: 0 })
    t.match(await openfloor(['replicate', 'join', backup], env('b')), { code: 0 })
    const early = await openfloor(['replicate', 'switch', 'b'], env('a'))
    t.match(early, { code: 1, stderr: /b does not follow: start it first/ })
    // What a backup has of prices is as old as it: the rest comes over the databases.
    rmSync(pricesPath(directories.b))
    const b = await followed(t, postgres, 'b', directories.b)
    await told(postgres, `node = 'b' AND behind = 0`)
    const { stdout: follows } = await openfloor(['replicate', 'status'], env('a'))
    t.match(follows, /b: follows, lacks \d+ entries/)
    const figures = async (name: string): Promise<string> => {
      const page = await (await fetch(`http://127.0.0.1:${a.port}/metrics`)).text()
      return new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(page)?.[1] ?? ''
    }
    while ((await figures('openfloor_replica_followers')) !== '1') await moment()
    t.ok(Number(await figures('openfloor_replica_follower_lag_seconds')) < 30)

    while (comparedOf(directories.b) === undefined) await moment()

    const begun = performance.now()
    const switched = await openfloor(['replicate', 'switch', 'b'], env('b'))
    t.match(
      switched,
      { code: 0, stdout: /a does what it has.*\n.*b has them after/ },
      switched.stderr,
    )
    while ((await b.health()).status !== 200) await moment()
    t.ok(performance.now() - begun < SWITCHED_WITHIN_MS)
    t.match(await a.exited, { code: 75 }, 'whatever started it starts it again, and it follows')
    t.match(await b.ask<Row>(`GET /admin/v1/accounts/${login}`, staff), { code: 'ok' })
    const kept = (await barsOf(b, trader)).filter(isMade)
    t.equal(kept.length, MADE_MINUTES.length, 'bars of before are there')

    const newer = await startedAnew(t, postgres, b, directories.a)
    t.match(await newer.ask<Row>(`GET /admin/v1/accounts/${login}`, staff), { code: 'ok' })

    await differing(t, postgres, directories, staff)
    await silent(t, postgres, newer, trader)

    await newer.kill()
    await lost(t, postgres, env('a'), staff, login)
  },
)

/** Minutes ago of candles that are made before the first start, with more ticks than the market gives. */
const MADE_MINUTES = [3, 4, 6]
const MADE_TICKS = 123_456

function withBars(dataDir: string): void {
  const tables = openPriceWriter(pricesPath(dataDir))
  const minutes = new CandlesRepo(tables, 'minute_candles')
  for (let id = minutes.symbolAfter(0); id !== undefined; id = minutes.symbolAfter(id)) {
    const newest = minutes.newest(id)
    if (newest === undefined) continue
    for (const ago of MADE_MINUTES) {
      minutes.put(id, newest.minute - ago, { ...newest, ticks: MADE_TICKS })
    }
  }
  tables.close()
}

function isMade({ ticks }: Row): boolean {
  return ticks === MADE_TICKS
}

/** An upgrade: a, which follows b, has everything and ends, and goes to work when it is started again. */
async function startedAnew(
  t: Test,
  postgres: Postgres,
  b: ServerProcess,
  dataDir: string,
): Promise<ServerProcess> {
  const follower = await followed(t, postgres, 'a', dataDir)
  await told(postgres, `node = 'a' AND behind = 0`)
  const env = { ...clusterEnv(postgres, 'a'), DATA_DIR: dataDir }
  const switching = openfloor(['replicate', 'switch', 'a', '--anew'], env)
  t.match(await b.exited, { code: 75 })
  t.match(await follower.exited, { code: 75 })
  t.match(follower.output, /this node has everything, and ends/)
  const status = await openfloor(['replicate', 'status'], env)
  t.match(status.stdout, /a becomes the active node when you start it again/)
  const newer = await started(t, postgres, 'a', dataDir)
  const switched = await switching
  t.match(switched, { code: 0, stdout: /a ends when .*\n.*a has them after/ }, switched.stderr)
  return newer
}

/** What the active node compared was equal; a node that lost a word of its tables takes over from nobody. */
async function differing(
  t: Test,
  postgres: Postgres,
  directories: Readonly<Record<'b' | 'a', string>>,
  staff: StaffSession,
): Promise<void> {
  t.notOk(existsSync(differingPath(directories.a)))

  const tables = openWriter(sqlitePath(directories.b))
  tables.exec(`UPDATE accounts SET comment = 'otherwise'`)
  tables.close()
  const follower = await followed(t, postgres, 'b', directories.b)
  const isFor = async () => (await follower.health()).body.reason ?? ''
  while (!(await isFor()).includes('its tables differ (accounts)')) await moment()
  const list = await follower.ask('GET /admin/v1/deals?min_projection_seq=0', staff)
  t.match(list, { code: 'unavailable' }, 'nothing is told of tables that differ')
  const env = { ...clusterEnv(postgres, 'a'), DATA_DIR: directories.a }
  const status = () => openfloor(['replicate', 'status'], env)
  await told(postgres, `node = 'b' AND differing = 'accounts'`)
  t.match(await status(), { code: 1, stdout: /b: follows, and its tables differ: accounts/ })
  const refused = await openfloor(['replicate', 'switch', 'b'], env)
  t.match(refused, {
    code: 1,
    stderr: /tables of b differ \(accounts\): join it from a newer backup/,
  })
  const back = await openfloor(['replicate', 'switch', 'a'], env)
  t.match(back, { code: 0, stdout: /nothing to do: a is active/ })
  await follower.kill()
}

async function silent(
  t: Test,
  postgres: Postgres,
  server: ServerProcess,
  trader: TraderSession,
): Promise<void> {
  const client = await WsClient.open({ port: server.port, headers: trader.headers })
  postgres.keeper('SIGSTOP')
  t.match(await client.closing(), { code: 1012 }, 'a node whose lease is over closes its sockets')
  const refused = await server.ask('GET /trader/v1/deals?limit=1', trader)
  t.match(refused, { code: 'unavailable', message: /may not answer either/ })
  t.match(await server.health(), { status: 503, body: { status: 'unhealthy' } })
  postgres.keeper('SIGCONT')
  while ((await server.ask('GET /trader/v1/deals?limit=1', trader)).code !== 'ok') await moment()
  const later = await WsClient.open({ port: server.port, headers: trader.headers })
  later.destroy()
}

async function lost(
  t: Test,
  postgres: Postgres,
  env: Readonly<Record<string, string>>,
  staff: StaffSession,
  login: number,
): Promise<void> {
  // However late this machine comes to the command.
  await postgres.sql(`UPDATE shard_lease SET expires = clock_timestamp() + interval '5 minutes'`)
  const early = await openfloor(['replicate', 'refill'], env)
  t.match(early, { code: 1, stderr: /a is active: stop it first/ }, 'its lease is not over yet')
  await postgres.sql('DELETE FROM log_entry WHERE n > 2')
  await postgres.sql(`UPDATE shard_lease SET expires = '-infinity', confirmed_n = 2`)
  const { DATA_DIR: dataDir = '' } = env
  const refused = await ServerProcess.refused({ dataDir, script: CHEAP_SERVER, env })
  t.match(refused.output, /join from a newer backup|ahead of the database/)
  const refilled = await openfloor(['replicate', 'refill'], env)
  t.match(refilled, { code: 0, stdout: /has what .* has, as the cluster/ }, refilled.stderr)
  const server = await started(t, postgres, 'a', dataDir)
  t.match(await server.ask<Row>(`GET /admin/v1/accounts/${login}`, staff), { code: 'ok' })
  const opened = await server.openAccount(staff, 'demo\\netting', '5.00')
  t.ok(opened > login)
  await server.terminate()
  t.match(await openfloor(['verify'], { DATA_DIR: dataDir }), { code: 0 })
}

async function barsOf(server: ServerProcess, trader: TraderSession): Promise<readonly Row[]> {
  const path = 'GET /trader/v1/symbols/EURUSD/candles?timeframe=M1&limit=30'
  const { code, data } = await server.ask<{ items: readonly Row[] }>(path, trader)
  if (code !== 'ok') throw new Error(code)
  return data.items
}

async function started(t: Test, postgres: Postgres, node: string, dataDir: string) {
  const options = { script: CHEAP_SERVER, dataDir, env: clusterEnv(postgres, node) }
  const server = await ServerProcess.start(options)
  t.teardown(() => server.kill())
  return server
}

async function followed(t: Test, postgres: Postgres, node: string, dataDir: string) {
  const options = { script: CHEAP_SERVER, dataDir, env: clusterEnv(postgres, node) }
  const server = await ServerProcess.following(options)
  t.teardown(() => server.kill())
  return server
}

/** Until a node that follows has said so of itself. */
function told(postgres: Postgres, what: string): Promise<void> {
  return whenTrue(async () => {
    const found = await postgres.sql(`SELECT 1 FROM follower WHERE ${what}`)
    if (found.length === 0) throw new Error('it has not said so yet')
  })
}

/** The digests of the newest comparison that came to a node. */
function comparedOf(dataDir: string): object | undefined {
  const tables = openReader(sqlitePath(dataDir))
  try {
    return comparisonRepo(tables).get()?.digests
  } finally {
    tables.close()
  }
}
