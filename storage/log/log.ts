/**
 * The write-ahead log of one shard, as the rest of the product uses it. The implementation is LMDB
 * (`lmdb-log.ts`) with a ring in front of it (`intake/`); the simulator uses a faulty one in
 * memory.
 *
 *   L1. `commit` returns only when the records are on disk. If that is unknown it throws
 *       `LogError`; after that the log accepts and returns nothing until it is opened again.
 *   L2. Records are framed, checksummed bytes (`wire/record/record.ts`). The records of a turn are
 *       one entry under the global seq of its first record, and entries rise by key.
 *   L3. A torn tail is cut when the log is opened. A bad record before the tail throws
 *       `BadRecordError`, which names it.
 *   L4. Records passed to `begin` are durable when `settle` returns. Between the two calls nothing
 *       else is written, and a reader may see the entry or not.
 */
export interface Log {
  /**
   * Makes the records of one turn durable. `bytes` are complete records; `firstSeq` is the seq of
   * the first one.
   */
  commit(firstSeq: number, bytes: Uint8Array): void
  /**
   * Begins a commit in the background. False if that is impossible now; then nothing was accepted.
   * `bytes` may be reused after the call.
   */
  begin(firstSeq: number, bytes: Uint8Array): boolean
  /** Waits for the commit that `begin` started; throws like `commit`. */
  settle(): void
  /**
   * Entries in rising order, beginning with the one that holds `fromSeq` (or the next one after
   * it).
   */
  read(fromSeq: number): Iterable<LogEntry>
  /** The entry that holds `seq`; undefined if it was trimmed or never existed. */
  entryHolding(seq: number): LogEntry | undefined
  /** The newest entry; undefined if the log is empty. */
  last(): LogEntry | undefined
  /** The oldest entry that is kept. */
  first(): LogEntry | undefined
  /**
   * Deletes at most `maxEntries` entries whose records are all below `beforeSeq`. Returns how many.
   */
  trim(beforeSeq: number, maxEntries: number): number
  /** Called about once a second: prepares for as many writes as in the last second. */
  prepare(): void
  close(): Promise<void>
}

/** A log for other threads and processes to read; it sees later commits too. */
export type LogReader = Pick<Log, 'read' | 'entryHolding' | 'last' | 'first' | 'close'>

/** The part of the newest entry that opening cut off (L3). */
export interface TornTail {
  readonly firstSeq: number
  /** The seq of the last record that was kept of that entry; 0 if the whole entry was cut. */
  readonly lastSeq: number
  readonly keptBytes: number
  readonly cutBytes: number
  readonly why: string
}

export interface LogEntry {
  readonly firstSeq: number
  /** Complete records, one after the other. Valid until the next call of the log. */
  readonly bytes: Uint8Array
}

/** A disk error: whatever was written after it may not be durable. */
export class LogError extends Error {
  override readonly name = 'LogError'
}

export function logError(what: string, cause: unknown): LogError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LogError(`${what}: ${why}`, { cause })
}

/** A record before the tail whose content is not what was written. */
export class BadRecordError extends Error {
  override readonly name = 'BadRecordError'
}
