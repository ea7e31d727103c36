import { createHash, randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { withStoppedLog } from '../../actors/desk/cluster/stopped-log.js'
import { openLogs } from '../../actors/desk/start/beginning.js'
import { fillLogs } from '../../actors/shard/log/filling.js'
import { accept } from '../../actors/thread/ask.js'
import { systemClock } from '../../actors/thread/clock.js'
import { silentLogger } from '../../actors/thread/logger.js'
import { openLog } from '../../storage/log/open.js'
import { beginningOf } from '../../storage/log/quorum/log-beginning.js'
import { onPrimary } from '../../storage/log/quorum/postgres-hosts.js'
import { makeCluster } from '../../storage/log/quorum/postgres-schema.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { Projector } from '../../storage/projection/projector.js'
import { metaRepo } from '../../storage/repos/meta.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import { OWN_TABLES } from '../../storage/row-images/own-tables.js'
import { tableShapes } from '../../storage/row-images/table-shapes.js'
import { openWriter, type Sqlite, Transactions } from '../../storage/sqlite/open.js'
import { directoryOwner } from '../../storage/stored-cluster.js'
import type { Cluster } from '../../wire/stored/cluster.js'

/**
 * A second copy of a server's tables, made of a copy of their beginning and of what the databases have since: it has to be the first one row for
 * row. Tests of whole servers make one where `TWIN_POSTGRES` names a PostgreSQL (`node dist/test/twins.js mail`).
 */
const ADDRESS = process.env['TWIN_POSTGRES']
const NODE = 'a'
interface Twin {
  readonly directory: string
  readonly cluster: Cluster
  readonly url: string
}

const twins = new Map<string, Twin>()

/** What a server of this directory is started with; `begin` starts it once alone, and stops it. */
export async function twinSettings(
  dataDir: string,
  begin: () => Promise<void>,
): Promise<{ readonly DATABASE_URL: string; readonly NODE_NAME: string } | undefined> {
  if (ADDRESS === undefined) return undefined
  let twin = twins.get(dataDir)
  if (twin === undefined) {
    const owner = directoryOwner(dataDir)
    if (owner === undefined) await begin()
    twin = await twinOf(dataDir, ADDRESS)
    twins.set(dataDir, twin)
  }
  return { DATABASE_URL: twin.url, NODE_NAME: NODE }
}

async function twinOf(dataDir: string, address: string): Promise<Twin> {
  const { serverId = '', shards = 1 } = directoryOwner(dataDir) ?? {}
  const id = randomUUID()
  const name = `twin_${id.slice(0, 8)}`
  await onPrimary(address, ({ client }) => client.query(`CREATE DATABASE ${name}`))
  const url = address.replace(/\/[^/]*$/, `/${name}`)
  const log = (shard: number) => openLog({ directory: logDirectory(dataDir, shard) })
  const logs = Array.from({ length: shards }, (_, shard) => log(shard))
  const beginnings = logs.map((one) => beginningOf(one))
  for (const one of logs) await one.close()
  const cluster = { id, serverId, shards }
  await onPrimary(url, ({ client }) => makeCluster(client, cluster, beginnings))
  const db = openWriter(sqlitePath(dataDir))
  metaRepo(db).set('cluster_id', id)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  const directory = `${dataDir}-twin`
  cpSync(dataDir, directory, { recursive: true })
  return { directory, cluster, url }
}

/** The tables that differ between a server that is stopped and its twin. */
export async function differencesOfTwin(dataDir: string): Promise<string[]> {
  const twin = twins.get(dataDir)
  if (twin === undefined) return []
  const copy = `${twin.directory}-now`
  cpSync(twin.directory, copy, { recursive: true })
  const quorum = { url: twin.url, holder: NODE, cluster: twin.cluster }
  await fillLogs({ dataDir: copy, quorum, told: [] }, silentLogger)
  const [own, other] = [openWriter(sqlitePath(dataDir)), openWriter(sqlitePath(copy))]
  try {
    const { shards } = twin.cluster
    const tables = { db: other, dataDir: copy, shards, quorum, clock: systemClock() }
    const brought = withStoppedLog(tables, () => accept(null))
    if (!brought.ok) throw new Error(brought.message)
    project(other, copy, shards, projectionRepo(own).seq())
    return differences(own, other)
  } finally {
    own.close()
    other.close()
  }
}

function project(db: Sqlite, dataDir: string, shards: number, seq: number): void {
  const logs = openLogs(dataDir, shards)
  const monotonic = () => performance.now()
  const projector = new Projector({ db, transactions: new Transactions(db), logs, monotonic })
  while (!projector.step(seq).isCaughtUp);
  for (const log of logs) void log.close()
}

/** The tables that differ between two directories of a cluster, each with all that its databases have. */
export async function differencesOfNodes(
  cluster: Cluster,
  url: string,
  nodes: Readonly<Record<string, string>>,
): Promise<string[]> {
  for (const [holder, dataDir] of Object.entries(nodes)) {
    const quorum = { url, holder, cluster }
    await fillLogs({ dataDir, quorum, told: [] }, silentLogger)
    const db = openWriter(sqlitePath(dataDir))
    const tables = { db, dataDir, shards: cluster.shards, quorum, clock: systemClock() }
    const brought = withStoppedLog(tables, () => accept(null))
    db.close()
    if (!brought.ok) throw new Error(brought.message)
  }
  const [own, other] = Object.values(nodes).map((dataDir) => openWriter(sqlitePath(dataDir)))
  try {
    return differences(own as Sqlite, other as Sqlite)
  } finally {
    own?.close()
    other?.close()
  }
}

function differences(own: Sqlite, other: Sqlite): string[] {
  const tables = tableShapes(own).map(({ name }) => name)
  return [...tables, 'sqlite_sequence']
    .filter((name) => !OWN_TABLES.has(name))
    .filter((name) => digest(own, name) !== digest(other, name))
    .map((name) => `${name}: ${firstDifference(own, other, name)}`)
}

function rows(db: Sqlite, table: string): string[] {
  const all = db.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][]
  return all.map((row) => JSON.stringify(row)).sort()
}

function digest(db: Sqlite, table: string): string {
  return createHash('sha256').update(rows(db, table).join('\n')).digest('hex')
}

function firstDifference(own: Sqlite, other: Sqlite, table: string): string {
  const [left, right] = [rows(own, table), rows(other, table)]
  const at = left.findIndex((row, place) => row !== right[place])
  const place = at < 0 ? left.length : at
  return `${left.length} rows and ${right.length}; ${left[place]} and ${right[place]}`
}
