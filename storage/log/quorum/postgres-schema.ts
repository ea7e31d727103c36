import type { Client } from 'pg'
import type { Cluster } from '../../../wire/stored/cluster.js'
import { type LogEntry, LogError } from '../log.js'
import { DESK_LOG } from './log-database.js'

/**
 * The tables of a cluster's logs in PostgreSQL; docs/decisions/quorum.md explains each.
 *
 *   - The rows of leases are updated each second, so their pages have free space for that.
 *   - Everything of a cluster is created in one transaction: tables, places, and the entries with
 *     which its logs begin.
 *   T3. A log begins after place 0, which is always empty. If it continues a log of which only the
 *       newest entry is copied, place 1 is missing too, so that a node without entries cannot start
 *       in the middle.
 */
const FORMAT = 3
/** An arbitrary lock number, so that two nodes do not create the tables at the same time. */
const MAKING = 7_216_543

const TABLES = [
  `CREATE TABLE IF NOT EXISTS cluster (
     only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
     id text NOT NULL, server_id text NOT NULL, shards int NOT NULL, format int NOT NULL, table_steps int NOT NULL DEFAULT 0)`,
  `CREATE TABLE IF NOT EXISTS log_entry (
     shard int NOT NULL, n bigint NOT NULL, epoch bigint NOT NULL, first_seq bigint NOT NULL, body bytea NOT NULL,
     at timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (shard, n))`,
  `CREATE TABLE IF NOT EXISTS shard_lease (
     shard int PRIMARY KEY, epoch bigint NOT NULL, holder text NOT NULL, taken timestamptz NOT NULL,
     expires timestamptz NOT NULL, confirmed_n bigint NOT NULL, wanted text NOT NULL DEFAULT '') WITH (fillfactor = 10)`,
  `CREATE TABLE IF NOT EXISTS follower (
     node text PRIMARY KEY, heard timestamptz NOT NULL, behind bigint NOT NULL,
     lag double precision NOT NULL, differing text NOT NULL) WITH (fillfactor = 10)`,
  `CREATE TABLE IF NOT EXISTS file_part (
     file text NOT NULL, at bigint NOT NULL, body bytea NOT NULL,
     kept timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (file, at))`,
  'CREATE INDEX IF NOT EXISTS file_part_kept ON file_part (kept)',
  `CREATE TABLE IF NOT EXISTS price_part (
     n bigserial PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp(), body bytea NOT NULL)`,
  // Requires a server built with lz4. lz4 takes a third of the time of the default compression.
  `DO $$ BEGIN ALTER TABLE log_entry ALTER COLUMN body SET COMPRESSION lz4;
     EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN NULL; END $$`,
]

/** The entries with which a shard's log begins. */
export interface LogBeginning {
  readonly entries: readonly LogEntry[]
  /** False if there are older entries that are not copied (T3). */
  readonly isWhole: boolean
}

export const EMPTY_LOG: LogBeginning = { entries: [], isWhole: true }

const CONTENTS = ['log_entry', 'shard_lease', 'follower', 'file_part', 'price_part', 'cluster']

/**
 * Creates missing tables and entries, and returns the cluster of the database, which may be another
 * one. `isAnew` deletes all former content in the same transaction. Throws if the commit is not
 * confirmed.
 */
export async function makeCluster(
  client: Client,
  cluster: Cluster,
  beginnings: readonly LogBeginning[] = [],
  isAnew = false,
): Promise<Cluster> {
  const { id, serverId, shards } = cluster
  let warning = ''
  const warned = (notice: { readonly message?: string | undefined }): void => {
    warning = notice.message ?? 'it was broken off'
  }
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [MAKING])
  await client.query('SET LOCAL client_min_messages = warning')
  for (const table of TABLES) await client.query(table)
  if (isAnew) await client.query(`TRUNCATE ${CONTENTS.join(', ')}`)
  const made = await client.query(
    'INSERT INTO cluster (id, server_id, shards, format) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [id, serverId, shards, FORMAT],
  )
  if (made.rowCount === 1) {
    for (let shard = DESK_LOG; shard < shards; shard++) {
      const beginning = beginnings[shard] ?? EMPTY_LOG
      const confirmedN = await begin(client, shard, beginning)
      await client.query(
        `INSERT INTO shard_lease VALUES ($1, 0, '', '-infinity', '-infinity', $2)`,
        [shard, confirmedN],
      )
    }
  }
  client.on('notice', warned)
  await client.query('COMMIT')
  client.off('notice', warned)
  if (warning !== '') throw new LogError(`the quorum may not have the tables: ${warning}`)
  return readCluster(client)
}

/** Creates the log of a shard. Returns the place of its newest entry. */
async function begin(client: Client, shard: number, beginning: LogBeginning): Promise<number> {
  const insert = 'INSERT INTO log_entry VALUES ($1, $2, 0, $3, $4)'
  await client.query(insert, [shard, 0, 0, ''])
  let n = beginning.isWhole ? 0 : 1
  for (const { firstSeq, bytes } of beginning.entries) {
    n++
    await client.query(insert, [shard, n, firstSeq, Buffer.from(bytes)])
  }
  return n
}

const NO_TABLE = '42P01'
const NO_CLUSTER = 'it has no cluster: openfloor replicate init makes one'

export async function readCluster(client: Client): Promise<Cluster> {
  const { rows } = await client
    .query('SELECT id, server_id, shards, format FROM cluster')
    .catch((error: { readonly code?: unknown }) => {
      throw error.code === NO_TABLE ? new LogError(NO_CLUSTER) : error
    })
  const { id, server_id: serverId, shards, format } = rows[0] ?? {}
  if (id === undefined) throw new LogError(NO_CLUSTER)
  if (format !== FORMAT) throw new LogError(`the cluster has format ${format}, not ${FORMAT}`)
  return { id, serverId, shards }
}
