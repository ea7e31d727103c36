import type { Login, UnixMs } from '../units.js'

/**
 * The rules of sessions, as pure functions.
 *
 *   S1. The access token is valid for 15 minutes, the refresh token for 24 hours (30 days if the
 *       user stays signed in), and the session for at most 90 days after sign-in.
 *   - Only the newest refresh token rotates. Any other token of the same family closes the session.
 *   - A session that must do something first can only do that; with both duties the password comes
 *     first.
 *   S4. Users see and end the sessions of their login on the same side. A user with the investor or
 *       api password has only their own session, and cannot see or end the owner's.
 */
export const ACCESS_MS = 15 * 60_000
export const REFRESH_IDLE_MS = 24 * 3_600_000
export const REFRESH_KEPT_MS = 30 * 24 * 3_600_000
export const SESSION_MAX_MS = 90 * 24 * 3_600_000

export type SessionSide = 'staff' | 'trader'
export type StaffTerminal = 'admin' | 'manager'
export type TraderTerminal = 'web' | 'android' | 'ios' | 'desktop' | 'api'
/** The terminal of programs that act for staff with an API key; nobody signs in there. */
export type KeyTerminal = 'api_key'
export type Terminal = StaffTerminal | TraderTerminal | KeyTerminal

const TERMINALS: Readonly<Record<SessionSide, readonly Terminal[]>> = {
  staff: ['admin', 'manager'],
  trader: ['web', 'android', 'ios', 'desktop', 'api'],
}

const BROWSERS: ReadonlySet<Terminal> = new Set<Terminal>(['admin', 'manager', 'web'])

export const DEFAULT_TERMINAL: Readonly<Record<SessionSide, Terminal>> = {
  staff: 'manager',
  trader: 'web',
}

/** The terminal with that name on this side; null if the side has no such terminal. */
export function terminalOf(side: SessionSide, name: string | undefined): Terminal | null {
  if (name === undefined) return DEFAULT_TERMINAL[side]
  return TERMINALS[side].find((terminal) => terminal === name) ?? null
}

export function sideOf(terminal: Terminal): SessionSide {
  return terminal === 'api_key' || TERMINALS.staff.includes(terminal) ? 'staff' : 'trader'
}

/** Browser terminals hold their tokens in cookies, and echo a csrf token. */
export function isBrowser(terminal: Terminal): boolean {
  return BROWSERS.has(terminal)
}

export interface SessionTimes {
  readonly accessExpiresAt: UnixMs
  readonly refreshExpiresAt: UnixMs
}

/** The expiry times of tokens issued at `now` (S1). At sign-in `openedAt` is `now`. */
export function sessionTimes(openedAt: UnixMs, now: UnixMs, keepSignedIn: boolean): SessionTimes {
  const end = openedAt + SESSION_MAX_MS
  const idle = keepSignedIn ? REFRESH_KEPT_MS : REFRESH_IDLE_MS
  return {
    accessExpiresAt: Math.min(now + ACCESS_MS, end),
    refreshExpiresAt: Math.min(now + idle, end),
  }
}

export type RefreshDecision = 'rotate' | 'reused' | 'expired'

/**
 * `stored` is the digest of the newest refresh token, `presented` the digest of the token in the
 * request.
 */
export function decideRefresh(
  session: { readonly refreshDigest: string; readonly refreshExpiresAt: UnixMs },
  presented: string,
  now: UnixMs,
): RefreshDecision {
  if (now >= session.refreshExpiresAt) return 'expired'
  return presented === session.refreshDigest ? 'rotate' : 'reused'
}

/** The fields of a session for S4. */
export interface OwnedSession {
  readonly id: string
  readonly login: Login
  readonly terminal: Terminal
  readonly readOnly: boolean
}

/** The holder of a session: the owner of the login, or a user with the investor or API password. */
export type SessionHolder = SessionSide | 'investor' | 'program'

export function holderOf({
  readOnly,
  terminal,
}: Pick<OwnedSession, 'readOnly' | 'terminal'>): SessionHolder {
  if (readOnly) return 'investor'
  return terminal === 'api' || terminal === 'api_key' ? 'program' : sideOf(terminal)
}

/** True if the owner of the login signed in. */
export function isOwners(session: Pick<OwnedSession, 'readOnly' | 'terminal'>): boolean {
  return !session.readOnly && session.terminal !== 'api' && session.terminal !== 'api_key'
}

/** True if a user with the session `own` may see and end the other session (S4). */
export function ownsSession(own: OwnedSession, other: OwnedSession): boolean {
  if (own.id === other.id) return true
  if (!isOwners(own)) return false
  return own.login === other.login && sideOf(own.terminal) === sideOf(other.terminal)
}
