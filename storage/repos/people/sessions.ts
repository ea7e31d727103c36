import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * The only SQL that reads the sessions table. Synchronous; the caller owns the transaction.
 * Tokens come in here only as SHA-256 digests.
 */
export interface StoredSession extends SessionTokens {
  readonly id: string
  readonly login: Login
  readonly side: 'staff' | 'trader'
  readonly terminal: string
  readonly read_only: boolean
  readonly keep_signed_in: boolean
  readonly family_digest: string
  readonly user_agent: string
  readonly created_at: UnixMs
  /** The latest that any token of it can be good for. */
  readonly expires_at: UnixMs
}

/** The columns that a refresh replaces. */
export interface SessionTokens {
  readonly access_digest: string
  readonly refresh_digest: string
  readonly csrf_digest: string
  readonly ip: string
  readonly refreshed_at: UnixMs
  readonly access_expires_at: UnixMs
  readonly refresh_expires_at: UnixMs
}

export type KeptSession = Omit<StoredSession, 'read_only' | 'keep_signed_in'> & {
  read_only: number
  keep_signed_in: number
}

export const sessionsRepo = perDatabase((db: Sqlite) => {
  const selectOne = db.prepare<[string], KeptSession>('SELECT * FROM sessions WHERE id = ?')
  const selectFamily = db.prepare<[string], KeptSession>(
    'SELECT * FROM sessions WHERE family_digest = ?',
  )
  const selectLive = db.prepare<[number], KeptSession>(
    'SELECT * FROM sessions WHERE refresh_expires_at > ? ORDER BY login, created_at',
  )
  const selectOfLogin = db.prepare<[number], KeptSession>(
    'SELECT * FROM sessions WHERE login = ? ORDER BY refreshed_at, id',
  )
  // A group has up to a million accounts, most of them signed out: the sessions are walked.
  const selectOfGroup = db
    .prepare<[string], number>(
      `SELECT DISTINCT sessions.login FROM sessions
       CROSS JOIN accounts ON accounts.login = sessions.login
       WHERE accounts.group_path = ? COLLATE NOCASE`,
    )
    .pluck()
  const one = (row: KeptSession | undefined): StoredSession | undefined =>
    row === undefined ? undefined : fromRow(row)
  return {
    get: (id: string): StoredSession | undefined => one(selectOne.get(id)),
    ofFamily: (digest: string): StoredSession | undefined => one(selectFamily.get(digest)),
    /** Least recently refreshed first. */
    ofLogin: (login: Login): StoredSession[] => selectOfLogin.all(login).map(fromRow),
    /** The logins with sessions among a group's accounts. */
    loginsInGroup: (path: string): Login[] => selectOfGroup.all(path),
    live: (now: UnixMs): StoredSession[] => selectLive.all(now).map(fromRow),
  }
})

function fromRow(row: KeptSession): StoredSession {
  return { ...row, read_only: row.read_only === 1, keep_signed_in: row.keep_signed_in === 1 }
}
