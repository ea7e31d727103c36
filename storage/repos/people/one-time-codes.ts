import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the secrets of one-time codes, which are encrypted. */
export interface StoredCodes {
  readonly secret: string
  /** The newest time step whose code was accepted; 0 before the first. */
  readonly used_step: number
  readonly made_at: UnixMs
}

export const oneTimeCodesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (login: Login) =>
      sql.get<StoredCodes>`SELECT secret, used_step, made_at FROM one_time_codes WHERE login = ${login}`,
    /** Stores a new secret; used steps of the former one do not count for it. */
    put: (login: Login, secret: string, made_at: UnixMs) =>
      sql.insert('one_time_codes', { login, secret, used_step: 0, made_at }, 'OR REPLACE'),
    /** False when that step, or a later one, was used. */
    use: (login: Login, step: number): boolean =>
      sql.run`UPDATE one_time_codes SET used_step = ${step} WHERE login = ${login} AND used_step < ${step}` ===
      1,
    /** Deletes the secret with its used steps. False if there was none. */
    remove: (login: Login): boolean =>
      sql.run`DELETE FROM one_time_codes WHERE login = ${login}` === 1,
  }
})
