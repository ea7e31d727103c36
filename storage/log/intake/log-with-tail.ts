import { hasRecord } from '../../../wire/record/record.js'
import { BadRecordError, type LogEntry, type LogReader } from '../log.js'
import { lastSeqIn, type Tail, tailAfter } from './tail.js'

/**
 * A log as those see it who do not write it, with what its ring holds and the log behind it does not have yet.
 *
 *   V1. The two are looked at one after the other while a server may write both: where the ring begins later than
 *       the log ends, the log has what was between by now, or the ring was read while it was written. Both are looked at again, and only
 *       what stays so is damage.
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
    // The first of all records is 1: an empty log ends at 0, before every one that may be asked for.
    let from = Math.max(1, fromSeq)
    for (let looks = 1; ; ) {
      for (const entry of this.#log.read(from)) {
        from = lastSeqIn(entry) + 1
        yield entry
      }
      const lastSeq = lastSeqIn(this.#log.last())
      // What came into the log since it was read is no more in the ring for certain.
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

  /** V1: undefined when the log has to be looked at again. */
  #tail(lastSeq: number, looks: number): Tail | undefined {
    try {
      return tailAfter(this.#directory, lastSeq)
    } catch (error) {
      if (!(error instanceof BadRecordError) || looks >= LOOKS_MAX) throw error
      return undefined
    }
  }
}
