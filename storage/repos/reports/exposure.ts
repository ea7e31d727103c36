import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { ReachCondition } from '../accounts/account-reach.js'

/** The open volume of a symbol on one side; 1 is buy. */
export type OpenVolume = [symbolId: bigint, side: bigint, volume: bigint, positions: bigint]

/** All SQL statements that sum open positions by symbol. */
export const exposureRepo = perDatabase((db: Sqlite) => {
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  return {
    bySymbol(reach: ReachCondition | undefined): OpenVolume[] {
      const where = reach === undefined ? '' : `WHERE ${reach.sql}`
      return filtered
        .of<OpenVolume>(
          `SELECT symbol_id, side, sum(volume), count(*) FROM positions ${where}
           GROUP BY symbol_id, side`,
        )
        .raw()
        .safeIntegers()
        .all(...(reach === undefined ? [] : [reach.value]))
    },
  }
})
