import { join } from 'node:path'
import { assert } from '../../engine/assert.js'
import { firstSeqOf } from '../../wire/record/record.js'
import { checkEntries } from './check-entries.js'
import { CommitThread } from './commit-thread.js'
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
import { DATA_FILE } from './lmdb-pages.js'
import {
  BadRecordError,
  type Log,
  LogError,
  type LogReader,
  logError,
  type TornTail,
} from './log.js'
import { LogRoom } from './log-room.js'

/**
 * The log of one shard in LMDB (log.ts, L1 to L3). One thread opens it for writing,
 * and may have one more commit for it (W5).
 *
 *   W1. A commit is one transaction with one put, synced before `commit` returns: LMDB writes the
 *       pages, syncs them, and writes its root synchronously.
 *   W2. The first error closes the way in: LMDB may have the records on disk or not. The log may be
 *       opened again; when that throws, only a new process helps, since an environment whose root
 *       page could not be written stays unusable while any thread of the process has it open.
 *   W3. The newest entry is never trimmed: its seq says where the log goes on.
 *   W4. What opening finds is made durable before it is used: a killed process may have left a root
 *       that is in the page cache only.
 *   W5. A commit beside the caller is the same transaction on a thread that the log starts when it is
 *       first asked for, or within a second of the first entry; until it is there `begin` answers false.
 *
 * LMDB may abort the process when the disk is full, so intake has to stop before (disk-space.ts).
 */
export interface LmdbLogOptions extends EntriesOptions {
  /** Entries that lie wholly before this seq are not checked at opening; the newest always is. */
  readonly verifyFrom?: number
  /** Told what opening cut off, before anything is written after it. */
  readonly onTornTail?: (cut: TornTail) => void
  /** A pause between two writes that no commit waits for, but which keep the disk from one. */
  readonly rest?: () => Promise<void>
}

/** Opens the log for its one writer; makes an empty one where there is none. */
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

/** Opens the log for other threads and processes: it sees entries committed after it was opened. */
export function openLmdbLogForReading(options: EntriesOptions): LogReader {
  return new LmdbEntries(openEntries(options))
}

class LmdbLog extends LmdbEntries implements Log {
  readonly #options: LmdbLogOptions
  readonly #room: LogRoom
  #thread: CommitThread | undefined
  #newestSeq: number
  /** The newest entry of before this log was opened. */
  readonly #openedAt: number

  constructor(db: Entries, options: LmdbLogOptions) {
    super(db)
    this.#options = options
    this.#room = new LogRoom(join(options.directory, DATA_FILE), options.rest ?? noRest)
    const from = this.floor(options.verifyFrom ?? 0)?.firstSeq ?? 0
    const cut = checkEntries(this.entriesFrom(from))
    if (cut !== undefined) {
      options.onTornTail?.(cut)
      this.#cut(cut)
    }
    this.#openedAt = this.last()?.firstSeq ?? 0
    this.#newestSeq = this.#openedAt
  }

  commit(firstSeq: number, bytes: Uint8Array): void {
    this.#assertNext(firstSeq, bytes)
    this.#write(`entry ${firstSeq}`, () => this.db.putSync(keyOf(firstSeq), bytes))
    this.#newestSeq = firstSeq
  }

  begin(firstSeq: number, bytes: Uint8Array): boolean {
    this.assertUsable()
    this.#assertNext(firstSeq, bytes)
    assert(this.#thread?.isAtWork !== true, 'one commit at a time (L4)')
    this.#thread ??= new CommitThread(this.#options)
    if (!this.#thread.begin(firstSeq, bytes)) return false
    this.#newestSeq = firstSeq
    return true
  }

  isSettled(withinMs: number): boolean {
    return this.#thread?.isSettled(withinMs) ?? true
  }

  settle(): void {
    try {
      this.#thread?.settle()
    } catch (error) {
      this.failure = logError(`entry ${this.#newestSeq} may not be on disk`, error)
      throw this.failure
    }
  }

  prepare(): void {
    // Where there is trade there may be much of it soon, and the thread is not there at once.
    if (this.#newestSeq > this.#openedAt) this.#thread ??= new CommitThread(this.#options)
    this.#room.look(this.usedBytes)
  }

  override async close(): Promise<void> {
    await Promise.all([this.#thread?.close(), this.#room.close()])
    await super.close()
  }

  #assertNext(firstSeq: number, bytes: Uint8Array): void {
    assert(firstSeqOf(bytes) === firstSeq, 'an entry lies under the seq of its first record')
    assert(firstSeq > this.#newestSeq, 'log entries rise by key')
  }

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
    assert(this.#thread?.isAtWork !== true, 'one commit at a time (L4)')
    try {
      this.db.transactionSync(run)
    } catch (error) {
      this.failure = logError(`${what} may not be on disk`, error)
      throw this.failure
    }
  }
}

async function noRest(): Promise<void> {}
