import type { Sqlite } from '../sqlite/open.js'

/** One step forward. Never edited after its release: a change is a new step. */
export interface Migration {
  /** The name by which the database knows it: never changed, and never used again. */
  readonly name: string
  /** The place in the order, from 1, of a step from before databases held names. New steps have none. */
  readonly number?: number
  readonly sql: string
  /** The part that SQL alone cannot convert: after `sql`, in the same transaction. */
  readonly convert?: (db: Sqlite) => void
}
