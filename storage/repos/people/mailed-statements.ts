import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The statements of days that were mailed, and those that are still to be. */
export interface StatementPlace {
  readonly day: number
  readonly login: Login
}

export const mailedStatementsRepo = perDatabase((db: Sqlite) => {
  const selectNext = db.prepare<[number, number, number, number], StatementPlace>(
    `SELECT day, login FROM daily WHERE (day, login) > (?, ?) AND day <= ? ORDER BY day, login LIMIT ?`,
  )
  const isThere = db
    .prepare<[number, number], number>(
      'SELECT 1 FROM mailed_statements WHERE day = ? AND login = ?',
    )
    .pluck()
  const insertOne = db.prepare<[number, number]>(
    'INSERT INTO mailed_statements (day, login) VALUES (?, ?)',
  )
  const deleteOld = db.prepare<[number]>('DELETE FROM mailed_statements WHERE day < ?')
  return {
    /** Daily rows behind a place, to a day. */
    next: ({ day, login }: StatementPlace, lastDay: number, most: number): StatementPlace[] =>
      selectNext.all(day, login, lastDay, most),
    isMailed: ({ day, login }: StatementPlace): boolean => isThere.get(day, login) !== undefined,
    mailed({ day, login }: StatementPlace): void {
      insertOne.run(day, login)
    },
    letGo(beforeDay: number): void {
      deleteOld.run(beforeDay)
    },
  }
})
