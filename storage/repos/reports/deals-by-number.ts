import type { Login } from '../../../engine/units.js'
import type { StoredDeal } from '../../../wire/stored/stored-trades.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { type DealTableRow, dealFromRow } from '../trades/deals.js'

const KINDS = {
  trades: "entry <> 'balance'",
  closings: "entry <> 'in' AND entry <> 'balance' AND position_id <> 0",
  operations: "entry = 'balance'",
  charged: "(commission <> 0 OR fee <> 0 OR action = 'commission')",
} as const
export type DealKind = keyof typeof KINDS

/** The first and last id, both inclusive, that one range assigned within the requested times. */
export type DealSpan = readonly [low: number, high: number]

/** All SQL statements that read deals of all accounts in the order of their ids. */
export const dealsByNumberRepo = perDatabase((db: Sqlite) => {
  // Statements are cached, because there are only a few kinds.
  const statements = new Statements(db)
  return {
    /** Deals numbered from `low` to `high`, up to `limit` of them. */
    of(
      kind: DealKind,
      [low, high]: DealSpan,
      logins: readonly Login[] | null,
      limit: number,
    ): StoredDeal[] {
      const theirs = logins === null ? '' : 'AND login IN (SELECT value FROM json_each(?))'
      const values = logins === null ? [] : [JSON.stringify(logins)]
      return statements
        .of<DealTableRow>(
          `SELECT * FROM deals WHERE id BETWEEN ? AND ? AND ${KINDS[kind]} ${theirs} ORDER BY id LIMIT ?`,
        )
        .all(low, high, ...values, limit)
        .map(dealFromRow)
    },
  }
})
