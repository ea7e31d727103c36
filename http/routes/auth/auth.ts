import type { SignedIn } from '../../../actors/sign-in/sign-in-client.js'
import type { SessionSide } from '../../../engine/access/session.js'
import { isBrowser, isOwners, type Terminal, terminalOf } from '../../../engine/access/session.js'
import { assert } from '../../../engine/assert.js'
import { groupOf } from '../../../engine/book/book.js'
import { type Refusal, refuseFor } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import {
  ChangePasswordBody,
  LoginBody,
  MeView,
  RefreshBody,
  TokensView,
} from '../../../wire/schema/people/session.js'
import type { Origin } from '../../../wire/thread/auth-messages.js'
import type { PlainRequest } from '../../exchange/request.js'
import type { Session } from '../../exchange/session.js'
import { allowedOrigins, isOfForeignPage } from '../../reach/allowed-origins.js'
import {
  authPath,
  clearedCookies,
  readCookie,
  refreshCookie,
  tokenCookies,
} from '../../server/cookies.js'
import { LiveSession } from '../../sessions/live-session.js'
import { meView, tokensView } from '../../sessions/session-views.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes for sign-in, sign-out and token refresh, equal for staff and traders. */
export const authRoutes: readonly FrontRoute[] = [...routesFor('staff'), ...routesFor('trader')]

const REFRESH_WAIT_MS = 5000

type Cookies = (line: string) => void

function routesFor(side: SessionSide): FrontRoute[] {
  return [
    loginRoute(side),
    refreshRoute(side),
    logoutRoute(side),
    meRoute(side),
    changePasswordRoute(side),
  ]
}

function loginRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/login`,
    audience: 'public',
    summary: 'Sign in',
    description:
      'Browser terminals get HttpOnly cookies and a csrf token, which they send in ' +
      '`X-CSRF-Token`. For them, the token texts are null. Other clients get the tokens in the ' +
      'answer and send `access_token` in `Authorization: Bearer`.',
    body: LoginBody,
    answersSecrets: true,
    data: TokensView,
    errors: [
      'auth.invalid_credentials',
      'auth.otp_invalid',
      'auth.otp_not_set',
      'auth.otp_required',
      'auth.account_disabled',
      'auth.invalid_terminal',
      'auth.ip_not_allowed',
      'auth.not_staff',
      'auth.terminal_not_allowed',
      'forbidden',
      'auth.too_many_attempts',
      'unavailable',
    ],
    example: { body: { login: 1, password: 'Abcd12!x', terminal: terminalOf(side, undefined) } },
    async handle({ body, request, services, setCookie }) {
      const terminal = terminalFor(side, body.terminal)
      if (typeof terminal !== 'string') return terminal
      // Refuses sign-in with cookies from a page of another site.
      if (isBrowser(terminal) && isForeign(request, services)) return FOREIGN_PAGE
      const signedIn = await services.signIn.login({
        side,
        terminal,
        login: body.login,
        password: body.password,
        otp: body.otp ?? '',
        keepSignedIn: body.keep_signed_in,
        userAgent: request.headers['user-agent'] ?? '',
        origin: originOf(request),
      })
      if (!signedIn.ok) return signedIn
      const live = services.sessions.opened(signedIn)
      return handOver(live, signedIn, request, services, setCookie)
    },
  })
}

function refreshRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/refresh`,
    audience: 'public',
    summary: 'Refresh the tokens of a session',
    description:
      'Browser terminals send no body, only the refresh cookie and `X-CSRF-Token`. A refresh ' +
      'token works once. A second use of a token closes the session.',
    body: RefreshBody,
    bodyOptional: true,
    answersSecrets: true,
    data: TokensView,
    errors: [
      'auth.refresh_reused',
      'auth.session_expired',
      'auth.csrf_invalid',
      'auth.invalid_terminal',
      'auth.account_disabled',
      'auth.not_staff',
      'auth.terminal_not_allowed',
      'auth.ip_not_allowed',
      'auth.account_changed',
    ],
    async handle({ body, request, services, setCookie }) {
      const sent = body?.refresh_token
      const refreshToken = sent ?? readCookie(request.headers['cookie'], refreshCookie(side))
      if (refreshToken === undefined) return expired()
      if (!services.mayRefresh(refreshToken)) return tooManyRefreshes()
      const account = accountHeader(side, request)
      const rotated = await services.signIn.refresh({
        side,
        refreshToken,
        from: sent === undefined ? 'cookie' : 'body',
        csrfToken: csrfHeader(request),
        account,
        origin: originOf(request),
      })
      if (!rotated.ok) return rotated
      const live = services.sessions.refreshed(rotated)
      if (live === null) return expired()
      return handOver(live, rotated, request, services, setCookie)
    },
  })
}

function logoutRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/logout`,
    audience: side,
    rights: [],
    restricted: 'open',
    proof: 'access_or_refresh',
    accountHeader: side === 'trader',
    summary: 'Sign out',
    description:
      'Ends your session. If the browser’s access has expired, the refresh cookie is enough.',
    handle: signOut,
  })
}

interface SigningOut {
  readonly session: Session
  readonly request: PlainRequest
  readonly services: FrontServices
  setCookie(line: string): void
}

/** Closes the caller's session, then removes the browser's cookies. */
export async function signOut(asked: SigningOut): Promise<null | Refusal> {
  const { session, request, services } = asked
  const refusal = await services.signIn.logout(session.id, originOf(request))
  if (refusal !== null) return refusal
  services.sessions.close(session.id)
  if (session.browser) {
    for (const line of clearedCookies(session.audience, request.secure)) asked.setCookie(line)
  }
  return null
}

function meRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'GET',
    path: `${authPath(side)}/me`,
    audience: side,
    rights: [],
    restricted: 'open',
    refusesKeys: false,
    accountHeader: side === 'trader',
    summary: 'Read your session',
    description:
      'Answers the login, rights and restrictions of the session that sends the request.',
    answersSecrets: true,
    data: MeView,
    handle({ session, services }) {
      assert(session instanceof LiveSession, 'sessions come from the session store')
      return meView(session, services.serverClock())
    },
  })
}

function changePasswordRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/change-password`,
    audience: side,
    rights: [],
    restricted: 'password',
    accountHeader: side === 'trader',
    summary: 'Change your password',
    description:
      'Closes every session of the login. Sign in again with the new password. Sessions of the ' +
      'investor and API passwords cannot call it.',
    body: ChangePasswordBody,
    errors: [
      'auth.password_same',
      'auth.password_weak',
      'auth.invalid_credentials',
      'auth.password_change_not_allowed',
      'auth.too_many_attempts',
      'unavailable',
    ],
    example: { body: { current_password: 'Abcd12!x', new_password: 'Next34?y' } },
    async handle({ body, session, request, services, setCookie }) {
      assert(session instanceof LiveSession, 'sessions come from the session store')
      if (!isOwners(session)) return changeNotAllowed()
      const group = groupOf(services.settings.book, session.group)
      const refusal = await services.signIn.changePassword({
        login: session.login,
        session: session.id,
        terminal: session.terminal,
        current: body.current_password,
        next: body.new_password,
        groupMinimum: group?.record.password_min_length ?? 0,
        origin: originOf(request),
      })
      if (refusal !== null) return refusal
      if (session.browser) {
        for (const line of clearedCookies(side, request.secure)) setCookie(line)
      }
      return null
    },
  })
}

/** Hands the tokens over: as cookies to browsers, as text to other terminals. */
export function handOver(
  live: LiveSession,
  { tokens }: SignedIn,
  request: PlainRequest,
  services: FrontServices,
  setCookie: Cookies,
) {
  if (isBrowser(live.terminal)) {
    const now = services.clock.now()
    const seconds = (until: number): number | null =>
      live.keepSignedIn ? Math.ceil((until - now) / 1000) : null
    const lives = {
      secure: request.secure,
      accessSec: seconds(live.accessExpiresAt),
      refreshSec: seconds(live.refreshExpiresAt),
    }
    for (const line of tokenCookies(live.audience, tokens, lives)) setCookie(line)
  }
  return tokensView(live, tokens, services.serverClock())
}

export const FOREIGN_PAGE = because('forbidden.sign_in_page')

export function isForeign(request: PlainRequest, { settings }: FrontServices): boolean {
  return isOfForeignPage(request, allowedOrigins(settings.book.records, request.secure))
}

export function originOf(request: PlainRequest): Origin {
  return { ip: request.address, requestId: request.requestId }
}

/**
 * The token from the header. A page of another site cannot know the token, so its header is
 * ignored.
 */
function csrfHeader(request: PlainRequest): string | null {
  if (request.headers['sec-fetch-site'] === 'cross-site') return null
  return request.headers['x-csrf-token'] ?? null
}

/**
 * The login in the header; null if it is missing. A value that is no login becomes a login that
 * matches no account.
 */
function accountHeader(side: SessionSide, request: PlainRequest): number | null {
  const text = request.headers['x-app-account']
  if (side === 'staff' || text === undefined) return null
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
}

/**
 * The terminal with that name. A terminal of the other side is refused as invalid here, an unknown
 * name as invalid input.
 */
export function terminalFor(side: SessionSide, name: string | undefined): Terminal | Refusal {
  const terminal = terminalOf(side, name)
  if (terminal !== null) return terminal
  const names = side === 'staff' ? 'admin or manager' : 'web, android, ios, desktop or api'
  if (terminalOf(side === 'staff' ? 'trader' : 'staff', name) === null) {
    return refuseField('terminal', say('field.terminal', { names }))
  }
  return because('auth.invalid_terminal.elsewhere', { names })
}

function expired(): Refusal {
  return because('auth.session_expired.over')
}

function tooManyRefreshes(): Refusal {
  const why = 'This session was refreshed too often. Go on with the tokens that it has.'
  return refuseFor(REFRESH_WAIT_MS, 'too_many_requests', why)
}

function changeNotAllowed(): Refusal {
  return because('auth.password_change_not_allowed.password')
}
