import { lastSeqOf } from '../../../wire/record/record.js'
import { BadRecordError, type LogEntry, type TornTail } from '../log.js'
import { faultOf } from './entry.js'
import { ringEntries } from './ring.js'

/**
 * The entries of a ring that the log behind it lacks.
 *
 *   - Entries that the log has are obsolete in the ring, because space is reused only afterwards.
 *     So only heads of later records count.
 *   - Each head names the entry before it. If one is missing or bad and another follows, answered
 *     records are lost, and the start is refused. A bad entry at the end is an interrupted write,
 *     for which no answer was sent.
 *   - A ring that is not synced may lose any page with the machine, so an entry may exist without
 *     the one before it. The entries before the first missing or bad one count; other nodes have
 *     the rest.
 */
export interface Tail {
  readonly entries: readonly LogEntry[]
  readonly torn: TornTail | undefined
}

/** Reads the entries after `lastSeq`, the newest record of the log behind the ring. */
export function tailAfter(directory: string, lastSeq: number, isSynced = true): Tail {
  const found = ringEntries(directory, ({ firstSeq }) => firstSeq > lastSeq).toSorted(
    (a, b) => a.head.firstSeq - b.head.firstSeq,
  )
  const entries: LogEntry[] = []
  let before = lastSeq
  for (const [index, { head, bytes }] of found.entries()) {
    const { firstSeq, previousSeq, length } = head
    const isNext = index === 0 ? previousSeq <= lastSeq : previousSeq === before
    const entry = { firstSeq, bytes }
    const why = isNext ? faultOf(entry, length) : `the entry ${previousSeq} before it is missing`
    if (why === '') entries.push(entry)
    else {
      const isCutOff = isNext && index === found.length - 1
      if (isSynced && !isCutOff) throw damaged(firstSeq, why)
      const cutBytes = found.slice(index).reduce((sum, { head }) => sum + head.length, 0)
      return { entries, torn: { firstSeq, lastSeq: 0, keptBytes: 0, cutBytes, why } }
    }
    before = firstSeq
  }
  return { entries, torn: undefined }
}

function damaged(firstSeq: number, why: string): BadRecordError {
  return new BadRecordError(
    `log entry ${firstSeq} is bad (${why}); the log was not changed. ` +
      'Restore the data directory from a backup, or have the entry examined.',
  )
}

export function lastSeqIn(entry: LogEntry | undefined): number {
  return entry === undefined ? 0 : lastSeqOf(entry.bytes)
}
