import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import type { KeptSession, SessionTokens, StoredSession } from './sessions.js'

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

/** What changes the table of sessions. */
export const sessionWrites = perDatabase((db: Sqlite) => {
  const insertOne = db.prepare<[KeptSession]>(
    `INSERT INTO sessions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map((c) => `@${c}`).join(', ')})`,
  )
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
  return {
    insert(session: StoredSession): void {
      insertOne.run({
        ...session,
        read_only: session.read_only ? 1 : 0,
        keep_signed_in: session.keep_signed_in ? 1 : 0,
      })
    },
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
})
