import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** An account as a mail to it needs it. */
export interface Addressee {
  readonly login: Login
  readonly name: string
  readonly last_name: string
  readonly group: string
  readonly email: string
}

/** Accounts that mails go to. Synchronous; the caller owns the transaction. */
const COLUMNS = 'login, name, last_name, group_path AS "group", email'
const LIVE = 'archived_at IS NULL'

export const addresseesRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], Addressee>(
    `SELECT ${COLUMNS} FROM accounts WHERE login = ? AND ${LIVE}`,
  )
  const selectOfGroup = db.prepare<[string, number, number], Addressee>(
    `SELECT ${COLUMNS} FROM accounts WHERE group_path = ? COLLATE NOCASE AND login > ? AND ${LIVE}
     ORDER BY login LIMIT ?`,
  )
  const countOfGroup = db.prepare<[string], { accounts: number; emails: number }>(
    `SELECT count(*) AS accounts, count(nullif(email, '')) AS emails FROM accounts
     WHERE group_path = ? COLLATE NOCASE AND ${LIVE}`,
  )
  const selectStaff = db
    .prepare<[], number>('SELECT login FROM staff WHERE active = 1 ORDER BY login')
    .pluck()
  return {
    get: (login: Login): Addressee | undefined => selectOne.get(login),
    /** Of one group behind a login, in the order of their logins. */
    ofGroup: (group: string, after: Login, most: number): Addressee[] =>
      selectOfGroup.all(group, after, most),
    /** How many a group has, and how many of them have an e-mail address. */
    countOf: (group: string) => countOfGroup.get(group) ?? { accounts: 0, emails: 0 },
    staffLogins: (): Login[] => selectStaff.all(),
  }
})
