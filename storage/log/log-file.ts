import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import {
  DATA_FILE,
  META_BYTES,
  PageTree,
  pageSizeOf,
  type Snapshot,
  snapshotOf,
} from './lmdb-pages.js'
import { type LogEntry, LogError, logError } from './log.js'
import { type EntryRange, LogEntries } from './log-entries.js'

/**
 * Reads a log from only its data file while another thread or process writes it. Takes no lock and
 * writes nothing.
 *
 * Another process must not open the log with LMDB (3.5.6) meanwhile. It would note the newest
 * transaction of its opening in the shared lock file, however old that is. The writer would
 * continue from there, and everything committed in between would be lost (ITS#9496 of LMDB).
 *
 *   - A read uses one snapshot, that of the newer meta page. Pages of a snapshot are overwritten by
 *     the third later transaction at the earliest. So a read that ends before the second one is
 *     consistent; otherwise it is repeated.
 *   - It sees what is in the file, even if it may not be on disk yet.
 */
/** Maximum bytes of values in one read, small enough that reads are rarely repeated. */
const LOOK_BYTES = 256 * 1024
const LOOKS_MAX = 1_000

export class LogFile extends LogEntries {
  readonly #path: string
  readonly #file: number
  readonly #pageSize: number

  constructor(directory: string) {
    super()
    this.#path = join(directory, DATA_FILE)
    if (!existsSync(this.#path)) {
      throw new LogError(
        `there is no log in ${directory}: start the server once, or restore a backup`,
      )
    }
    this.#file = openSync(this.#path, 'r')
    const pageSize = pageSizeOf(this.#bytes(0, META_BYTES))
    if (pageSize === undefined) {
      closeSync(this.#file)
      throw new LogError(`${this.#path} is no log of this version`)
    }
    this.#pageSize = pageSize
  }

  close(): Promise<void> {
    closeSync(this.#file)
    return Promise.resolve()
  }

  protected page(range: EntryRange): LogEntry[] {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const snapshot = this.#newest()
      const found = this.#look(snapshot, range)
      if (this.#newest().txn > snapshot.txn + 1) continue
      if (Array.isArray(found)) return found
      throw logError(`${this.#path} is damaged`, found)
    }
    throw new LogError(`${this.#path} is written faster than it can be read`)
  }

  #look(snapshot: Snapshot, range: EntryRange): LogEntry[] | Error {
    const tree = new PageTree(snapshot, this.#pageSize, (at, length) => this.#bytes(at, length))
    const found: LogEntry[] = []
    let bytes = 0
    try {
      for (const entry of tree.entries(range)) {
        found.push(entry)
        bytes += entry.bytes.length
        if (found.length >= range.limit || bytes >= LOOK_BYTES) break
      }
      return found
    } catch (error) {
      return error as Error
    }
  }

  /** Reads twice, because another process may write meanwhile. */
  #newest(): Snapshot {
    for (let before = this.#metas(); ; ) {
      const [first, second] = this.#metas()
      if (first.equals(before[0]) && second.equals(before[1])) {
        const [one, other] = [snapshotOf(first), snapshotOf(second)]
        return one.txn > other.txn ? one : other
      }
      before = [first, second]
    }
  }

  #metas(): readonly [Buffer, Buffer] {
    return [this.#bytes(0, META_BYTES), this.#bytes(this.#pageSize, META_BYTES)]
  }

  #bytes(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    const read = readSync(this.#file, bytes, 0, length, at)
    return read === length ? bytes : bytes.fill(0, read)
  }
}
