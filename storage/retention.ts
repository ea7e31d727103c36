import { DAY_MS } from '../engine/calendar/durations.js'
import { REQUEST_KEY_DAYS } from '../engine/limits/requests.js'
import type { UnixMs } from '../engine/units.js'
import { lastSeqOf, lastTimeOf } from '../wire/record/record.js'
import { newestArchive, takeArchive } from './backup/archives.js'
import type { Log, LogReader } from './log/log.js'
import { projectionRepo } from './repos/trades/projection.js'
import { openReader, type Sqlite } from './sqlite/open.js'

/**
 * Computes how far the logs may be trimmed.
 *
 *   - Only records older than the retention are trimmed, and none within the time in which a
 *     repeated request reads its first answer from the log.
 *   - Only records covered by an archive are trimmed: a copy of the tables from which `verify` can
 *     replay all that is kept. If the logs are archived, they must also be in their archive
 *     (archive/archiving.ts, A3).
 *   - The shard does the trimming, a few entries at a time (`trimSome`).
 */
export interface RetentionOptions {
  readonly dataDir: string
  /** A separate connection, because creating an archive keeps it busy. */
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
  readonly now: UnixMs
  /** How many days of logs to keep. It is at least the time for which request keys are stored. */
  readonly retentionDays: number
  /** The disk space that an archive must leave free. */
  readonly reserveBytes?: number
}

/** The maximum number of entries that one check reads. The next check continues after them. */
const LOOK_ENTRIES_MAX = 100_000

/** The seq before which the log of each shard may be trimmed now; 0 if no record is old enough. */
export function trimBounds(options: RetentionOptions): number[] {
  const { dataDir, db, logs, now, retentionDays, reserveBytes } = options
  const cutoff = now - Math.max(retentionDays, REQUEST_KEY_DAYS) * DAY_MS
  const projection = projectionRepo(db)
  const wanted = logs.map((log, shard) =>
    Math.min(firstYoungerThan(log, cutoff), projection.cursor(shard) + 1),
  )
  if (wanted.every((bound) => bound === 0)) return wanted
  const newest = newestArchive(dataDir)
  const reached = newest === undefined ? undefined : cursorsOf(newest, logs.length)
  if (reached !== undefined && covers(reached, wanted)) return wanted
  const taken = cursorsOf(takeArchive(dataDir, db, reserveBytes), logs.length)
  return wanted.map((bound, shard) => Math.min(bound, (taken[shard] ?? 0) + 1))
}

/** Trims up to `maxEntries` entries, called by the shard. True if nothing is left to trim. */
export function trimSome(log: Log, beforeSeq: number, maxEntries: number): boolean {
  return log.trim(beforeSeq, maxEntries) < maxEntries
}

function cursorsOf(path: string, shards: number): number[] {
  const archive = openReader(path)
  try {
    return Array.from({ length: shards }, (_, shard) => projectionRepo(archive).cursor(shard))
  } finally {
    archive.close()
  }
}

function covers(cursors: readonly number[], bounds: readonly number[]): boolean {
  return bounds.every((bound, shard) => bound <= (cursors[shard] ?? 0) + 1)
}

/**
 * The first seq of the oldest entry with a record not older than `cutoff`; 0 if the log begins with
 * it. If no checked entry is as young, the seq after the last of them.
 */
function firstYoungerThan(log: LogReader, cutoff: UnixMs): number {
  let bound = 0
  let entries = 0
  for (const { firstSeq, bytes } of log.read(0)) {
    if (lastTimeOf(bytes) >= cutoff) return bound === 0 ? 0 : firstSeq
    bound = lastSeqOf(bytes) + 1
    entries += 1
    if (entries >= LOOK_ENTRIES_MAX) break
  }
  return bound
}
