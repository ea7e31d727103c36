import type { Client } from 'pg'
import { LogError } from '../log.js'

/**
 * The tables of a cluster's logs in PostgreSQL. What each is for is in docs/choices/replication.md.
 *
 *   T1. The rows of leases are updated each second, so their pages have room for that.
 *   T2. A cluster is of one server and one number of shards, for ever.
 */
const FORMAT = 1
/** Any number: who makes the tables at the same time as another waits for him. */
const MAKING = 7_216_543

export interface Cluster {
  readonly id: string
  /** The server whose log it is, as its tables know it. */
  readonly serverId: string
  readonly shards: number
}

const TABLES = [
  `CREATE TABLE IF NOT EXISTS cluster (
     only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
     id text NOT NULL, server_id text NOT NULL, shards int NOT NULL, format int NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS log_entry (
     shard int NOT NULL, n bigint NOT NULL, epoch bigint NOT NULL, first_seq bigint NOT NULL, body bytea NOT NULL,
     PRIMARY KEY (shard, n))`,
  `CREATE TABLE IF NOT EXISTS shard_lease (
     shard int PRIMARY KEY, epoch bigint NOT NULL, holder text NOT NULL, expires timestamptz NOT NULL,
     confirmed_n bigint NOT NULL) WITH (fillfactor = 10)`,
]

/** Makes what is missing; answers the cluster that is there, which may be another. */
export async function makeCluster(client: Client, cluster: Cluster): Promise<Cluster> {
  const { id, serverId, shards } = cluster
  await client.query('BEGIN')
  await client.query('SELECT pg_advisory_xact_lock($1)', [MAKING])
  for (const table of TABLES) await client.query(table)
  const made = await client.query(
    'INSERT INTO cluster VALUES (true, $1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [id, serverId, shards, FORMAT],
  )
  if (made.rowCount === 1) {
    await client.query(
      `INSERT INTO log_entry SELECT shard, 0, 0, 0, '' FROM generate_series(0, $1::int - 1) shard`,
      [shards],
    )
    await client.query(
      `INSERT INTO shard_lease SELECT shard, 0, '', '-infinity', 0 FROM generate_series(0, $1::int - 1) shard`,
      [shards],
    )
  }
  await client.query('COMMIT')
  return readCluster(client)
}

export async function readCluster(client: Client): Promise<Cluster> {
  const { rows } = await client.query('SELECT id, server_id, shards, format FROM cluster')
  const { id, server_id: serverId, shards, format } = rows[0] ?? {}
  if (id === undefined) throw new LogError('the database has no cluster')
  if (format !== FORMAT) throw new LogError(`the cluster has format ${format}, not ${FORMAT}`)
  return { id, serverId, shards }
}
