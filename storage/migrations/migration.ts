import type { Sqlite } from '../sqlite/open.js'

/** One migration. Never edited after its release: a change is a new migration. */
export interface Migration {
  /** The name under which the database stores it: never changed and never reused. */
  readonly name: string
  /**
   * The place in the order, from 1, of a migration from before databases stored names. New
   * migrations have no place.
   */
  readonly number?: number
  readonly sql: string
  /** Conversions that SQL cannot do: runs after `sql` in the same transaction. */
  readonly convert?: (db: Sqlite) => void
}
