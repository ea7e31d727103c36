import { archivedUpTo, archiveNext } from '../../storage/archive/archiving.js'
import { type ArchivedLog, archivedLogs, nameOf } from '../../storage/archive/log-archive.js'
import type { SegmentHead } from '../../storage/archive/segment.js'
import type { LogReader } from '../../storage/log/log.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory } from '../../storage/paths.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { type CsvCell, csvLine } from '../../wire/format/csv.js'
import { lastSeqOf } from '../../wire/record/record.js'
import type { LogArchiveTarget, LogArchiveWork } from '../../wire/thread/log-archive.js'
import type { JobPlace, JobSlice } from '../thread/job-work.js'

/**
 * Archives the logs: a slice is one segment of one shard, and its line in the result. A shard's
 * progress is a seq. If a slice wrote a segment but was not reported, the next slice finds the
 * segment, compares it with the log, and reports it.
 */
const COLUMNS = [
  'shard',
  'first_seq',
  'last_seq',
  'records',
  'first_at',
  'last_at',
  'bytes',
  'packed_bytes',
  'sha256',
] as const

/** The current and the last seq of each shard. */
interface Place {
  readonly at: readonly number[]
  readonly end: readonly number[]
}

export async function archiveLogs(
  dataDir: string,
  db: Sqlite,
  reserveBytes: number,
  work: LogArchiveWork & { readonly target: LogArchiveTarget },
  job: JobPlace,
): Promise<JobSlice> {
  const { directory, shards } = work.target
  const archived = archivedLogs(directory, db, shards)
  const logs = archived.map((_, shard) => openLogForReading(logDirectory(dataDir, shard)))
  try {
    const isFirst = job.place === ''
    const place = placeIn(job.place, logs.length) ?? placeAtFirst(logs, archived)
    const made = next(logs, archived, place, { until: work.until, reserveBytes })
    const done = job.done + (made.head?.records ?? 0)
    const isOver = made.place.at.every((seq, shard) => seq >= (made.place.end[shard] ?? 0))
    return {
      made: (isFirst ? csvLine([...COLUMNS, 'file']) : '') + lineOf(made.head),
      place: JSON.stringify(made.place),
      done,
      total: done + left(made.place),
      isOver,
    }
  } finally {
    for (const log of logs) await log.close()
  }
}

/** Parses a stored place; undefined at the beginning, and if accounts were resharded meanwhile. */
function placeIn(text: string, shards: number): Place | undefined {
  const place = text === '' ? undefined : (JSON.parse(text) as Place)
  return place?.at.length === shards ? place : undefined
}

function placeAtFirst(logs: readonly LogReader[], archived: readonly ArchivedLog[]): Place {
  const at = logs.map((log, shard) => archivedUpTo(log, archived[shard] as ArchivedLog))
  const end = logs.map((log, shard) => lastSeq(log, at[shard] ?? 0))
  return { at, end }
}

/** The newest seq of a log, at least `otherwise`. The newest turn is complete. */
function lastSeq(log: LogReader, otherwise: number): number {
  const newest = log.last()
  return newest === undefined ? otherwise : Math.max(otherwise, lastSeqOf(newest.bytes))
}

function next(
  logs: readonly LogReader[],
  archived: readonly ArchivedLog[],
  { at, end }: Place,
  how: { readonly until: number | null; readonly reserveBytes: number },
): { readonly place: Place; readonly head: SegmentHead | undefined } {
  const places = [...at]
  for (const [shard, log] of logs.entries()) {
    const [afterSeq = 0, throughSeq = 0] = [places[shard], end[shard]]
    if (afterSeq >= throughSeq) continue
    const head = archiveNext(log, archived[shard] as ArchivedLog, { afterSeq, throughSeq, ...how })
    places[shard] = head?.last_seq ?? throughSeq
    if (head !== undefined) return { place: { at: places, end }, head }
  }
  return { place: { at: places, end }, head: undefined }
}

/**
 * The approximate number of records left. It is divided by the shards, because they share one
 * sequence.
 */
function left({ at, end }: Place): number {
  const sum = end.reduce((total, seq, shard) => total + Math.max(0, seq - (at[shard] ?? 0)), 0)
  return Math.ceil(sum / Math.max(1, end.length))
}

function lineOf(head: SegmentHead | undefined): string {
  if (head === undefined) return ''
  const cells: CsvCell[] = COLUMNS.map((name) => head[name])
  return csvLine([...cells, nameOf(head)])
}
