import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'

/**
 * The only SQL that names the sessions table. Synchronous; the caller owns the transaction.
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

type Row = Omit<StoredSession, 'read_only' | 'keep_signed_in'> & {
  read_only: number
  keep_signed_in: number
}

const COLUMNS = [
  'id',
  'login',
  'side',
  'terminal',
  'read_only',
  'keep_signed_in',
  'family_digest',
  'access_digest',
  'refresh_digest',
  'csrf_digest',
  'ip',
  'user_agent',
  'created_at',
  'refreshed_at',
  'access_expires_at',
  'refresh_expires_at',
  'expires_at',
]

const ROTATED = [
  'access_digest',
  'refresh_digest',
  'csrf_digest',
  'ip',
  'refreshed_at',
  'access_expires_at',
  'refresh_expires_at',
]

export function sessionsRepo(db: Sqlite) {
  const insertOne = db.prepare<[Row]>(
    `INSERT INTO sessions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((c) => `@${c}`).join(', ')})`,
  )
  const selectOne = db.prepare<[string], Row>('SELECT * FROM sessions WHERE id = ?')
  const selectFamily = db.prepare<[string], Row>('SELECT * FROM sessions WHERE family_digest = ?')
  const selectLive = db.prepare<[number], Row>(
    'SELECT * FROM sessions WHERE refresh_expires_at > ? ORDER BY login, created_at',
  )
  const selectOfLogin = db.prepare<[number], Row>(
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
  const updateOne = db.prepare<[SessionTokens & { id: string; current: string }]>(
    `UPDATE sessions SET ${ROTATED.map((c) => `${c} = @${c}`).join(', ')}
     WHERE id = @id AND refresh_digest = @current`,
  )
  const deleteOne = db.prepare<[string]>('DELETE FROM sessions WHERE id = ?')
  const deleteOfLogin = db
    .prepare<[number], string>('DELETE FROM sessions WHERE login = ? RETURNING id')
    .pluck()
  const deleteAll = db.prepare('DELETE FROM sessions')
  const deleteExpired = db
    .prepare<[number, number], string>(
      `DELETE FROM sessions WHERE id IN
         (SELECT id FROM sessions WHERE refresh_expires_at <= ? LIMIT ?) RETURNING id`,
    )
    .pluck()
  const one = (row: Row | undefined): StoredSession | undefined =>
    row === undefined ? undefined : fromRow(row)
  return {
    insert(session: StoredSession): void {
      insertOne.run({
        ...session,
        read_only: session.read_only ? 1 : 0,
        keep_signed_in: session.keep_signed_in ? 1 : 0,
      })
    },
    get: (id: string): StoredSession | undefined => one(selectOne.get(id)),
    ofFamily: (digest: string): StoredSession | undefined => one(selectFamily.get(digest)),
    /** Least recently refreshed first. */
    ofLogin: (login: Login): StoredSession[] => selectOfLogin.all(login).map(fromRow),
    /** The logins with sessions among a group's accounts. */
    loginsInGroup: (path: string): Login[] => selectOfGroup.all(path),
    live: (now: UnixMs): StoredSession[] => selectLive.all(now).map(fromRow),
    /** False when `current` is no longer the newest refresh token: somebody else rotated first. */
    rotate(id: string, current: string, next: SessionTokens): boolean {
      const { changes } = updateOne.run({ ...next, id, current })
      assert(changes <= 1, 'id is the primary key')
      return changes === 1
    },
    /** Answers the ids of those that are gone. */
    removeOfLogin: (login: Login): string[] => deleteOfLogin.all(login),
    remove: (id: string): boolean => deleteOne.run(id).changes === 1,
    /** Answers how many there were. */
    removeAll: (): number => deleteAll.run().changes,
    /** Removes up to `max` that no token opens any more; answers their ids. */
    removeExpired: (now: UnixMs, max: number): string[] => deleteExpired.all(now, max),
  }
}

function fromRow(row: Row): StoredSession {
  return { ...row, read_only: row.read_only === 1, keep_signed_in: row.keep_signed_in === 1 }
}
