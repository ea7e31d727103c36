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
   * Makes the records of one turn durable. `bytes` are complete records, and `firstSeq` is the seq
   * of the first.
   */
  commit(firstSeq: number, bytes: Uint8Array): void
  /**
   * Starts a commit in the background. Returns false if that is impossible at the moment, and then
   * accepts nothing. The caller may reuse `bytes` afterwards.
   */
  begin(firstSeq: number, bytes: Uint8Array): boolean
  /** Waits for the commit that `begin` has started. Throws like `commit`. */
  settle(): void
  /**
   * Reads entries in ascending order, from the one that contains `fromSeq` or else the next one.
   */
  read(fromSeq: number): Iterable<LogEntry>
  /** The entry that contains `seq`; undefined if it was trimmed or never existed. */
  entryHolding(seq: number): LogEntry | undefined
  /** The newest entry; undefined if the log is empty. */
  last(): LogEntry | undefined
  /** The oldest entry; undefined if the log is empty. */
  first(): LogEntry | undefined
  /**
   * Deletes up to `maxEntries` entries whose records are all below `beforeSeq`. Returns the number
   * of deleted entries.
   */
  trim(beforeSeq: number, maxEntries: number): number
  /** Called about once a second to prepare for as many writes as in the last second. */
  prepare(): void
  close(): Promise<void>
}

/** A log that other threads and processes read. It also shows later commits. */
export type LogReader = Pick<Log, 'read' | 'entryHolding' | 'last' | 'first' | 'close'>

/** The part of the newest entry that opening cut off (L3). */
export interface TornTail {
  readonly firstSeq: number
  /** The seq of the last record that remains of that entry; 0 if the whole entry was cut off. */
  readonly lastSeq: number
  readonly keptBytes: number
  readonly cutBytes: number
  readonly why: string
}

export interface LogEntry {
  readonly firstSeq: number
  /** The complete records in order. The bytes are valid until the next call of the log. */
  readonly bytes: Uint8Array
}

/** A disk error. Data written after it may not be durable. */
export class LogError extends Error {
  override readonly name = 'LogError'
}

export function logError(what: string, cause: unknown): LogError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LogError(`${what}: ${why}`, { cause })
}

/** A record before the tail that differs from what was written. */
export class BadRecordError extends Error {
  override readonly name = 'BadRecordError'
}
