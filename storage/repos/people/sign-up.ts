import type { UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements for sign-up codes sent by e-mail and for sign-up attempts. */
export interface SignUpCode {
  readonly email: string
  /** The digest of the code; empty if there is none. */
  readonly digest: string
  readonly expires_at: UnixMs
  /** 0 is never. */
  readonly confirmed_at: UnixMs
}

export const signUpRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    code: (email: string) =>
      sql.get<SignUpCode>`SELECT email, digest, expires_at, confirmed_at FROM sign_up_codes WHERE email = ${email}`,
    put: (code: SignUpCode) => sql.insert('sign_up_codes', { ...code }, 'OR REPLACE'),
    /** Counts a stranger's attempts after a time, and finds the time of the first. */
    attempts: (kind: string, who: string, after: UnixMs) =>
      sql.get<{ count: number; first: UnixMs | null }>`SELECT count(*) AS count, min(at) AS first
        FROM sign_up_attempts WHERE kind = ${kind} AND who = ${who} AND at > ${after}` ?? {
        count: 0,
        first: null,
      },
    add: (kind: string, who: string, at: UnixMs) =>
      sql.insert('sign_up_attempts', { kind, who, at }),
    /**
     * Removes a limited number of old rows: attempts up to one time, and expired codes whose
     * address was confirmed before another.
     */
    sweep(attemptsUntil: UnixMs, codesUntil: UnixMs, confirmedUntil: UnixMs, most: number): void {
      sql.run`DELETE FROM sign_up_attempts
        WHERE id IN (SELECT id FROM sign_up_attempts WHERE at <= ${attemptsUntil} LIMIT ${most})`
      sql.run`DELETE FROM sign_up_codes WHERE email IN (SELECT email FROM sign_up_codes
        WHERE expires_at <= ${codesUntil} AND confirmed_at <= ${confirmedUntil} LIMIT ${most})`
    },
  }
})
