import type { UnixMs } from '../../engine/units.js'

/** A list of symbols that an account watches. */
export interface StoredWatchlist {
  readonly id: number
  readonly name: string
  /** Ids of symbols, in the trader's order; those that the account may not trade now are among them. */
  readonly symbols: readonly number[]
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
}
