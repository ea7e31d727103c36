import type { StoredDaily } from '../../../wire/stored/stored-daily.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { ReachCondition } from './account-reach.js'
import { type DailyRow, dailyFromRow } from './daily.js'

/** Days, both included. */
export interface DailyFilter {
  readonly from: number
  readonly to: number
  readonly reach: ReachCondition | undefined
}

/** The only SQL that reads daily rows of many accounts. */
export const dailyListRepo = perDatabase((db: Sqlite) => {
  // A filter has few shapes.
  const filtered = new Statements(db)
  return {
    /** The newest day first, then by login. */
    page(filter: DailyFilter, offset: number, limit: number): StoredDaily[] {
      const { where, values } = condition(filter)
      return filtered
        .of<DailyRow>(`SELECT * FROM daily ${where} ORDER BY day DESC, login LIMIT ? OFFSET ?`)
        .all(...values, limit, offset)
        .map(dailyFromRow)
    },
    count(filter: DailyFilter): number {
      const { where, values } = condition(filter)
      const count = filtered.of<number>(`SELECT count(*) FROM daily ${where}`)
      return count.pluck().get(...values) as number
    },
    /** The rows that come after one, the oldest day first. */
    after(filter: DailyFilter, day: number, login: number, limit: number): StoredDaily[] {
      const { where, values } = condition(filter)
      return filtered
        .of<DailyRow>(
          `SELECT * FROM daily ${where} AND (day, login) > (?, ?) ORDER BY day, login LIMIT ?`,
        )
        .all(...values, day, login, limit)
        .map(dailyFromRow)
    },
  }
})

function condition({ from, to, reach }: DailyFilter): { where: string; values: unknown[] } {
  const where = `WHERE day BETWEEN ? AND ?${reach === undefined ? '' : ` AND ${reach.sql}`}`
  return { where, values: [from, to, ...(reach === undefined ? [] : [reach.value])] }
}
