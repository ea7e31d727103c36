import { lengthThrough } from '../../wire/record/record.js'
import { newestSeqOf } from '../journal-anchors.js'
import type { LogReader } from '../log/log.js'
import { journalRepo } from '../repos/records/journal.js'
import { projectionRepo } from '../repos/trades/projection.js'
import type { Sqlite } from '../sqlite/open.js'
import { inSnapshot } from '../sqlite/snapshot.js'

/** The tables and logs of one data directory. */
export interface StoredData {
  readonly db: Sqlite
  readonly logs: readonly LogReader[]
}

/** How much a data directory contains: a count for each name. */
export interface Marks {
  readonly counts: ReadonlyMap<string, number>
  /** The names of counts that never fall. */
  readonly growing: ReadonlySet<string>
  /** The names of marks that belong to one shard. A reshard changes their meaning. */
  readonly ofShards: ReadonlySet<string>
  readonly shards: number
}

const TABLES = ['accounts', 'deals', 'journal'] as const

export function marksOf({ db, logs }: StoredData): Marks {
  const counts = new Map<string, number>()
  const ofShards = new Set<string>()
  const countOfShard = (what: string, shard: number, count: number): void => {
    const name = `${what} of shard ${shard}`
    ofShards.add(name)
    counts.set(name, count)
  }
  const ends = logs.map(newestSeqOf)
  for (const [shard, end] of ends.entries()) countOfShard('log', shard, end)
  inSnapshot(db, () => {
    const projection = projectionRepo(db)
    counts.set('projection_seq', projection.seq())
    logs.forEach((_, shard) => {
      countOfShard('tables', shard, projection.cursor(shard))
    })
    counts.set('newest record', Math.max(0, ...ends))
    counts.set('newest journal line', newestLine(db))
  })
  const growing = new Set(counts.keys())
  inSnapshot(db, () => {
    for (const table of TABLES) {
      const all = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get()
      counts.set(table, all ?? 0)
    }
  })
  return { counts, growing, ofShards, shards: logs.length }
}

/** Lists the marks that are not between those taken before and after the backup. */
export function outside(restored: Marks, before: Marks, after: Marks): string[] {
  return [...restored.counts].flatMap(([name, count]) => {
    const bounds = [before.counts.get(name), after.counts.get(name)]
    if (bounds.some((bound) => bound === undefined))
      return [`${name}: ${count}, the source has none`]
    const [low, high] = bounds.map(Number).toSorted((a, b) => a - b)
    if (count >= Number(low) && count <= Number(high)) return []
    return [`${name}: ${count}, the source had ${low === high ? low : `${low} to ${high}`}`]
  })
}

/** Lists the marks that an older backup cannot have. */
export function beyond(restored: Marks, now: Marks): string[] {
  const isOtherNumber = restored.shards !== now.shards
  return [...restored.growing].flatMap((name) => {
    if (isOtherNumber && restored.ofShards.has(name)) return []
    const count = restored.counts.get(name) ?? 0
    const most = now.counts.get(name)
    if (most !== undefined && count <= most) return []
    return [`${name}: ${count}, the source has ${most ?? 'none'}`]
  })
}

/**
 * Compares the newest journal line of a copy with its source. Its hash covers all lines before it.
 */
export function otherJournal(restored: StoredData, source: StoredData): string[] {
  const line = newestLine(restored.db)
  const [ours, theirs] = [restored, source].map(({ db }) => journalRepo(db).hashOf(line))
  return ours === theirs ? [] : [`journal line ${line} is another one than the source's`]
}

/** Differences between the logs of a copy and its source, checked at the newest record of each. */
export function otherRecords(restored: StoredData, source: StoredData): string[] {
  const found: string[] = []
  restored.logs.forEach((log, shard) => {
    const seq = newestSeqOf(log)
    const ours = recordOf(log, seq)
    // A reshard of the source may have moved the record to another log.
    const theirs = source.logs.map((of) => recordOf(of, seq)).find((one) => one !== undefined)
    // A record that the source has trimmed since cannot be compared.
    if (ours === undefined || theirs === undefined || ours.equals(theirs)) return
    found.push(`record ${seq} of shard ${shard} is another one than the source's`)
  })
  return found
}

/** The record's bytes: a copy combines turns, so entries differ. */
function recordOf(log: LogReader, seq: number): Buffer | undefined {
  const bytes = log.entryHolding(seq)?.bytes
  if (bytes === undefined) return undefined
  return Buffer.from(bytes.subarray(lengthThrough(bytes, seq - 1), lengthThrough(bytes, seq)))
}

function newestLine(db: Sqlite): number {
  return db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM journal').pluck().get() ?? 0
}
