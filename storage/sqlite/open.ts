import type BetterSqlite from 'better-sqlite3'
import { plainText, sortText } from '../../engine/names/sort-text.js'
import { Database } from './library.js'

export type Sqlite = BetterSqlite.Database
/** A prepared statement: the values it takes and the row it answers. */
export type Statement<Values extends unknown[], Row = unknown> = BetterSqlite.Statement<Values, Row>

const COMMON = ['foreign_keys = ON', 'temp_store = MEMORY', 'mmap_size = 0', 'trusted_schema = OFF']
const WRITER_CACHE_KIB = 64 * 1024
const READER_CACHE_KIB = 8 * 1024
const READER_WAITS_MS = 5_000
/**
 * Desk and projector wait for each other. The projector yields to trading, so while others take every
 * core a transaction of a few milliseconds can last seconds: then the desk is late, and does not end.
 */
const WRITER_WAITS_MS = 60_000
/**
 * A checkpoint then syncs at most 2 MiB of each file. Commits of the logs wait for the disk meanwhile:
 * measured, 10 ms twice for a checkpoint of 16 MiB.
 */
const CHECKPOINT_PAGES = 500
const WAL_SIZE_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * The one writer connection. Every pragma is set, since the library's defaults differ between the
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
 * The one connection of all: while it is open no other thread or process can read or write the database. Undefined
 * where another one has it open.
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

/** Another connection keeps the database for itself. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Reads only; never creates the file and never checkpoints for the writer. */
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
  // SQLite's own LIKE knows the case of ASCII letters only.
  db.function('lower_case', { deterministic: true }, (text) => String(text).toLowerCase())
  // Nor does its own lower.
  db.function('sort_text', { deterministic: true }, (text) => sortText(String(text)))
  db.function('plain_text', { deterministic: true }, (text) => plainText(String(text)))
}

/**
 * Two kinds of transaction on the writer connection.
 *
 *   W1. What the desk answers is on disk first: `durable` syncs the WAL at its commit.
 *   W2. What can be rebuilt from the logs need not be: `projected` leaves the sync to the next
 *       checkpoint or the next durable commit, which also covers everything before it.
 *   W3. The level only changes between transactions; SQLite refuses it inside one. A change takes
 *       effect when the pragma is compiled, so it is never kept as a prepared statement.
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

/** The transaction was undone whole, and may be tried again once there is space. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_FULL'
}
