import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { Standby } from '../../../../actors/cluster/standby/standby.js'
import { type Clock, rest, systemClock } from '../../../../actors/thread/clock.js'
import { digestOf } from '../../../../storage/log/quorum/guards.js'
import { DESK_LOG } from '../../../../storage/log/quorum/log-database.js'
import { PostgresFiles } from '../../../../storage/log/quorum/postgres-files.js'
import { makeCluster } from '../../../../storage/log/quorum/postgres-schema.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { filePath } from '../../../../storage/paths.js'
import { minuteParts } from '../../../../storage/price-history/minute-parts.js'
import { openPriceWriter } from '../../../../storage/price-history/tables.js'
import { CandlesRepo } from '../../../../storage/repos/prices/candles.js'
import { filesRepo } from '../../../../storage/repos/records/files.js'
import { projectionRepo } from '../../../../storage/repos/trades/projection.js'
import { packEntry } from '../../../../storage/row-images/desk-entry.js'
import { openWriter, type Sqlite } from '../../../../storage/sqlite/open.js'
import { encodeTurn, RecordBuffer } from '../../../../wire/record/record.js'
import { MemoryDisk, openMemoryLog } from '../../../given/memory-log.js'
import {
  OWNER_ROLE,
  type Postgres,
  postgresPrograms,
  startPostgres,
} from '../../../given/postgres.js'

// A node that follows, over a real database in which another node has the logs: what it lacks is all brought, in its order.

const CLUSTER = { id: 'cluster', serverId: 'server', shards: 1 }
const FIRST_EPOCH = 1
/** Of some 14 KB each: a page of the database has fewer of them than it has places. */
const ENTRIES = 700
const RECORDS = 250
/** More than a page has. */
const CHANGES = 510
const PARTS = 40
const programs = postgresPrograms()

t.setTimeout(180_000)

t.test(
  'a node that was away',
  { skip: programs === undefined ? 'PostgreSQL is not installed' : false },
  async (t) => {
    const postgres = await startPostgres(programs ?? '')
    const client = new pg.Client({ connectionString: postgres.url(OWNER_ROLE) })
    try {
      await client.connect()
      await makeCluster(client, CLUSTER)
      await client.query(
        `UPDATE shard_lease SET holder = 'a', epoch = ${FIRST_EPOCH}, expires = clock_timestamp() + '1 hour'`,
      )
      await t.test('brings records as far as the changes that are put in', (t) =>
        caughtUp(t, postgres, client),
      )
      await t.test('brings contents whose rows came before it ended', (t) =>
        broughtFiles(t, postgres, client),
      )
      await t.test('has all minutes of candles before it goes to work', (t) =>
        broughtMinutes(t, postgres, client),
      )
      await t.test('ends where the databases have what comes next no more', async (t) => {
        await client.query(`UPDATE shard_lease SET holder = 'a'`)
        await client.query('DELETE FROM log_entry WHERE shard = -1 AND n <= 5')
        const { standby } = given(t, postgres)
        await t.rejects(standby.round(), /older than entry 6: join from a newer backup/)
      })
    } finally {
      await client.end()
      await postgres.stop()
    }
  },
)

interface Given {
  readonly db: Sqlite
  readonly prices: Sqlite
  readonly dataDir: string
  readonly standby: Standby
}

/** `before`: what an earlier process put into the tables. */
function given(
  t: Test,
  postgres: Postgres,
  before?: (db: Sqlite) => void,
  clock = systemClock(),
): Given {
  const dataDir = t.testdir()
  const db = openWriter(join(dataDir, 'tables.sqlite'))
  migrate(db)
  const prices = openPriceWriter(join(dataDir, 'prices.sqlite'))
  if (before !== undefined) before(db)
  const standby = new Standby({
    db,
    prices,
    dataDir,
    logs: [openMemoryLog(new MemoryDisk())],
    quorum: { url: postgres.url(OWNER_ROLE), holder: 'b', cluster: CLUSTER },
    clock,
  })
  t.teardown(() => {
    standby.close()
    db.close()
    prices.close()
  })
  return { db, prices, dataDir, standby }
}

const ADD = 'INSERT INTO log_entry (shard, n, epoch, first_seq, body) VALUES ($1, $2, $3, $4, $5)'

/** The logs of the active node: what it wrote, and how far that is known to be confirmed. */
class Written {
  readonly #client: pg.Client
  #seq = 0
  #turns = 0
  #changes = 0
  #before: Uint8Array = new Uint8Array(0)

  constructor(client: pg.Client) {
    this.#client = client
  }

  get seq(): number {
    return this.#seq
  }

  async turn(): Promise<void> {
    const first = this.#seq + 1
    const records = new RecordBuffer()
    for (let i = 0; i < RECORDS; i++) {
      encodeTurn({ seq: ++this.#seq, at: 1000, shard: 0, shards: 1 }, TURN, records)
    }
    await this.#add(0, ++this.#turns, first, records.bytes())
  }

  async change(): Promise<void> {
    const n = ++this.#changes
    const bytes = packEntry({
      n,
      before: this.#before,
      projectionSeq: this.#seq,
      tables: [{ name: 'meta', columns: ['name', 'value'], key: ['name'] }],
      changes: [{ table: 'meta', kind: 'insert', key: [], row: [`change ${n}`, 'here'] }],
    })
    this.#before = digestOf(bytes)
    await this.#add(DESK_LOG, n, n, bytes)
  }

  async #add(shard: number, n: number, firstSeq: number, body: Uint8Array): Promise<void> {
    const bytes = Buffer.from(body)
    await this.#client.query(ADD, [shard, n, FIRST_EPOCH, firstSeq, bytes])
    await this.#client.query('UPDATE shard_lease SET confirmed_n = $2 WHERE shard = $1', [shard, n])
  }
}

const TURN = {
  at: 1000,
  firstOrder: 1,
  firstDeal: 1,
  orders: 0,
  deals: 0,
  decided: 1,
  durable: 1,
  told: 1,
  runs: [],
}

async function caughtUp(t: Test, postgres: Postgres, client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  const written = new Written(client)
  for (let n = 0; n < ENTRIES; n++) {
    await written.turn()
    if (n >= ENTRIES - CHANGES) await written.change()
  }
  await client.query('COMMIT')
  const { db, standby } = given(t, postgres)
  const behind = async (): Promise<number> => {
    const told = await standby.round()
    if (typeof told === 'string') throw new Error(told)
    t.match(told, { holder: 'a', trouble: '' })
    return told.behind
  }
  t.ok((await behind()) >= CHANGES - 500, 'it says what it lacks')
  while ((await behind()) !== 0);
  t.equal(projectionRepo(db).cursor(0), written.seq, 'all records are in the tables')
  t.equal(projectionRepo(db).seq(), written.seq)

  await written.turn()
  await written.change()
  t.match(await standby.round(), { behind: 0, trouble: '' })
  t.equal(projectionRepo(db).cursor(0), written.seq, 'and it goes on')
  const changes = db.prepare(`SELECT count(*) AS n FROM meta WHERE name LIKE 'change %'`).get()
  t.same(changes, { n: CHANGES + 1 })

  await written.turn()
  await written.change()
  const { seq } = written
  // Of what no change stands behind the logs alone have to have it.
  await written.turn()
  await client.query(`UPDATE shard_lease SET holder = '', wanted = 'b anew' WHERE shard = -1`)
  t.equal(await standby.round(), 'needs-restart', 'what a newer version is to have of it')
  t.equal(projectionRepo(db).cursor(0), seq)
  t.equal(await given(t, postgres).standby.round(), 'no-active-node', 'what is started then works')
  await client.query(`UPDATE shard_lease SET holder = 'a', wanted = '' WHERE shard = -1`)
}

async function broughtFiles(t: Test, postgres: Postgres, client: pg.Client): Promise<void> {
  const content = Buffer.alloc(300_000, 'content ')
  const clock = systemClock()
  let aheadMs = 0
  const ahead: Clock = Object.assign(Object.create(clock), {
    monotonic: () => clock.monotonic() + aheadMs,
  })
  const withRows = (db: Sqlite) => {
    for (const id of [ID, NOWHERE]) filesRepo(db).insert(rowOf(id, content.length))
  }
  const { dataDir, standby } = given(t, postgres, withRows, ahead)
  for (const [at, end] of [
    [0, 200_000],
    [200_000, content.length],
  ] as const) {
    const body = content.subarray(at, end)
    await client.query('INSERT INTO file_part (file, at, body) VALUES ($1, $2, $3)', [ID, at, body])
  }
  t.match(await standby.round(), { trouble: '' })
  t.ok(readFileSync(filePath(dataDir, ID)).equals(content))

  // As a primary of the past that woke up, of which the rest is heard later.
  const { url, cluster } = { url: postgres.url(OWNER_ROLE), cluster: CLUSTER }
  const pause = () => rest(clock, 10)
  /** They give up at once. */
  const filesOf = (holder: string) =>
    new PostgresFiles({ url, cluster, holder, pause, monotonic: () => clock.monotonic() * 1e6 })
  const parts = () => [{ at: 0, body: content }]
  const [works, slept] = [filesOf('a'), filesOf('b')]
  t.teardown(() => {
    for (const files of [works, slept]) files.close()
  })
  await t.rejects(slept.keep(NOWHERE, 0, parts), /another node is active/)
  await standby.round()
  t.equal(readFileSync(filePath(dataDir, NOWHERE)).length, 0)
  await works.keep(NOWHERE, 0, parts)
  await t.rejects(slept.keep(NOWHERE, 0, parts), /another node is active/)
  aheadMs = 60_000
  await standby.round()
  t.ok(readFileSync(filePath(dataDir, NOWHERE)).equals(content), 'it is looked for again')
}

const ID = 'a'.repeat(32)
const NOWHERE = 'b'.repeat(32)

function rowOf(id: string, bytes: number) {
  return {
    id,
    owner: 1,
    kind: 'job_result',
    name: 'a.csv',
    media: 'text/csv',
    state: 'whole',
    bytes,
    sha256: null,
    created_at: 1000,
    expires_at: null,
  } as const
}

async function broughtMinutes(t: Test, postgres: Postgres, client: pg.Client): Promise<void> {
  const { prices, dataDir, standby } = given(t, postgres)
  const elsewhere = openPriceWriter(join(dataDir, 'elsewhere.sqlite'))
  const minutes = new CandlesRepo(elsewhere, 'minute_candles')
  const candle = { digits: 5, open: 3, high: 9, low: 1, close: 5, askHigh: 10, askLow: 2, ticks: 7 }
  for (let minute = 0; minute < PARTS; minute++) {
    elsewhere.transaction(() => minutes.put(1, minute, candle))()
    for (const part of minuteParts(elsewhere, minute, minute + 1)) {
      await client.query('INSERT INTO price_part (body) VALUES ($1)', [Buffer.from(part)])
    }
  }
  elsewhere.close()
  await client.query(`UPDATE shard_lease SET holder = ''`)
  t.equal(await standby.round(), 'no-active-node')
  t.equal(new CandlesRepo(prices, 'minute_candles').newest(1)?.minute, PARTS - 1)
}
