import type { StandingEvent } from '../../../engine/account/event.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** A margin call or stop out about which an account's owner should receive an e-mail. */
export interface DueMarginLetter {
  readonly login: Login
  readonly standing: StandingEvent['standing']
  readonly equity: number
  readonly margin: number
  readonly at: UnixMs
  /** The time of the last such e-mail to the account; 0 if there was none. */
  readonly mailed_at: UnixMs
}

export const marginLettersRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** Stores an event, which replaces the account's previous one. */
    entered: (login: Login, { standing, equity, margin, at }: StandingEvent) =>
      sql.run`INSERT INTO margin_letters (login, standing, equity, margin, at, is_due, mailed_at)
        VALUES (${login}, ${standing}, ${equity}, ${margin}, ${at}, 1, 0)
        ON CONFLICT (login) DO UPDATE SET standing = excluded.standing, equity = excluded.equity,
          margin = excluded.margin, at = excluded.at, is_due = 1`,
    due: (after: Login, most: number) =>
      sql.all<DueMarginLetter>`SELECT login, standing, equity, margin, at, mailed_at FROM margin_letters
        WHERE is_due = 1 AND login > ${after} ORDER BY login LIMIT ${most}`,
    /** Marks the event as done, after its e-mail was queued or if none is needed. */
    settle: (login: Login, mailedAt: UnixMs) =>
      sql.run`UPDATE margin_letters SET is_due = 0, mailed_at = ${mailedAt} WHERE login = ${login}`,
  }
})
