import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { open, type RootDatabase } from 'lmdb'
import { syncPath } from '../durable-files.js'
import { DATA_FILE } from './lmdb-pages.js'
import { type LogEntry, LogError, logError } from './log.js'
import { type EntryRange, LogEntries } from './log-entries.js'

/**
 * Reads the entries of a log in LMDB. Owns one LMDB environment with reliable settings: no
 * overlapping sync, binary keys and values, no cache, no compression.
 *
 *   - Every read begins with a fresh snapshot, so it sees all commits of any thread or process.
 *   E2. An environment whose root page could not be written reads as empty, without an error. A log
 *       never becomes empty (lmdb-log.ts, W3), so one that did is refused.
 *   - No snapshot may outlive the event-loop turn, because it would keep every page that is trimmed
 *     meanwhile. So `read` takes a bounded number of entries at a time.
 */
export type Entries = RootDatabase<Uint8Array, Uint8Array>

/** The reserved address space. The file itself only grows as needed. */
export const MAP_BYTES_DEFAULT = 64 * 1024 ** 3
const KEY_BYTES = 8
const WORD = 0x1_0000_0000
const PAGE_BYTES = 128 * 1024

export interface EntriesOptions {
  readonly directory: string
  /** The address space to reserve. A log that outgrows it is mapped again. */
  readonly mapBytes?: number
  /**
   * Allowed in a process in which no thread writes this log. The threads of a process share one
   * environment with the options of its first opening, so a read-only one would make the writer's
   * opening fail.
   */
  readonly readOnly?: boolean
}

/** Opens the log in `directory`, which must exist. */
export function openEntries(options: EntriesOptions): Entries {
  const { directory } = options
  if (!existsSync(join(directory, DATA_FILE))) {
    throw new LogError(
      `there is no log in ${directory}: start the server once, or restore a backup`,
    )
  }
  try {
    return openEnvironment(options)
  } catch (error) {
    throw logError(`the log in ${directory} cannot be opened`, error)
  }
}

/**
 * Creates an empty log in `directory` unless there is one. It is created under another name and
 * renamed once it is completely on disk, so that a power failure leaves a whole log or none.
 */
export function createEntries(options: EntriesOptions): void {
  const { directory } = options
  if (existsSync(join(directory, DATA_FILE))) return
  const aside = join(directory, 'new')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true })
  // Without asynchronous writes, an environment is closed when `close` returns.
  void openEnvironment({ ...options, directory: aside }).close()
  syncPath(join(aside, DATA_FILE))
  renameSync(join(aside, DATA_FILE), join(directory, DATA_FILE))
  rmSync(aside, { recursive: true })
  syncFiles(directory)
}

function openEnvironment(options: EntriesOptions): Entries {
  return open<Uint8Array, Uint8Array>({
    path: options.directory,
    noSubdir: false,
    mapSize: options.mapBytes ?? MAP_BYTES_DEFAULT,
    encoding: 'binary',
    keyEncoding: 'binary',
    overlappingSync: false,
    cache: false,
    compression: false,
    readOnly: options.readOnly ?? false,
  })
}

/** Makes the data file and the directories that lead to it durable. */
export function syncFiles(directory: string): void {
  const whole = resolve(directory)
  syncPath(join(whole, DATA_FILE))
  syncPath(whole)
  syncPath(dirname(whole))
}

/** The key of an entry: 8 bytes, big-endian, so that keys sort like their numbers. */
export function keyOf(seq: number): Uint8Array {
  const key = Buffer.allocUnsafe(KEY_BYTES)
  key.writeUInt32BE(Math.floor(seq / WORD), 0)
  key.writeUInt32BE(seq % WORD, 4)
  return key
}

export function seqOf(key: Uint8Array): number {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.length)
  return bytes.readUInt32BE(0) * WORD + bytes.readUInt32BE(4)
}

export class LmdbEntries extends LogEntries {
  protected readonly db: Entries
  /** The first error of a write. After it, nothing more is read or written. */
  protected failure: LogError | undefined
  #hasEntries = false

  constructor(db: Entries) {
    super()
    this.db = db
    this.last() // Remembers whether the log has entries (E2).
  }

  close(): Promise<void> {
    return this.db.close()
  }

  protected page({ start, ...range }: EntryRange): LogEntry[] {
    this.assertUsable()
    this.db.resetReadTxn()
    const page: LogEntry[] = []
    let bytes = 0
    const from = start === undefined ? range : { ...range, start: keyOf(start) }
    for (const { key, value } of this.db.getRange(from)) {
      page.push({ firstSeq: seqOf(key), bytes: value })
      bytes += value.length
      if (bytes >= PAGE_BYTES) break
    }
    if (page.length > 0) this.#hasEntries = true
    else if (this.#hasEntries) this.#assertNotEmptied()
    this.leave()
    return page
  }

  protected assertUsable(): void {
    if (this.failure !== undefined) throw logError('the log is closed since an error', this.failure)
  }

  /**
   * Ends the read. An open snapshot prevents LMDB from reusing freed pages. These become fragments,
   * which every later commit searches and lists.
   */
  protected leave(): void {
    this.db.resetReadTxn()
  }

  /** See E2. */
  #assertNotEmptied(): void {
    for (const _ of this.db.getKeys({ limit: 1 })) return
    throw new LogError('the log reads as empty, which it was not: its environment is unusable')
  }
}
