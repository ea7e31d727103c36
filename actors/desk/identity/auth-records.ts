import {
  SESSION_MAX_MS,
  type SessionSide,
  sessionTimes,
  sideOf,
  terminalOf,
} from '../../../engine/access/session.js'
import { isReadOnly } from '../../../engine/access/sign-in.js'
import type { WaivedDuties } from '../../../engine/access/sign-in-link.js'
import { assert } from '../../../engine/assert.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { SessionTokens, StoredSession } from '../../../storage/repos/people/sessions.js'
import type { StoredSignInLink } from '../../../storage/repos/people/sign-in-links.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { AuthOperations, SessionRecord } from '../../../wire/thread/auth-messages.js'
import { sessionId } from '../../thread/random.js'
import type { JournalWriter } from '../desk.js'

/** Further writes in the transaction that opens a session; they add fields to its journal line. */
export type OpenedSession<T> = (journal: JournalWriter, changes: readonly FieldChange[]) => T

const USER_AGENT_MAX = 256

/** The row of a session that begins at `now`. */
export function openedSession(
  request: AuthOperations['auth.open']['request'],
  now: UnixMs,
): StoredSession {
  assert(sideOf(request.terminal) === request.side, 'a terminal signs in on its own side')
  const { login, side, keepSignedIn, credential } = request
  const opening = { login, side, keepSignedIn, readOnly: isReadOnly(credential.kind), link: null }
  return newSession(opening, request, now)
}

/** The row of a session that a sign-in link opens at `now`. */
export function sessionByLink(
  request: AuthOperations['auth.open_by_link']['request'],
  { login, read_only: readOnly }: StoredSignInLink,
  link: WaivedDuties,
  now: UnixMs,
): StoredSession {
  const opening = { login, side: 'trader', keepSignedIn: false, readOnly, link } as const
  return newSession(opening, request, now)
}

interface Opening {
  readonly login: Login
  readonly side: SessionSide
  readonly keepSignedIn: boolean
  readonly readOnly: boolean
  readonly link: WaivedDuties | null
}

type SignInRequest = Pick<
  AuthOperations['auth.open']['request'],
  'terminal' | 'digests' | 'origin' | 'userAgent'
>

function newSession(opening: Opening, request: SignInRequest, now: UnixMs): StoredSession {
  const { login, side, keepSignedIn, readOnly, link } = opening
  const times = sessionTimes(now, now, keepSignedIn)
  return {
    id: sessionId(),
    login,
    side,
    terminal: request.terminal,
    read_only: readOnly,
    keep_signed_in: keepSignedIn,
    by_link: link !== null,
    skips_password_change: link?.skipsPasswordChange ?? false,
    skips_codes: link?.skipsCodes ?? false,
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
    ...(session.by_link ? { link: waivedOf(session) } : {}),
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

function waivedOf({ skips_password_change, skips_codes }: StoredSession): WaivedDuties {
  return { skipsPasswordChange: skips_password_change, skipsCodes: skips_codes }
}
