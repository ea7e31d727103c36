/**
 * The write-ahead log of one shard, as the rest of the product sees it. LMDB stands behind it today
 * (`lmdb-log.ts`), with a ring before it (`intake/`); the simulator puts a faulty one in memory behind it; a replicated
 * one may come.
 *
 *   L1. `commit` returns only when the records are on disk; it throws `LogError` when that is not
 *       known, and after that the log takes and tells nothing more until it is opened again.
 *   L2. Records are framed, checksummed bytes (`wire/record/record.ts`); a turn's records are one entry
 *       under the global seq of its first record, and entries rise by key.
 *   L3. A torn tail is cut when the log is opened; a bad record before the tail throws
 *       `BadRecordError`, which names it.
 *   L4. What `begin` took is durable when `settle` returns, as with `commit`. Between the two nothing
 *       else is written, and a look may see the entry or not.
 */
export interface Log {
  /** Makes the records of one turn durable. `bytes` are whole records, `firstSeq` the first one's seq. */
  commit(firstSeq: number, bytes: Uint8Array): void
  /**
   * Begins a commit that goes on beside the caller; false when that cannot be done now, and then
   * nothing was taken. `bytes` may be used again at once.
   */
  begin(firstSeq: number, bytes: Uint8Array): boolean
  /** Waits for what `begin` took; throws as `commit` does. */
  settle(): void
  /** Entries in rising order, beginning with the one that holds `fromSeq` (or the next after it). */
  read(fromSeq: number): Iterable<LogEntry>
  /** The entry that holds `seq`, or undefined when it was trimmed away or never was. */
  entryHolding(seq: number): LogEntry | undefined
  /** The newest entry, or undefined when the log is empty. */
  last(): LogEntry | undefined
  /** The oldest entry still kept. */
  first(): LogEntry | undefined
  /** Deletes at most `maxEntries` whole entries whose records all lie below `beforeSeq`; answers how many. */
  trim(beforeSeq: number, maxEntries: number): number
  /** About once a second: gets ready for as much as was written since the last time. */
  prepare(): void
  close(): Promise<void>
}

/** A log as any other thread or process may look at it; it sees what is committed later, too. */
export type LogReader = Pick<Log, 'read' | 'entryHolding' | 'last' | 'first' | 'close'>

/** The part of the newest entry that opening cut off (L3). */
export interface TornTail {
  readonly firstSeq: number
  /** Seq of the last record kept of that entry, 0 when the whole entry went. */
  readonly lastSeq: number
  readonly keptBytes: number
  readonly cutBytes: number
  readonly why: string
}

export interface LogEntry {
  readonly firstSeq: number
  /** Whole records, one after the other. Valid until the next call into the log. */
  readonly bytes: Uint8Array
}

/** The disk refused: nothing after it is known to be durable. */
export class LogError extends Error {
  override readonly name = 'LogError'
}

export function logError(what: string, cause: unknown): LogError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LogError(`${what}: ${why}`, { cause })
}

/** A record that is not what was written, before the tail. */
export class BadRecordError extends Error {
  override readonly name = 'BadRecordError'
}
