import type { UnixMs } from '../../engine/units.js'

export interface StoredWatchlist {
  readonly id: number
  readonly name: string
  /**
   * The symbol ids in the trader's order, including symbols that the account currently may not
   * trade.
   */
  readonly symbols: readonly number[]
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
}
