import type { UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** Codes that were e-mailed, and attempts of strangers: the only SQL that names their tables. */
export interface SignUpCode {
  readonly email: string
  /** Empty is none. */
  readonly digest: string
  readonly expires_at: UnixMs
  /** 0 is never. */
  readonly confirmed_at: UnixMs
}

export const signUpRepo = perDatabase((db: Sqlite) => {
  const selectCode = db.prepare<[string], SignUpCode>(
    'SELECT email, digest, expires_at, confirmed_at FROM sign_up_codes WHERE email = ?',
  )
  const putCode = db.prepare<[string, string, number, number]>(
    'INSERT OR REPLACE INTO sign_up_codes (email, digest, expires_at, confirmed_at) VALUES (?, ?, ?, ?)',
  )
  const selectAttempts = db.prepare<
    [string, string, number],
    { count: number; first: UnixMs | null }
  >(
    'SELECT count(*) AS count, min(at) AS first FROM sign_up_attempts WHERE kind = ? AND who = ? AND at > ?',
  )
  const insertAttempt = db.prepare<[string, string, number]>(
    'INSERT INTO sign_up_attempts (kind, who, at) VALUES (?, ?, ?)',
  )
  const sweepAttempts = db.prepare<[number, number]>(
    'DELETE FROM sign_up_attempts WHERE id IN (SELECT id FROM sign_up_attempts WHERE at <= ? LIMIT ?)',
  )
  const sweepCodes = db.prepare<[number, number, number]>(
    `DELETE FROM sign_up_codes WHERE email IN
       (SELECT email FROM sign_up_codes WHERE expires_at <= ? AND confirmed_at <= ? LIMIT ?)`,
  )
  return {
    code: (email: string): SignUpCode | undefined => selectCode.get(email),
    put({ email, digest, expires_at, confirmed_at }: SignUpCode): void {
      putCode.run(email, digest, expires_at, confirmed_at)
    },
    /** Those of somebody after a time, and the first of them. */
    attempts: (kind: string, who: string, after: UnixMs) =>
      selectAttempts.get(kind, who, after) ?? { count: 0, first: null },
    add(kind: string, who: string, at: UnixMs): void {
      insertAttempt.run(kind, who, at)
    },
    /** Attempts until a time, and codes that are over whose address was confirmed before another; so many at the most. */
    sweep(attemptsUntil: UnixMs, codesUntil: UnixMs, confirmedUntil: UnixMs, most: number): void {
      sweepAttempts.run(attemptsUntil, most)
      sweepCodes.run(codesUntil, confirmedUntil, most)
    },
  }
})
