import type { StoredDaily } from '../../../wire/stored/stored-daily.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { COLUMNS, SUMS } from './daily.js'

/** Adds rows to the daily table. Only the projector uses this. */
export const dailyWrites = perDatabase((db: Sqlite) => {
  const places = COLUMNS.map(() => '?').join(', ')
  const insertOne = db.prepare<unknown[]>(
    `INSERT INTO daily (${COLUMNS.join(', ')}) VALUES (${places})`,
  )
  return {
    /** Adds a row, which never changes afterwards. */
    insert(row: StoredDaily): void {
      insertOne.run(
        row.day,
        row.login,
        row.previousDay,
        row.seq,
        row.group,
        row.balance,
        row.balancePrevDay,
        row.balancePrevMonth,
        row.credit,
        row.swap,
        row.isValued ? 1 : 0,
        row.equity,
        row.margin,
        row.marginFree,
        row.profit,
        row.at,
        ...SUMS.map((name) => row.sums[name]),
      )
    },
  }
})
