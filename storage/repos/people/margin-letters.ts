import type { StandingEvent } from '../../../engine/account/event.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** A margin call or a stop out that an account is to be written about. */
export interface DueMarginLetter {
  readonly login: Login
  readonly standing: StandingEvent['standing']
  readonly equity: number
  readonly margin: number
  readonly at: UnixMs
  /** When it was last written to; 0 before. */
  readonly mailed_at: UnixMs
}

export const marginLettersRepo = perDatabase((db: Sqlite) => {
  const upsert = db.prepare<[number, string, number, number, number]>(
    `INSERT INTO margin_letters (login, standing, equity, margin, at, is_due, mailed_at) VALUES (?, ?, ?, ?, ?, 1, 0)
     ON CONFLICT (login) DO UPDATE SET standing = excluded.standing, equity = excluded.equity, margin = excluded.margin,
       at = excluded.at, is_due = 1`,
  )
  const selectDue = db.prepare<[number, number], DueMarginLetter>(
    `SELECT login, standing, equity, margin, at, mailed_at FROM margin_letters
     WHERE is_due = 1 AND login > ? ORDER BY login LIMIT ?`,
  )
  const settle = db.prepare<[number, number]>(
    'UPDATE margin_letters SET is_due = 0, mailed_at = ? WHERE login = ?',
  )
  return {
    /** The newest of an account takes the place of the one before. */
    entered(login: Login, { standing, equity, margin, at }: StandingEvent): void {
      upsert.run(login, standing, equity, margin, at)
    },
    due: (after: Login, most: number): DueMarginLetter[] => selectDue.all(after, most),
    /** Written about, or not worth it. */
    settle(login: Login, mailedAt: UnixMs): void {
      settle.run(mailedAt, login)
    },
  }
})
