import { SESSION_MAX_MS, sessionTimes, sideOf, terminalOf } from '../../../engine/access/session.js'
import { isReadOnly } from '../../../engine/access/sign-in.js'
import { assert } from '../../../engine/assert.js'
import type { UnixMs } from '../../../engine/units.js'
import type { SessionTokens, StoredSession } from '../../../storage/repos/people/sessions.js'
import type { AuthOperations, SessionRecord } from '../../../wire/thread/auth-messages.js'
import { sessionId } from '../../thread/random.js'

const USER_AGENT_MAX = 256

/** The row of a session that begins `now`. */
export function openedSession(
  request: AuthOperations['auth.open']['request'],
  now: UnixMs,
): StoredSession {
  assert(sideOf(request.terminal) === request.side, 'a terminal signs in on its own side')
  const times = sessionTimes(now, now, request.keepSignedIn)
  return {
    id: sessionId(),
    login: request.login,
    side: request.side,
    terminal: request.terminal,
    read_only: isReadOnly(request.credential.kind),
    keep_signed_in: request.keepSignedIn,
    family_digest: request.digests.family,
    access_digest: request.digests.access,
    refresh_digest: request.digests.refresh,
    csrf_digest: request.digests.csrf,
    ip: request.origin.ip,
    user_agent: request.userAgent.slice(0, USER_AGENT_MAX),
    created_at: now,
    refreshed_at: now,
    access_expires_at: times.accessExpiresAt,
    refresh_expires_at: times.refreshExpiresAt,
    expires_at: now + SESSION_MAX_MS,
  }
}

export function rotatedTokens(
  session: StoredSession,
  request: AuthOperations['auth.refresh']['request'],
  now: UnixMs,
): SessionTokens {
  const times = sessionTimes(session.created_at, now, session.keep_signed_in)
  return {
    access_digest: request.next.access,
    refresh_digest: request.next.refresh,
    csrf_digest: request.next.csrf,
    ip: request.origin.ip,
    refreshed_at: now,
    access_expires_at: times.accessExpiresAt,
    refresh_expires_at: times.refreshExpiresAt,
  }
}

export function sessionRecord(session: StoredSession): SessionRecord {
  const terminal = terminalOf(session.side, session.terminal)
  assert(terminal !== null, 'a stored session has a terminal of its side')
  return {
    id: session.id,
    login: session.login,
    side: session.side,
    terminal,
    readOnly: session.read_only,
    keepSignedIn: session.keep_signed_in,
    ip: session.ip,
    userAgent: session.user_agent,
    createdAt: session.created_at,
    refreshedAt: session.refreshed_at,
    accessExpiresAt: session.access_expires_at,
    refreshExpiresAt: session.refresh_expires_at,
    digests: {
      access: session.access_digest,
      refresh: session.refresh_digest,
      csrf: session.csrf_digest,
      family: session.family_digest,
    },
  }
}
