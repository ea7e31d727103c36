import pg from 'pg'
import t, { type Test } from 'tap'
import { postgresAddresses } from '../../../../engine/names/postgres-addresses.js'
import type { LogEntry } from '../../../../storage/log/log.js'
import { isUntouched } from '../../../../storage/log/quorum/cluster-state.js'
import type { Answer, Ask } from '../../../../storage/log/quorum/log-database.js'
import { LogOwner } from '../../../../storage/log/quorum/log-owner.js'
import { PostgresDatabase } from '../../../../storage/log/quorum/postgres-database.js'
import { EMPTY_LOG, makeCluster } from '../../../../storage/log/quorum/postgres-schema.js'
import { endSession, openSession } from '../../../../storage/log/quorum/postgres-session.js'
import { KEPT_MS, trimEntries } from '../../../../storage/log/quorum/postgres-trimming.js'
import {
  OWNER_ROLE,
  type Postgres,
  postgresPrograms,
  startPostgres,
  whenTrue,
} from '../../../given/postgres.js'

// What a real database does with the asks of a log's owner, and that its traps are seen.

const CLUSTER = { id: 'cluster', serverId: 'server', shards: 64 }
const programs = postgresPrograms()
const skip = programs === undefined ? 'PostgreSQL is not installed' : false

t.setTimeout(180_000)

t.test('a log in PostgreSQL', { skip }, async (t) => {
  const postgres = await startPostgres(programs ?? '')
  try {
    await t.test('the tables of a cluster', (t) => tables(t, postgres))
    await t.test('settings', (t) => settings(t, postgres))
    await t.test('no plan is compiled', (t) => plans(t, postgres))
    await t.test('entries and leases', (t) => entries(t, postgres))
    await t.test('old entries go, but for the newest', (t) => trimmed(t, postgres))
    await t.test('a wait that is broken off', (t) => brokenWaits(t, postgres))
    await t.test('silence', (t) => silence(t, postgres))
  } finally {
    await postgres.stop()
  }
})

t.test('each host of an address is an address', (t) => {
  const query = '/openfloor?sslmode=verify-full'
  t.same(postgresAddresses(`postgres://user:p%40ss@db1:5432,db2${query}`), [
    `postgres://user:p%40ss@db1:5432${query}`,
    `postgres://user:p%40ss@db2${query}`,
  ])
  for (const wrong of [
    'mysql://db1/openfloor',
    'postgres://db1',
    'postgres://a b/x',
    'postgres://a,/x',
  ]) {
    t.equal(postgresAddresses(wrong), undefined, wrong)
  }
  t.end()
})

function databaseOf(postgres: Postgres, shard: number, role = OWNER_ROLE): PostgresDatabase {
  return new PostgresDatabase({ url: postgres.url(role), shard, cluster: CLUSTER })
}

async function tables(t: Test, postgres: Postgres): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
  await client.connect()
  t.same(await makeCluster(client, CLUSTER), CLUSTER)
  const other = { id: 'other', serverId: 'other', shards: 2 }
  t.same(await makeCluster(client, other), CLUSTER, 'it stays what it is')
  await client.end()
  const url = postgres.url(OWNER_ROLE)
  await begins(t, postgres)
  for (const [is, why] of [
    [{ id: 'other' }, /of another cluster, cluster/],
    [{ serverId: 'other' }, /of another server, server/],
    [{ shards: 2 }, /has 64 shards, not 2/],
  ] as const) {
    const database = new PostgresDatabase({ url, shard: 0, cluster: { ...CLUSTER, ...is } })
    await t.rejects(database.answer({ kind: 'connect' }), { name: 'LogError', message: why })
  }
}

/** A log that goes on from one of before: by all of its entries, or by the newest alone. */
async function begins(t: Test, postgres: Postgres): Promise<void> {
  await postgres.sql('DROP TABLE cluster, log_entry, shard_lease')
  const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
  await client.connect()
  const entry = (firstSeq: number): LogEntry => ({ firstSeq, bytes: Buffer.from(`at ${firstSeq}`) })
  const [whole, cut] = [
    { entries: [entry(3), entry(9)], isWhole: true },
    { entries: [entry(7)], isWhole: false },
  ]
  await makeCluster(client, CLUSTER, [whole, cut])
  t.ok(await isUntouched(client, [whole, cut, ...Array.from({ length: 62 }, () => EMPTY_LOG)]))
  t.notOk(await isUntouched(client, [whole, whole, ...Array.from({ length: 62 }, () => EMPTY_LOG)]))
  const database = databaseOf(postgres, 0)
  t.same(
    (await run(ownerOf('a'), database)).map(({ firstSeq }) => firstSeq),
    [3, 9],
    'an empty log has all of it',
  )
  const second = databaseOf(postgres, 1)
  const empty = ownerOf('a')
  await run(empty, second)
  t.match(empty.trouble, { why: /nothing older than entry 2: join from a backup/ })
  // As a copy of a log has it: several turns are one entry.
  const copied = { firstSeq: 5, lastSeq: 8, bytes: Buffer.from('at 5at 7') }
  const own = ownerOf('a', copied)
  t.same(await run(own, second), [])
  t.ok(own.isOpen)
  const other = ownerOf('a', { ...copied, bytes: Buffer.from('at 5at 8') })
  await run(other, second)
  t.match(other.trouble, { why: /^the own log is ahead of the database, or differs/ })
  for (const one of [database, second]) one.close()
  await client.query('DROP TABLE cluster, log_entry, shard_lease')
  await makeCluster(client, CLUSTER)
  await client.end()
}

/** PostgreSQL compiles plans of high cost, which takes a tenth of a second for each session. */
async function plans(t: Test, postgres: Postgres): Promise<void> {
  const session = await openSession(postgres.url(OWNER_ROLE))
  const { rows } = await session.client.query('EXPLAIN (ANALYZE) SELECT id FROM cluster')
  const plan = rows.map((row) => row['QUERY PLAN']).join()
  t.match(plan, /Seq Scan/)
  t.notMatch(plan, /JIT/)
  endSession(session)
}

/** Each wrong setting is named, and no session is opened. */
async function settings(t: Test, postgres: Postgres): Promise<void> {
  const isRefused = async (why: RegExp, role = OWNER_ROLE): Promise<void> => {
    const database = databaseOf(postgres, 0, role)
    t.match(await database.answer({ kind: 'connect' }), { kind: 'lost', why })
    t.match(await database.answer({ kind: 'end' }), { kind: 'lost', why: 'there is no session' })
  }
  await isRefused(/superuser/, 'chief')
  await postgres.sql(`ALTER ROLE ${OWNER_ROLE} SET statement_timeout = '5s'`)
  await isRefused(/statement_timeout is 5s/)
  await postgres.sql(`ALTER ROLE ${OWNER_ROLE} RESET statement_timeout`)
  for (const [name, wrong] of [
    ['fsync', 'off'],
    ['full_page_writes', 'off'],
    ['synchronous_standby_names', ''],
    ['synchronous_standby_names', '*'],
  ]) {
    const [before] = await postgres.sql(`SELECT current_setting('${name}') is`)
    await set(postgres, name ?? '', wrong ?? '')
    await isRefused(new RegExp(`${name} is`))
    await set(postgres, name ?? '', String(before?.['is']))
  }
  const [nowhere, there] = [`postgres://${OWNER_ROLE}@127.0.0.1:1`, `127.0.0.1:${postgres.port}`]
  const away = new PostgresDatabase({ url: `${nowhere}/x`, shard: 0, cluster: CLUSTER })
  t.match(await away.answer({ kind: 'connect' }), { why: /^127\.0\.0\.1:1: .*ECONNREFUSED/ })
  const url = `${nowhere},${there}/${OWNER_ROLE}`
  const second = new PostgresDatabase({ url, shard: 0, cluster: CLUSTER })
  t.same(await second.answer({ kind: 'connect' }), { kind: 'connected' }, 'the host that is there')
  second.close()
}

async function set(postgres: Postgres, name: string, value: string): Promise<void> {
  await postgres.sql(`ALTER SYSTEM SET ${name} = '${value}'`)
  await postgres.sql('SELECT pg_reload_conf()')
  await whenTrue(async () => {
    const [now] = await postgres.sql(`SELECT current_setting('${name}') is`)
    if (now?.['is'] !== value) throw new Error(`${name} is ${now?.['is']}`)
  })
}

/** Carries out what an owner asks until it has nothing to ask, or says that something is wrong. */
async function run(owner: LogOwner, database: PostgresDatabase): Promise<LogEntry[]> {
  const pulled: LogEntry[] = []
  for (;;) {
    const ask = owner.next(performance.now())
    if (ask === undefined) return pulled
    pulled.push(...owner.heard(await database.answer(ask), performance.now()))
    if (owner.trouble !== undefined) return pulled
  }
}

function ownerOf(holder: string, local?: LogEntry): LogOwner {
  return new LogOwner({ holder, local, raise: () => 1 })
}

async function entries(t: Test, postgres: Postgres): Promise<void> {
  const [first, second] = [databaseOf(postgres, 1), databaseOf(postgres, 1)]
  const owner = ownerOf('a')
  t.same(await run(owner, first), [])
  const bodies = Array.from({ length: 5 }, (_, at) => Buffer.alloc(1 + at * 1_500_000, at + 1))
  for (const [at, body] of bodies.entries()) {
    owner.begin(at * 10 + 1, body)
    await run(owner, first)
    t.ok(owner.isSettled)
  }
  const waiting = ownerOf('b')
  await run(waiting, second)
  t.match(waiting.trouble, { why: 'another node holds the lease' })
  const held = { kind: 'take', holder: 'b', raise: 1 } as const
  t.match(await second.answer(held), { rows: 0 })
  const again = ownerOf('a')
  const pulled = await run(again, second)
  t.same(
    pulled.map(({ firstSeq, bytes }) => [
      firstSeq,
      Buffer.from(bytes).equals(bodies[(firstSeq - 1) / 10] ?? Buffer.of()),
    ]),
    [1, 11, 21, 31, 41].map((seq) => [seq, true]),
  )
  owner.begin(51, Buffer.from('late'))
  await run(owner, first)
  t.ok(owner.isShutOut, 'the fence of the next owner stands at its place')
  const newest = pulled.at(-1)
  const third = ownerOf('a', newest)
  t.same(await run(third, second), [], 'it lacks nothing')
  t.ok(third.isOpen)
  const ahead = ownerOf('a', { firstSeq: 99, bytes: Buffer.from('ahead') })
  await run(ahead, second)
  t.match(ahead.trouble, { why: /ahead of the database/ })
  first.close()
  second.close()
}

async function trimmed(t: Test, postgres: Postgres): Promise<void> {
  const database = databaseOf(postgres, 5)
  const owner = ownerOf('a')
  await run(owner, database)
  await postgres.sql(
    `INSERT INTO log_entry (shard, n, epoch, first_seq, body, at)
     SELECT 5, n, ${owner.epoch}, n, 'x', clock_timestamp() - interval '1 hour' * (CASE WHEN n <= 1200 THEN 25 ELSE 1 END)
     FROM generate_series(2, 2600) n`,
  )
  const oldest = async (): Promise<number> =>
    Number(
      (await postgres.sql('SELECT min(n) n FROM log_entry WHERE shard = 5 AND n > 0'))[0]?.['n'],
    )
  await postgres.sql(
    `UPDATE log_entry SET at = clock_timestamp() - interval '2 days' WHERE shard = 5 AND n = 1`,
  )
  let pauses = 0
  const trim = (epoch: number, confirmedN: number, ageMs = KEPT_MS): Promise<number> =>
    trimEntries(
      { url: postgres.url(OWNER_ROLE), shard: 5 },
      { epoch, confirmedN, ageMs, pause: async () => void pauses++ },
    )
  t.equal(await trim(owner.epoch + 1, 2600), 0, 'only the owner does it')
  t.equal(await trim(owner.epoch, 1000), 0, 'the newest thousand stay')
  t.equal(await trim(owner.epoch, 1100), 100)
  t.equal(await oldest(), 101)
  t.equal(await trim(owner.epoch, 2600), 1100, 'what is young stays')
  t.equal(await oldest(), 1201)
  t.equal(pauses, 3, 'a slice at a time')
  t.equal(await trim(owner.epoch, 2600, 0), 400)
  t.match(await postgres.sql('SELECT n FROM log_entry WHERE shard = 5 AND n = 0'), [{ n: '0' }])
  const behind = ownerOf('a', { firstSeq: 900, bytes: Buffer.from('x') })
  await run(behind, database)
  t.match(behind.trouble, { why: /nothing of the own log .*join from a newer backup/ })
  const empty = ownerOf('a')
  await run(empty, database)
  t.match(empty.trouble, { why: /nothing older than entry 1601: join from a backup/ })
  database.close()
}

/** G2, against what a cancelled wait tells. */
async function brokenWaits(t: Test, postgres: Postgres): Promise<void> {
  const waiting = `FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  for (const [shard, call, told] of [
    [2, 'pg_cancel_backend', { kind: 'wrote', rows: 1, notices: 1 }],
    [3, 'pg_terminate_backend', { kind: 'lost' }],
  ] as const) {
    const database = databaseOf(postgres, shard)
    const owner = ownerOf('a')
    await run(owner, database)
    // More than a page is read by: it has to be seen beside the one that is tried.
    owner.begin(1, Buffer.alloc(5_000_000, 1))
    await run(owner, database)
    postgres.keeper('SIGSTOP')
    owner.begin(2, Buffer.from('own'))
    const ask = owner.next(performance.now()) as Ask
    const answered: Promise<Answer> = database.answer(ask)
    await whenTrue(async () => {
      const ended = await postgres.sql(`SELECT ${call}(pid) ${waiting}`)
      if (ended.length === 0) throw new Error('nobody waits')
    })
    const answer = await answered
    t.match(answer, told, call)
    owner.heard(answer, performance.now())
    t.notOk(owner.isSettled, 'it is not taken for confirmed')
    const there = `SELECT 1 FROM log_entry WHERE shard = ${shard} AND first_seq = 2`
    t.equal((await postgres.sql(there)).length, 1, 'though everybody sees it')
    postgres.keeper('SIGCONT')
    await whenTrue(async () => {
      await run(owner, database)
      if (!owner.isSettled) throw new Error(owner.trouble?.why ?? 'it is not settled')
    })
    t.equal((await postgres.sql(there)).length, 1, 'once')
    database.close()
  }
}

/** P2: a statement that is not answered says nothing, and its session is over. */
async function silence(t: Test, postgres: Postgres): Promise<void> {
  const url = postgres.url(OWNER_ROLE)
  const [patient, hasty] = [
    databaseOf(postgres, 4),
    new PostgresDatabase({ url, shard: 4, cluster: CLUSTER, silenceMs: 1_500 }),
  ]
  const owner = ownerOf('a')
  await run(owner, patient)
  owner.begin(1, Buffer.from('own'))
  const ask = owner.next(performance.now()) as Ask
  await whenTrue(async () => {
    const { kind } = await hasty.answer({ kind: 'connect' })
    if (kind === 'lost') throw new Error('it takes longer on a busy machine')
  })
  postgres.keeper('SIGSTOP')
  const answer = await hasty.answer(ask)
  t.match(answer, { kind: 'lost', why: 'it did not answer in time' })
  t.match(await hasty.answer({ kind: 'end' }), { kind: 'lost', why: 'there is no session' })
  owner.heard(answer, performance.now())
  t.notOk(owner.isSettled)
  postgres.keeper('SIGCONT')
  await whenTrue(async () => {
    await run(owner, patient)
    if (!owner.isSettled) throw new Error(owner.trouble?.why ?? 'it is not settled')
  })
  const there = 'SELECT 1 FROM log_entry WHERE shard = 4 AND first_seq = 1'
  t.equal((await postgres.sql(there)).length, 1, 'once')
  patient.close()
}
