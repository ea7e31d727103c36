import type { Sqlite } from '../sqlite/open.js'

/** A migration. It is never edited after its release; a further change is a new migration. */
export interface Migration {
  /** The name that the database stores. It never changes and is never reused. */
  readonly name: string
  /**
   * The position from 1 of a migration from before databases stored names. New migrations have
   * none.
   */
  readonly number?: number
  readonly sql: string
  /** Conversions that SQL cannot do. Runs after `sql`, in the same transaction. */
  readonly convert?: (db: Sqlite) => void
}
