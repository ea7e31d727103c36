import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { QuorumThread } from '../../../actors/quorum/quorum-thread.js'
import type { Log } from '../../../storage/log/log.js'
import { openLog } from '../../../storage/log/open.js'
import { makeCluster } from '../../../storage/log/quorum/postgres-schema.js'
import { QuorumLog } from '../../../storage/log/quorum/quorum-log.js'
import { OWNER_ROLE, type Postgres, postgresPrograms, startPostgres } from '../../given/postgres.js'
import { turnOf } from '../../wire/record/sample-records.js'

// A log on disk in front of which a thread brings entries to a real database.

const CLUSTER = { id: 'cluster', serverId: 'server', shards: 4 }
const TURNS = 40
/** `node dist/test/actors/quorum/quorum-thread.test.js 20` kills the database that often with an entry on its way. */
const KILLS = Number(process.argv[2] ?? 2)
const programs = postgresPrograms()

t.setTimeout(180_000 + KILLS * 30_000)

t.test(
  'a log that PostgreSQL keeps',
  { skip: programs === undefined ? 'PostgreSQL is not installed' : false },
  async (t) => {
    const postgres = await startPostgres(programs ?? '')
    try {
      const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
      await client.connect()
      await makeCluster(client, CLUSTER)
      await client.end()
      await t.test('an empty log of its own is filled', (t) => filled(t, postgres))
      await t.test('a database that falls over', (t) => fallen(t, postgres))
      await t.test('two that want one log', (t) => contested(t, postgres))
      await t.test('a database that is set wrongly', (t) => wrong(t, postgres))
    } finally {
      await postgres.stop()
    }
  },
)

interface Given {
  readonly shard: number
  readonly holder?: string
  readonly openMaxMs?: number
}

function opened(directory: string, postgres: Postgres, given: Given): Log {
  const { shard, holder = 'a', openMaxMs = 60_000 } = given
  const url = postgres.url(OWNER_ROLE)
  const own = openLog({ directory })
  const quorum = new QuorumThread({ url, shard, cluster: CLUSTER, holder, openMaxMs })
  try {
    return new QuorumLog(own, quorum)
  } catch (error) {
    void quorum.close()
    void own.close()
    throw error
  }
}

function records(log: Log): [number, Buffer][] {
  return [...log.read(0)].map(({ firstSeq, bytes }) => [firstSeq, Buffer.from(bytes)])
}

async function filled(t: Test, postgres: Postgres): Promise<void> {
  const directory = t.testdir({ own: {}, empty: {} })
  const log = opened(join(directory, 'own'), postgres, { shard: 0 })
  for (let turn = 0; turn < TURNS; turn++) {
    const bytes = turnOf(turn * 100 + 1, 1 + (turn % 90))
    if (turn % 2 === 0) log.commit(turn * 100 + 1, bytes)
    else {
      t.ok(log.begin(turn * 100 + 1, bytes))
      bytes.fill(0)
      log.settle()
    }
  }
  const written = records(log)
  t.equal(written.length, TURNS)
  await log.close()
  const again = opened(join(directory, 'empty'), postgres, { shard: 0 })
  t.same(records(again), written)
  again.commit(TURNS * 100 + 1, turnOf(TURNS * 100 + 1, 1))
  await again.close()
  const own = opened(join(directory, 'own'), postgres, { shard: 0 })
  t.equal(own.last()?.firstSeq, TURNS * 100 + 1, 'what the other one wrote is there')
  await own.close()
}

async function fallen(t: Test, postgres: Postgres): Promise<void> {
  const log = opened(t.testdir(), postgres, { shard: 1 })
  for (let seq = 1; seq <= KILLS; seq++) {
    // In turn before a standby has it, and whenever it comes.
    if (seq % 2 === 1) postgres.keeper('SIGSTOP')
    log.begin(seq, turnOf(seq, 1))
    await postgres.crash()
    log.settle()
  }
  const begun = Array.from({ length: KILLS }, (_, index) => index + 1)
  t.same(
    records(log).map(([seq]) => seq),
    begun,
  )
  const found = 'SELECT first_seq FROM log_entry WHERE shard = 1 AND first_seq > 0 ORDER BY n'
  t.same(
    (await postgres.sql(found)).map((row) => Number(row['first_seq'])),
    begun,
  )
  await log.close()
}

async function contested(t: Test, postgres: Postgres): Promise<void> {
  const directory = t.testdir({ own: {}, other: {}, next: {} })
  const log = opened(join(directory, 'own'), postgres, { shard: 2 })
  log.commit(1, turnOf(1, 1))
  const begun = performance.now()
  t.throws(() => opened(join(directory, 'other'), postgres, { shard: 2, holder: 'b' }), {
    name: 'LogError',
    message: /cannot be opened: another node holds the lease/,
  })
  t.ok(performance.now() - begun < 30_000, 'it does not wait for the whole minute')
  const next = opened(join(directory, 'next'), postgres, { shard: 2 })
  t.throws(() => log.commit(2, turnOf(2, 1)), { message: /another node has taken the log/ })
  t.throws(() => log.last(), { message: /the log is closed since an error/ })
  next.commit(2, turnOf(2, 1))
  t.equal(next.last()?.firstSeq, 2)
  await next.close()
  await log.close()
}

async function wrong(t: Test, postgres: Postgres): Promise<void> {
  const directory = t.testdir()
  await postgres.sql(`ALTER ROLE ${OWNER_ROLE} SET statement_timeout = '1s'`)
  t.throws(() => opened(directory, postgres, { shard: 3, openMaxMs: 1_500 }), {
    message: /cannot be opened: .*statement_timeout is 1s/,
  })
}
