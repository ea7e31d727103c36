import type { Login } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/**
 * Reads accounts and symbols from tables of any version, for backups before their migrations run.
 */
export const knownNumbers = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    hasAccount: (login: Login): boolean =>
      sql.value`SELECT 1 FROM accounts WHERE login = ${login}` !== undefined,
    symbols: () => sql.values<number>`SELECT id FROM settings WHERE kind = 'symbols'`,
  }
})
