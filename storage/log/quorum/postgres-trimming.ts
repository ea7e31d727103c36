import type { PostgresOptions } from './postgres-database.js'
import { onPrimary } from './postgres-hosts.js'

/**
 * Deletes old entries of a shard's log on a separate session, so that no turn waits.
 *
 *   - The newest `KEPT_ENTRIES` stay whatever their age: the next entry follows the newest, and a
 *     node looks for its own newest entry.
 *   - Only the owner deletes, and only confirmed entries. Deletions do not wait for the quorum: one
 *     that is lost is repeated.
 *   - A slice is a range of places, so that no slice scans the whole log for old entries.
 */
export interface Trim {
  /** The epoch of the owner's lease. */
  readonly epoch: number
  /** The place of the newest entry that is known to be confirmed. */
  readonly confirmedN: number
  /** Entries older than this many milliseconds are deleted. */
  readonly ageMs: number
  /** Called between two slices. The next slice starts after it resolves. */
  readonly pause: () => Promise<void>
}

export const TRIM_SLICE = 500
export const KEPT_ENTRIES = 1_000
/** The time for which entries are kept. */
export const KEPT_MS = 24 * 3_600_000

/** Parts are kept longer than entries, because a part exists before the row that counts it. */
export const PARTS_KEPT_MS = 25 * 3_600_000
const PARTS_SLICE = 100
const PARTS = `DELETE FROM file_part WHERE (file, at) IN (SELECT file, at FROM file_part
    WHERE kept < clock_timestamp() - $1 * interval '1 millisecond' ORDER BY kept LIMIT $2)`

const OLDEST = 'SELECT n FROM log_entry WHERE shard = $1 AND n > 0 ORDER BY n LIMIT 1'
const SLICE = `DELETE FROM log_entry WHERE shard = $1 AND n BETWEEN $2 AND $3
    AND at < clock_timestamp() - $4 * interval '1 millisecond'
    AND EXISTS (SELECT FROM shard_lease l WHERE l.shard = $1 AND l.epoch = $5)`

/**
 * Deletes older parts of files and returns how many. A backup from which a node may join must be
 * newer than their rows.
 */
export function trimParts(
  { url }: Pick<PostgresOptions, 'url'>,
  { ageMs, pause }: Pick<Trim, 'ageMs' | 'pause'>,
): Promise<number> {
  return onPrimary(url, async ({ client }) => {
    await client.query('SET synchronous_commit = local')
    let gone = 0
    for (let some = PARTS_SLICE; some === PARTS_SLICE; gone += some) {
      if (gone > 0) await pause()
      some = (await client.query(PARTS, [ageMs, PARTS_SLICE])).rowCount ?? 0
    }
    return gone
  })
}

/** Deletes old entries and returns their number. */
export function trimEntries(
  { url, shard }: Pick<PostgresOptions, 'url' | 'shard'>,
  { epoch, confirmedN, ageMs, pause }: Trim,
): Promise<number> {
  return onPrimary(url, async ({ client }) => {
    await client.query('SET synchronous_commit = local')
    const { rows } = await client.query<{ n: string }>(OLDEST, [shard])
    const last = confirmedN - KEPT_ENTRIES
    let gone = 0
    for (let n = Number(rows[0]?.n ?? 0); n > 0 && n <= last; n += TRIM_SLICE) {
      const through = Math.min(last, n + TRIM_SLICE - 1)
      const { rowCount } = await client.query(SLICE, [shard, n, through, ageMs, epoch])
      gone += rowCount ?? 0
      // If an entry is too new to delete, all later entries are too new as well.
      if ((rowCount ?? 0) < through - n + 1) break
      await pause()
    }
    return gone
  })
}
