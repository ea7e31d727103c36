import type { Terminal } from '../../../engine/access/session.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the sessions table, which stores only SHA-256 digests of tokens. They run
 * synchronously, in the caller's transaction.
 */
export interface StoredSession extends SessionTokens {
  readonly id: string
  readonly login: Login
  readonly side: 'staff' | 'trader'
  readonly terminal: string
  readonly read_only: boolean
  readonly keep_signed_in: boolean
  /** True if a sign-in link opened the session, which may have waived a duty. */
  readonly by_link: boolean
  readonly skips_password_change: boolean
  readonly skips_codes: boolean
  readonly family_digest: string
  readonly user_agent: string
  readonly created_at: UnixMs
  /** The time after which none of its tokens can be valid. */
  readonly expires_at: UnixMs
}

/** The columns that change when the session is refreshed. */
export interface SessionTokens {
  readonly access_digest: string
  readonly refresh_digest: string
  readonly csrf_digest: string
  readonly ip: string
  readonly refreshed_at: UnixMs
  readonly access_expires_at: UnixMs
  readonly refresh_expires_at: UnixMs
}

type GoneSession = Pick<StoredSession, 'id' | 'terminal' | 'ip'>

const FLAGS = [
  'read_only',
  'keep_signed_in',
  'by_link',
  'skips_password_change',
  'skips_codes',
] as const
type Flag = (typeof FLAGS)[number]

export type KeptSession = Omit<StoredSession, Flag> & Record<Flag, number>

export const sessionsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const one = (row: KeptSession | undefined): StoredSession | undefined =>
    row === undefined ? undefined : fromRow(row)
  return {
    get: (id: string): StoredSession | undefined =>
      one(sql.get<KeptSession>`SELECT * FROM sessions WHERE id = ${id}`),
    ofFamily: (digest: string): StoredSession | undefined =>
      one(sql.get<KeptSession>`SELECT * FROM sessions WHERE family_digest = ${digest}`),
    /** The sessions of a login, the least recently refreshed first. */
    ofLogin: (login: Login): StoredSession[] =>
      sql.all<KeptSession>`SELECT * FROM sessions
        WHERE login = ${login} ORDER BY refreshed_at, id`.map(fromRow),
    /**
     * The logins with sessions in a group. Scans the sessions, because the group may have a million
     * accounts.
     */
    loginsInGroup: (path: string) => sql.values<number>`SELECT DISTINCT sessions.login
        FROM sessions CROSS JOIN accounts ON accounts.login = sessions.login
        WHERE accounts.group_path = ${path} COLLATE NOCASE`,
    live: (now: UnixMs): StoredSession[] =>
      sql.all<KeptSession>`SELECT * FROM sessions
        WHERE refresh_expires_at > ${now} ORDER BY login, created_at`.map(fromRow),
    /**
     * All sessions of staff. The caller checks if their tokens are still valid. There is no such
     * list of traders, because they are many.
     */
    ofStaff: (): StoredSession[] =>
      sql.all<KeptSession>`SELECT sessions.* FROM staff CROSS JOIN sessions ON sessions.login = staff.login
        WHERE side = 'staff' ORDER BY sessions.login, sessions.created_at`.map(fromRow),
    insert: (session: StoredSession) => sql.insert('sessions', { ...session }),
    /**
     * Replaces the tokens. False if `current` is not the newest refresh token any more, because
     * another request was faster.
     */
    rotate(id: string, current: string, next: SessionTokens): boolean {
      return sql.update('sessions', { ...next }, { id, refresh_digest: current }) === 1
    },
    removeOfLogin: (login: Login) =>
      sql.all<GoneSession>`DELETE FROM sessions WHERE login = ${login} RETURNING id, terminal, ip`,
    removeOfTerminal: (login: Login, terminal: Terminal) =>
      sql.all<GoneSession>`DELETE FROM sessions WHERE login = ${login} AND terminal = ${terminal}
        RETURNING id, terminal, ip`,
    remove: (id: string): boolean => sql.run`DELETE FROM sessions WHERE id = ${id}` === 1,
    removeAll: (): number => sql.run`DELETE FROM sessions`,
    /** Removes up to `max` sessions without a valid token, and returns their ids. */
    removeExpired: (now: UnixMs, max: number) => sql.values<string>`DELETE FROM sessions
        WHERE id IN (SELECT id FROM sessions WHERE refresh_expires_at <= ${now} LIMIT ${max}) RETURNING id`,
  }
})

function fromRow(row: KeptSession): StoredSession {
  const flags = Object.fromEntries(FLAGS.map((name) => [name, row[name] === 1]))
  return { ...row, ...(flags as Record<Flag, boolean>) }
}
