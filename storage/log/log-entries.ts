import { BadRecord, hasRecord, lastSeqOf } from '../../wire/record/record.js'
import { BadRecordError, type LogEntry, type LogReader } from './log.js'

/** A range of entries that begins at `start`, in ascending order or newest first. */
export interface EntryRange {
  readonly start?: number
  readonly reverse?: boolean
  readonly limit: number
}

const PAGE_ENTRIES = 64

/**
 * Reads the entries of a log in pages. Each page is one snapshot; the next page may be a later one.
 */
export abstract class LogEntries implements LogReader {
  /** Reads at least one entry if the range has one, and possibly fewer than the limit. */
  protected abstract page(range: EntryRange): LogEntry[]
  abstract close(): Promise<void>

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    const floor = this.floor(fromSeq)
    const holdsLater = floor !== undefined && naming(floor, () => lastSeqOf(floor.bytes)) >= fromSeq
    if (holdsLater) yield floor
    // Another thread may have added an entry exactly at `fromSeq` since.
    yield* this.entriesFrom(holdsLater ? fromSeq + 1 : fromSeq)
  }

  entryHolding(seq: number): LogEntry | undefined {
    const floor = this.floor(seq)
    if (floor === undefined) return undefined
    return naming(floor, () => hasRecord(floor.bytes, seq)) ? floor : undefined
  }

  last(): LogEntry | undefined {
    return this.page({ reverse: true, limit: 1 })[0]
  }

  first(): LogEntry | undefined {
    return this.page({ limit: 1 })[0]
  }

  /** The newest entry whose first record has `seq` or a lower number. */
  protected floor(seq: number): LogEntry | undefined {
    return this.page({ start: seq, reverse: true, limit: 1 })[0]
  }

  /** The entries whose first record is at or after `seq`. */
  protected *entriesFrom(seq: number): Generator<LogEntry, void, undefined> {
    let next = seq
    for (;;) {
      const page = this.page({ start: next, limit: PAGE_ENTRIES })
      yield* page
      const last = page.at(-1)
      if (last === undefined) return
      next = last.firstSeq + 1
    }
  }
}

/** Adds the entry to the error of a bad record. */
function naming<T>(entry: LogEntry, look: () => T): T {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error
    throw new BadRecordError(`log entry ${entry.firstSeq}: ${error.message}`, { cause: error })
  }
}
