import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The data of an account that a mail to it needs. */
export interface Addressee {
  readonly login: Login
  readonly name: string
  readonly last_name: string
  readonly group: string
  readonly email: string
}

/** Reads accounts that receive mail. Synchronous; the caller owns the transaction. */
const COLUMNS = sqlPart`login, name, last_name, group_path AS "group", email`
const LIVE = sqlPart`archived_at IS NULL`

export const addresseesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (login: Login) =>
      sql.get<Addressee>`SELECT ${COLUMNS} FROM accounts WHERE login = ${login} AND ${LIVE}`,
    /** Accounts of one group after the given login, in ascending order. */
    ofGroup: (group: string, after: Login, most: number) =>
      sql.all<Addressee>`SELECT ${COLUMNS} FROM accounts
          WHERE group_path = ${group} COLLATE NOCASE AND login > ${after} AND ${LIVE} ORDER BY login
          LIMIT ${most}`,
    /** Counts a group's accounts, and how many of them have an e-mail address. */
    countOf: (group: string) =>
      sql.get<{ accounts: number; emails: number }>`
        SELECT count(*) AS accounts, count(nullif(email, '')) AS emails FROM accounts
        WHERE group_path = ${group} COLLATE NOCASE AND ${LIVE}` ?? { accounts: 0, emails: 0 },
    staffLogins: () => sql.values<number>`SELECT login FROM staff WHERE active = 1 ORDER BY login`,
  }
})
