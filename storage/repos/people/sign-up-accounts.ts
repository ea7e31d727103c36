import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for the list of accounts that people opened themselves. */
export const signUpAccountsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    add(login: Login, at: UnixMs): void {
      sql.run`INSERT INTO sign_up_accounts (login, at) VALUES (${login}, ${at})`
    },
    /** Removes the account from the list. True if it was there. */
    remove: (login: Login): boolean =>
      sql.run`DELETE FROM sign_up_accounts WHERE login = ${login}` === 1,
    count: (): number => sql.value<number>`SELECT count(*) FROM sign_up_accounts` ?? 0,
    /** The number of accounts opened after a time, and the time of the first of them. */
    after: (at: UnixMs) =>
      sql.get<{ count: number; first: UnixMs | null }>`
        SELECT count(*) AS count, min(at) AS first FROM sign_up_accounts WHERE at > ${at}` ?? {
        count: 0,
        first: null,
      },
  }
})
