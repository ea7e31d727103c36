import type { SessionSide } from '../../../engine/access/session.js'
import type { Login } from '../../../engine/units.js'
import type { StoredPreferences } from '../../../wire/stored/stored-preferences.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the preferences. Synchronous; the caller owns the transaction. */
export const preferencesRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number, string], StoredPreferences>(
    'SELECT content, version, updated_at FROM preferences WHERE login = ? AND side = ?',
  )
  const replaceOne = db.prepare<[number, string, string, number, number | null]>(
    `INSERT OR REPLACE INTO preferences (login, side, content, version, updated_at)
     VALUES (?, ?, ?, ?, ?)`,
  )
  return {
    get: (login: Login, side: SessionSide): StoredPreferences | undefined =>
      selectOne.get(login, side),
    put(
      login: Login,
      side: SessionSide,
      { content, version, updated_at }: StoredPreferences,
    ): void {
      replaceOne.run(login, side, content, version, updated_at)
    },
  }
})
