import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names the secrets of one-time codes: sealed, never as they are typed. */
export interface StoredCodes {
  readonly secret: string
  /** The newest step whose code was taken; 0 before the first. */
  readonly used_step: number
  readonly made_at: UnixMs
}

export const oneTimeCodesRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[number], StoredCodes>(
    'SELECT secret, used_step, made_at FROM one_time_codes WHERE login = ?',
  )
  const replaceOne = db.prepare<[number, string, number]>(
    'INSERT OR REPLACE INTO one_time_codes (login, secret, used_step, made_at) VALUES (?, ?, 0, ?)',
  )
  const useStep = db.prepare<[number, number, number]>(
    'UPDATE one_time_codes SET used_step = ? WHERE login = ? AND used_step < ?',
  )
  const deleteOne = db.prepare<[number]>('DELETE FROM one_time_codes WHERE login = ?')
  return {
    get: (login: Login): StoredCodes | undefined => selectOne.get(login),
    /** A new secret: what was used of the one before says nothing about it. */
    put(login: Login, secret: string, at: UnixMs): void {
      replaceOne.run(login, secret, at)
    },
    /** False when that step, or a later one, was used. */
    use: (login: Login, step: number): boolean => useStep.run(step, login, step).changes === 1,
    /** The secret goes, and with it what was used of it. False when there was none. */
    remove: (login: Login): boolean => deleteOne.run(login).changes === 1,
  }
})
