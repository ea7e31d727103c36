import type { Sqlite } from '../sqlite/open.js'

/** One step forward. Never edited after its release: a change is a new step. */
export interface Migration {
  /** What the database knows it by: never changed, and never used again. */
  readonly name: string
  /** Only of steps from before databases held names: their place in the order, from 1. New steps have none. */
  readonly number?: number
  readonly sql: string
  /** What SQL alone cannot convert: after `sql`, in the same transaction. */
  readonly convert?: (db: Sqlite) => void
}
