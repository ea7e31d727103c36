import { hasRecord } from '../../../wire/record/record.js'
import { BadRecordError, type LogEntry, type LogReader } from '../log.js'
import { lastSeqIn, type Tail, tailAfter } from './tail.js'

/**
 * A log for readers, together with the entries that are in its ring and not yet in the log behind
 * it.
 *
 *   V1. Log and ring are read one after the other while a server may write both. If the ring begins
 *       later than the log ends, either the log has the entries in between by now, or the ring was
 *       read while it was written. Both are read again, and only a gap that remains is damage.
 */
const LOOKS_MAX = 20

export class LogWithTail implements LogReader {
  readonly #log: LogReader
  readonly #directory: string

  constructor(log: LogReader, directory: string) {
    this.#log = log
    this.#directory = directory
  }

  *read(fromSeq: number): Generator<LogEntry, void, undefined> {
    // The first record has seq 1. So an empty log ends at 0, before any seq.
    let from = Math.max(1, fromSeq)
    for (let looks = 1; ; ) {
      for (const entry of this.#log.read(from)) {
        from = lastSeqIn(entry) + 1
        yield entry
      }
      const lastSeq = lastSeqIn(this.#log.last())
      // The log has this entry by now, and the ring may have overwritten it.
      if (lastSeq >= from) continue
      const tail = this.#tail(lastSeq, looks++)
      if (tail === undefined) continue
      for (const entry of tail.entries) if (lastSeqIn(entry) >= from) yield entry
      return
    }
  }

  entryHolding(seq: number): LogEntry | undefined {
    const entry = this.#log.entryHolding(seq)
    if (entry !== undefined || seq <= lastSeqIn(this.#log.last())) return entry
    for (const later of this.read(seq)) return hasRecord(later.bytes, seq) ? later : undefined
    return undefined
  }

  last(): LogEntry | undefined {
    for (let looks = 1; ; looks++) {
      const last = this.#log.last()
      const tail = this.#tail(lastSeqIn(last), looks)
      if (tail !== undefined) return tail.entries.at(-1) ?? last
    }
  }

  first(): LogEntry | undefined {
    const first = this.#log.first()
    if (first !== undefined) return first
    for (const entry of this.read(0)) return entry
    return undefined
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  /** The ring's entries after the log; undefined if the log must be read again (V1). */
  #tail(lastSeq: number, looks: number): Tail | undefined {
    try {
      return tailAfter(this.#directory, lastSeq)
    } catch (error) {
      if (!(error instanceof BadRecordError) || looks >= LOOKS_MAX) throw error
      return undefined
    }
  }
}
