import type { Sqlite } from '../sqlite/open.js'

/** One step forward. Never edited after its release: a change is a new step. */
export interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** What SQL alone cannot convert: after `sql`, in the same transaction. */
  readonly convert?: (db: Sqlite) => void
}
