import { assert } from '../../engine/assert.js'
import { firstSeqOf } from '../../wire/record/record.js'
import { checkEntries } from './check-entries.js'
import {
  createEntries,
  type Entries,
  type EntriesOptions,
  keyOf,
  LmdbEntries,
  openEntries,
  seqOf,
  syncFiles,
} from './lmdb-entries.js'
import {
  BadRecordError,
  type Log,
  LogError,
  type LogReader,
  logError,
  type TornTail,
} from './log.js'

/**
 * The log of one shard in LMDB (log.ts, L1 to L3). One thread opens it for writing. Another thread
 * may add entries meanwhile (intake/fill.worker.ts), because LMDB has one write transaction at a
 * time.
 *
 *   - A commit is one transaction with one put, synced before `commit` returns: LMDB writes the
 *     pages, syncs them, and writes its root synchronously.
 *   W2. After the first error nothing more is accepted, because it is unknown whether LMDB has the
 *       records on disk. The log may be opened again. If that throws, only a new process helps: an
 *       environment whose root page could not be written stays unusable while any thread of the
 *       process has it open.
 *   W3. The newest entry is never trimmed, because the next one must follow its seq.
 *   - The content found at opening is made durable before it is used, because a killed process may
 *     have left a root that is only in the page cache.
 *
 * LMDB may abort the process when the disk is full, so writing must stop before (storage/disk-space.ts).
 */
export interface LmdbLogOptions extends EntriesOptions {
  /**
   * The seq before which opening does not check entries completely, except for the newest entry.
   */
  readonly verifyFrom?: number
  /** Called with the part that opening cut off, before anything is written in its place. */
  readonly onTornTail?: (cut: TornTail) => void
}

/** Opens the log for its only writer, and creates an empty log if none exists. */
export function openLmdbLog(options: LmdbLogOptions): Log {
  let db: Entries | undefined
  try {
    createEntries(options)
    db = openEntries(options)
    syncFiles(options.directory)
    return new LmdbLog(db, options)
  } catch (error) {
    void db?.close()
    if (error instanceof LogError || error instanceof BadRecordError) throw error
    throw logError(`the log in ${options.directory} cannot be opened`, error)
  }
}

/** Opens the log for other threads and processes. They also see later commits. */
export function openLmdbLogForReading(options: EntriesOptions): LogReader {
  return new LmdbEntries(openEntries(options))
}

class LmdbLog extends LmdbEntries implements Log {
  /** The newest entry that this log object has written. */
  #newestSeq: number

  constructor(db: Entries, options: LmdbLogOptions) {
    super(db)
    const from = this.floor(options.verifyFrom ?? 0)?.firstSeq ?? 0
    const cut = checkEntries(this.entriesFrom(from))
    if (cut !== undefined) {
      options.onTornTail?.(cut)
      this.#cut(cut)
    }
    this.#newestSeq = this.last()?.firstSeq ?? 0
  }

  commit(firstSeq: number, bytes: Uint8Array): void {
    this.#assertNext(firstSeq, bytes)
    this.#write(`entry ${firstSeq}`, () => this.db.putSync(keyOf(firstSeq), bytes))
    this.#newestSeq = firstSeq
  }

  /** Always false, because LMDB cannot commit in the background. */
  begin(firstSeq: number, bytes: Uint8Array): boolean {
    this.#assertNext(firstSeq, bytes)
    return false
  }

  settle(): void {}

  prepare(): void {}

  trim(beforeSeq: number, maxEntries: number): number {
    this.assertUsable()
    this.db.resetReadTxn()
    const keys = [...this.db.getKeys({ limit: maxEntries + 1 })]
    this.leave()
    const gone = keys.filter((_, index) => {
      const next = keys[index + 1]
      return next !== undefined && seqOf(next) <= beforeSeq
    })
    if (gone.length === 0) return 0
    this.#write(`trim before ${beforeSeq}`, () => {
      for (const key of gone) this.db.removeSync(key)
    })
    return gone.length
  }

  #assertNext(firstSeq: number, bytes: Uint8Array): void {
    assert(firstSeqOf(bytes) === firstSeq, 'an entry lies under the seq of its first record')
    assert(firstSeq > this.#newestSeq, 'log entries rise by key')
  }

  #cut(cut: TornTail): void {
    const key = keyOf(cut.firstSeq)
    const kept = this.db.get(key)?.subarray(0, cut.keptBytes)
    this.#write(`cut of entry ${cut.firstSeq}`, () => {
      if (kept === undefined || kept.length === 0) this.db.removeSync(key)
      else this.db.putSync(key, kept)
    })
  }

  #write(what: string, run: () => void): void {
    this.assertUsable()
    try {
      this.db.transactionSync(run)
    } catch (error) {
      this.failure = logError(`${what} may not be on disk`, error)
      throw this.failure
    }
  }
}
