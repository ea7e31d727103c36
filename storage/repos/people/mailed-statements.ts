import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** Stores which daily statements the server has mailed. */
export interface StatementPlace {
  readonly day: number
  readonly login: Login
}

export const mailedStatementsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** The daily rows after a place, up to a day. */
    next: ({ day, login }: StatementPlace, lastDay: number, most: number) =>
      sql.all<StatementPlace>`SELECT day, login FROM daily WHERE (day, login) > (${day}, ${login})
        AND day <= ${lastDay} ORDER BY day, login LIMIT ${most}`,
    isMailed: ({ day, login }: StatementPlace): boolean =>
      sql.value`SELECT 1 FROM mailed_statements WHERE day = ${day} AND login = ${login}` !==
      undefined,
    mailed: ({ day, login }: StatementPlace) => sql.insert('mailed_statements', { day, login }),
    /** Marks the statements of that day and later days as mailed. */
    settleFrom: (day: number) =>
      sql.run`INSERT OR IGNORE INTO mailed_statements (day, login)
        SELECT day, login FROM daily WHERE day >= ${day}`,
    letGo: (beforeDay: number) => sql.run`DELETE FROM mailed_statements WHERE day < ${beforeDay}`,
  }
})
