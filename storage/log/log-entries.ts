import { BadRecord, hasRecord, lastSeqOf } from '../../wire/record/record.js'
import { BadRecordError, type LogEntry, type LogReader } from './log.js'

/** A stretch of entries in rising order, or the newest first, from the one at `start` on. */
export interface EntryRange {
  readonly start?: number
  readonly reverse?: boolean
  readonly limit: number
}

const PAGE_ENTRIES = 64

/** The entries of a log, read by pages: each page is of one moment, the next may be of a later one. */
export abstract class LogEntries implements LogReader {
  /** Reads at least one entry where there are any in the range, and then maybe fewer than its limit. */
  protected abstract page(range: EntryRange): LogEntry[]
  abstract close(): Promise<void>

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    const floor = this.floor(fromSeq)
    const holdsLater = floor !== undefined && naming(floor, () => lastSeqOf(floor.bytes)) >= fromSeq
    if (holdsLater) yield floor
    // The one under `fromSeq` itself may have come since.
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

  /** The newest entry whose first record is at or before `seq`. */
  protected floor(seq: number): LogEntry | undefined {
    return this.page({ start: seq, reverse: true, limit: 1 })[0]
  }

  /** The entries whose first record is at or after `seq`, whatever they hold. */
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

/** A bad record found on the way is told with its entry. */
function naming<T>(entry: LogEntry, look: () => T): T {
  try {
    return look()
  } catch (error) {
    if (!(error instanceof BadRecord)) throw error
    throw new BadRecordError(`log entry ${entry.firstSeq}: ${error.message}`, { cause: error })
  }
}
