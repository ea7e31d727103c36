import { csrfOf, type IssuedTokens } from '../../actors/sign-in/session-tokens.js'
import { assert } from '../../engine/assert.js'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { timeText } from '../../wire/format/time-text.js'
import type { MeView, SessionView, TokensView } from '../../wire/schema/people/session.js'
import type { Static } from '../../wire/types/scalars.js'
import type { LiveSession } from './live-session.js'

/**
 * The tokens in the answer to a sign-in. `expires_at` is when the session ends without a refresh.
 * The csrf token is sent to every terminal, but only browsers have to return it.
 */
export function tokensView(
  live: LiveSession,
  tokens: IssuedTokens,
  serverClock: ServerClock,
): Static<typeof TokensView> {
  return {
    access_expires_at: timeText(live.accessExpiresAt),
    access_token: live.browser ? null : tokens.access,
    csrf_token: tokens.csrf,
    refresh_token: live.browser ? null : tokens.refresh,
    session: sessionView(live, tokens.csrf, serverClock),
    session_expires_at: timeText(live.refreshExpiresAt),
  }
}

export function meView(live: LiveSession, serverClock: ServerClock): Static<typeof MeView> {
  const csrf = live.via === undefined ? provenCsrf(live.accessToken) : ''
  const view = sessionFields(live, csrf, serverClock)
  const time = (at: number) => (Number.isFinite(at) ? timeText(at) : null)
  return {
    ...view,
    name: live.name,
    expires_at: time(live.refreshExpiresAt),
    access_expires_at: time(live.accessExpiresAt),
  }
}

/**
 * The session of a request with this access token. A simultaneous refresh may have replaced the
 * token.
 */
export function provenView(
  live: LiveSession,
  accessToken: string | null,
  serverClock: ServerClock,
): Static<typeof SessionView> {
  return sessionView(live, provenCsrf(accessToken), serverClock)
}

function provenCsrf(accessToken: string | null): string {
  assert(accessToken !== null, 'an access token proved the session')
  return csrfOf(accessToken)
}

function sessionView(
  live: LiveSession,
  csrfToken: string,
  serverClock: ServerClock,
): Static<typeof SessionView> {
  return {
    ...sessionFields(live, csrfToken, serverClock),
    expires_at: timeText(live.refreshExpiresAt),
    terminal: live.terminal,
  }
}

function sessionFields(live: LiveSession, csrfToken: string, serverClock: ServerClock) {
  return {
    csrf_token: csrfToken,
    group: live.group,
    group_scope: [...live.groupScope],
    keep_signed_in: live.keepSignedIn,
    login: live.login,
    must_change_password: live.mustChangePassword,
    must_enrol_otp: live.mustEnrolOtp,
    read_only: live.readOnly,
    rights: [...live.rights],
    server_clock: serverClock,
  }
}
