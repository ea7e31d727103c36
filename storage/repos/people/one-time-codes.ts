import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for the encrypted secrets of one-time codes. */
export interface StoredCodes {
  readonly secret: string
  /** The newest time step whose code was accepted; 0 if none was yet. */
  readonly used_step: number
  readonly made_at: UnixMs
}

export const oneTimeCodesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (login: Login) =>
      sql.get<StoredCodes>`SELECT secret, used_step, made_at FROM one_time_codes WHERE login = ${login}`,
    /** Stores a new secret. Used steps of the previous secret do not apply to it. */
    put: (login: Login, secret: string, made_at: UnixMs) =>
      sql.insert('one_time_codes', { login, secret, used_step: 0, made_at }, 'OR REPLACE'),
    /** Uses a time step. False if this step or a later one was used before. */
    use: (login: Login, step: number): boolean =>
      sql.run`UPDATE one_time_codes SET used_step = ${step} WHERE login = ${login} AND used_step < ${step}` ===
      1,
    /** Deletes the secret and its used steps. False if there was no secret. */
    remove: (login: Login): boolean =>
      sql.run`DELETE FROM one_time_codes WHERE login = ${login}` === 1,
  }
})
