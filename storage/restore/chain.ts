import type { RawRecord } from '../../wire/record/record.js'
import type { BackupLook } from './backup-look.js'
import { type LogSource, recordAt } from './log-source.js'
import { RestoreError } from './restore-error.js'

/**
 * The records after a backup, as a sequence of stretches, each completely from one source.
 *
 *   C1. A source belongs to the backup's history if it has the backup's newest records, byte by
 *       byte; if it has none of them, if server and timeline are equal. Equal numbers prove
 *       nothing, because a restored server reuses them.
 *   C2. If two sources continue differently, neither is used.
 */
export interface Stretch {
  readonly source: LogSource
  readonly after: number
  readonly through: number
}

export interface Chain {
  readonly stretches: readonly Stretch[]
  /** The seq up to which the stretch reaches. */
  readonly through: number
  /** The reason why the stretch ends there, as text. */
  readonly why: string
  /** True if nothing was written after it. */
  readonly isEnd: boolean
  /** The sources that belong to the backup's history. */
  readonly sources: readonly LogSource[]
}

export function chainAfter(look: BackupLook, given: readonly LogSource[]): Chain {
  const sources = given.filter((source) => isOfHistory(look, source))
  const stretches: Stretch[] = []
  let through = look.tablesThrough
  for (;;) {
    const best = sources
      .filter((source) => follows(source, stretches.at(-1)))
      .map((source) => ({ source, after: through, through: source.reach(through).through }))
      .reduce<Stretch | undefined>(
        (a, b) => (b.through > (a?.through ?? through) ? b : a),
        undefined,
      )
    if (best === undefined) break
    stretches.push(best)
    through = best.through
  }
  const reaches = sources.map((source) => source.reach(through))
  const isEnd = reaches.some((reach) => reach.isEnd && reach.through === through)
  const why = reaches.map((reach) => reach.why).join('; ') || whyNone(look, given)
  return { stretches, through, why, isEnd, sources }
}

export function* recordsOf({ stretches }: Chain): Generator<RawRecord, void, undefined> {
  for (const { source, after, through } of stretches) yield* source.records(after, through)
}

/** Throws if another source continues after record `seq` differently from `next` (C2). */
export function refuseOtherEnd(
  { sources, stretches }: Chain,
  seq: number,
  next: RawRecord | undefined,
): void {
  const own = stretches.find(({ through }) => through >= seq)?.source
  for (const other of sources) {
    if (other === own || own === undefined) continue
    const [ours, theirs] = [recordAt(own, seq), recordAt(other, seq)]
    const isOther = ours !== undefined && theirs !== undefined && !isSame(ours, theirs)
    if (isOther || (next !== undefined && goesOnOtherwise(other, seq, next))) {
      throw new RestoreError(
        `${own.name} and ${other.name} are two histories that part after record ${seq}: ` +
          'name one of them, with --archive',
      )
    }
  }
}

function goesOnOtherwise(other: LogSource, seq: number, next: RawRecord): boolean {
  const { through } = other.reach(seq)
  for (const record of other.records(seq, through)) return !isSame(record, next)
  return false
}

/** C1. */
function isOfHistory(look: BackupLook, source: LogSource): boolean {
  if (source.serverId !== look.serverId) return false
  let isCompared = false
  for (const record of look.newestRecords()) {
    const found = recordAt(source, record.seq)
    if (found === undefined) continue
    if (!isSame(found, record)) return false
    isCompared = true
  }
  return isCompared || source.timeline === look.timeline
}

function follows(source: LogSource, before: Stretch | undefined): boolean {
  if (before === undefined || before.source === source) return true
  const last = recordAt(before.source, before.through)
  const found = last && recordAt(source, last.seq)
  return found === undefined || last === undefined || isSame(found, last)
}

function isSame(one: RawRecord, other: RawRecord): boolean {
  return Buffer.compare(one.bytes, other.bytes) === 0
}

function whyNone({ serverId, backup }: BackupLook, given: readonly LogSource[]): string {
  const names = given.map(({ name }) => name).join(', ')
  if (names === '') return 'no archive of logs was named (LOG_ARCHIVE_DIR) and no data directory'
  return `none of ${names} has the history of ${backup.path}, of the server ${serverId}`
}
