import type { SessionSide } from '../../../engine/access/session.js'
import type { Login } from '../../../engine/units.js'
import type { StoredPreferences } from '../../../wire/stored/stored-preferences.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for preferences. They run synchronously, in the caller's transaction. */
export const preferencesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (login: Login, side: SessionSide) =>
      sql.get<StoredPreferences>`SELECT content, version, updated_at FROM preferences
        WHERE login = ${login} AND side = ${side}`,
    put: (login: Login, side: SessionSide, preferences: StoredPreferences) =>
      sql.insert('preferences', { login, side, ...preferences }, 'OR REPLACE'),
  }
})
