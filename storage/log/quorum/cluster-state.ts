import type { Client } from 'pg'
import type { LogBeginning } from './postgres-schema.js'

/** The state of a shard's log in the database, for display. */
export interface ShardState {
  readonly shard: number
  /** The node that holds the log; empty before the first one and after a node returned the log. */
  readonly holder: string
  readonly epoch: number
  readonly takenAt: Date | undefined
  /** Milliseconds until the lease expires; negative if it has expired. */
  readonly leaseMs: number
  /**
   * The places of the oldest and the newest entry, and the place up to which entries are known to
   * be confirmed.
   */
  readonly oldest: number
  readonly newest: number
  readonly confirmed: number
  /** The first seq of the newest turn; 0 if the log has none. */
  readonly newestSeq: number
}

const STATES = `SELECT shard, holder, epoch, CASE WHEN isfinite(taken) THEN taken END AS taken_at, confirmed_n,
    CASE WHEN isfinite(expires) THEN extract(epoch FROM expires - clock_timestamp()) * 1000 ELSE 0 END AS lease_ms,
    coalesce((SELECT n FROM log_entry e WHERE e.shard = l.shard AND n > 0 ORDER BY n LIMIT 1), 0) AS oldest,
    coalesce((SELECT n FROM log_entry e WHERE e.shard = l.shard ORDER BY n DESC LIMIT 1), 0) AS newest,
    coalesce((SELECT first_seq FROM log_entry e WHERE e.shard = l.shard AND first_seq > 0 ORDER BY n DESC LIMIT 1), 0) AS newest_seq
  FROM shard_lease l ORDER BY shard`

export async function shardStates(client: Client): Promise<ShardState[]> {
  const { rows } = await client.query(STATES)
  return rows.map((row) => ({
    shard: row.shard,
    holder: row.holder,
    epoch: Number(row.epoch),
    takenAt: row.taken_at ?? undefined,
    leaseMs: Number(row.lease_ms),
    oldest: Number(row.oldest),
    newest: Number(row.newest),
    confirmed: Number(row.confirmed_n),
    newestSeq: Number(row.newest_seq),
  }))
}

/** True if the logs are still as created from these beginnings and no node has held one. */
export async function isUntouched(
  client: Client,
  beginnings: readonly LogBeginning[],
): Promise<boolean> {
  const states = await shardStates(client)
  if (states.some(({ epoch }) => epoch !== 0)) return false
  for (const [shard, { entries }] of beginnings.entries()) {
    const { rows } = await client.query(
      'SELECT first_seq, body FROM log_entry WHERE shard = $1 AND n > 0 ORDER BY n',
      [shard],
    )
    const isSame =
      rows.length === entries.length &&
      entries.every(({ firstSeq, bytes }, at) => {
        const row = rows[at]
        return Number(row.first_seq) === firstSeq && Buffer.compare(row.body, bytes) === 0
      })
    if (!isSame) return false
  }
  return true
}
