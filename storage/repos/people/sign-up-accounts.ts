import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the accounts that people opened by themselves. */
export const signUpAccountsRepo = perDatabase((db: Sqlite) => {
  const insert = db.prepare<[number, number]>(
    'INSERT INTO sign_up_accounts (login, at) VALUES (?, ?)',
  )
  const remove = db.prepare<[number]>('DELETE FROM sign_up_accounts WHERE login = ?')
  const countAll = db.prepare<[], number>('SELECT count(*) FROM sign_up_accounts').pluck()
  const countAfter = db.prepare<[number], { count: number; first: UnixMs | null }>(
    'SELECT count(*) AS count, min(at) AS first FROM sign_up_accounts WHERE at > ?',
  )
  return {
    add(login: Login, at: UnixMs): void {
      insert.run(login, at)
    },
    /** True when it was there. */
    remove: (login: Login): boolean => remove.run(login).changes === 1,
    count: (): number => countAll.get() ?? 0,
    /** Those after a time, and when the first of them was opened. */
    after: (at: UnixMs) => countAfter.get(at) ?? { count: 0, first: null },
  }
})
