import type BetterSqlite from 'better-sqlite3'
import { plainText, sortText } from '../../engine/names/sort-text.js'
import { Database } from './library.js'

export type Sqlite = BetterSqlite.Database
/** A prepared statement with the types of its parameters and its row. */
export type Statement<Values extends unknown[], Row = unknown> = BetterSqlite.Statement<Values, Row>

const COMMON = ['foreign_keys = ON', 'temp_store = MEMORY', 'mmap_size = 0', 'trusted_schema = OFF']
const WRITER_CACHE_KIB = 64 * 1024
const READER_CACHE_KIB = 8 * 1024
const READER_WAITS_MS = 5_000
/**
 * Desk and projector wait for each other. The projector gives trading precedence, so on a fully
 * loaded machine a transaction of a few milliseconds may take seconds; the desk is then late but
 * does not fail.
 */
const WRITER_WAITS_MS = 60_000
/**
 * A checkpoint then syncs at most 2 MiB of each file. Commits of the logs wait for the disk
 * meanwhile: measured, 10 ms twice for a checkpoint of 16 MiB.
 */
const CHECKPOINT_PAGES = 500
const WAL_SIZE_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * The one writer connection. Every pragma is set, because the library's defaults differ between the
 * connection that switches a file to WAL and later ones.
 */
export function openWriter(path: string): Sqlite {
  const db = new Database(path)
  db.pragma(`busy_timeout = ${WRITER_WAITS_MS}`)
  setUpWriter(db)
  return db
}

function setUpWriter(db: Sqlite): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
  db.pragma(`journal_size_limit = ${WAL_SIZE_LIMIT_BYTES}`)
  db.pragma(`cache_size = -${WRITER_CACHE_KIB}`)
  setUp(db)
}

/**
 * Opens the only connection to the database: no other thread or process can read or write until it
 * is closed. Undefined if another connection is open.
 */
export function openAlone(path: string): Sqlite | undefined {
  const db = new Database(path, { fileMustExist: true, timeout: 0 })
  try {
    db.pragma('locking_mode = EXCLUSIVE')
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw error
  }
  setUpWriter(db)
  return db
}

/** True if the error means that another connection has locked the database. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Opens a connection that only reads: it never creates the file and never runs a checkpoint. */
export function openReader(path: string): Sqlite {
  const db = new Database(path, { readonly: true })
  db.pragma(`busy_timeout = ${READER_WAITS_MS}`)
  db.pragma('query_only = ON')
  db.pragma(`cache_size = -${READER_CACHE_KIB}`)
  setUp(db)
  return db
}

function setUp(db: Sqlite): void {
  for (const pragma of COMMON) db.pragma(pragma)
  // SQLite's LIKE ignores case only for ASCII letters, so this function is needed.
  db.function('lower_case', { deterministic: true }, (text) => String(text).toLowerCase())
  // SQLite's lower() also handles only ASCII letters.
  db.function('sort_text', { deterministic: true }, (text) => sortText(String(text)))
  db.function('plain_text', { deterministic: true }, (text) => plainText(String(text)))
}

/**
 * Two kinds of transaction on the writer connection.
 *
 *   - Everything that the desk answers is on disk first: `durable` syncs the WAL at its commit.
 *   - Data that can be rebuilt from the logs need not be: `projected` leaves the sync to the next
 *     checkpoint or durable commit, which also covers everything before it.
 *   - The level only changes between transactions; SQLite refuses it inside one. The change takes
 *     effect when the pragma is compiled, so it must not be a cached prepared statement.
 */
export class Transactions {
  readonly #db: Sqlite
  #level: 'FULL' | 'NORMAL' | '' = ''

  constructor(db: Sqlite) {
    this.#db = db
  }

  durable<T>(work: () => T): T {
    return this.#run('FULL', work)
  }

  projected<T>(work: () => T): T {
    return this.#run('NORMAL', work)
  }

  #run<T>(level: 'FULL' | 'NORMAL', work: () => T): T {
    if (this.#level !== level) {
      this.#db.pragma(`synchronous = ${level}`)
      this.#level = level
    }
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      throw error
    }
  }
}

/**
 * True if the error means a full disk. The transaction was rolled back and may be retried once
 * there is space.
 */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL'
}
