import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

/** How many open trades a change of settings affects. */
export interface AffectedCounts {
  readonly accounts: number
  readonly groups: number
  readonly positions: number
  readonly orders: number
}

const LISTED = 'SELECT value FROM json_each(?)'

/** Counts accounts of some groups, and their open trades. */
export const affectedRepo = perDatabase((db: Sqlite) => {
  const statements = new Statements(db)
  return {
    /** The number of accounts in these groups that are not archived. */
    accounts: (groups: readonly string[]): number =>
      statements
        .of(`SELECT count(*) FROM accounts
          WHERE archived_at IS NULL AND group_path COLLATE NOCASE IN (${LISTED})`)
        .pluck()
        .get(JSON.stringify(groups)) as number,
    /**
     * The number of open positions and resting orders of these groups, in some or all symbols, and
     * of the accounts that have them.
     */
    trades(groups: readonly string[], symbols: readonly number[] | null): AffectedCounts {
      const where = symbols === null ? '' : `WHERE symbol_id IN (${LISTED})`
      const given = symbols === null ? [] : [JSON.stringify(symbols), JSON.stringify(symbols)]
      return statements
        .of<AffectedCounts>(
          `WITH held AS (
            SELECT login, 1 AS positions, 0 AS orders FROM positions ${where}
            UNION ALL
            SELECT login, 0, 1 FROM open_orders ${where})
          SELECT count(DISTINCT held.login) AS accounts,
            count(DISTINCT accounts.group_path COLLATE NOCASE) AS "groups",
            ifnull(sum(positions), 0) AS positions, ifnull(sum(orders), 0) AS orders
          FROM held CROSS JOIN accounts ON accounts.login = held.login
          WHERE accounts.group_path COLLATE NOCASE IN (${LISTED})`,
        )
        .get(...given, JSON.stringify(groups)) as AffectedCounts
    },
  }
})
