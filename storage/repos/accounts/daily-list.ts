import type { StoredDaily } from '../../../wire/stored/stored-daily.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { ReachCondition } from './account-reach.js'
import { type DailyRow, dailyFromRow } from './daily.js'

/** The first and last day, both inclusive. */
export interface DailyFilter {
  readonly from: number
  readonly to: number
  readonly reach: ReachCondition | undefined
}

/** All SQL statements that read daily rows across accounts. */
export const dailyListRepo = perDatabase((db: Sqlite) => {
  // Statements are cached, because filters have few different shapes.
  const filtered = new Statements(db)
  const selectDay = db
    .prepare<[number], number | null>('SELECT min(day) FROM daily WHERE day >= ?')
    .pluck()
  const selectNewest = db.prepare<[], number | null>('SELECT max(day) FROM daily').pluck()
  return {
    /** The first day with rows, from that day on. */
    dayFrom: (day: number): number | undefined => selectDay.get(day) ?? undefined,
    /** The newest day with rows; 0 if there is none. */
    newest: (): number => selectNewest.get() ?? 0,
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
    /** The rows of a day after a login. */
    ofDay(
      day: number,
      reach: ReachCondition | undefined,
      after: number,
      limit: number,
    ): StoredDaily[] {
      const { where, values } = condition({ from: day, to: day, reach })
      return filtered
        .of<DailyRow>(`SELECT * FROM daily ${where} AND login > ? ORDER BY login LIMIT ?`)
        .all(...values, after, limit)
        .map(dailyFromRow)
    },
  }
})

function condition({ from, to, reach }: DailyFilter): { where: string; values: unknown[] } {
  const where = `WHERE day BETWEEN ? AND ?${reach === undefined ? '' : ` AND ${reach.sql}`}`
  return { where, values: [from, to, ...(reach === undefined ? [] : [reach.value])] }
}
