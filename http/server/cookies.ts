import type { SessionSide } from '../../engine/access/session.js'

/**
 * Cookies of browser sessions. Staff and traders have different cookie names and paths, so that a
 * browser can be signed in on both sides. The refresh token is only sent to the auth routes.
 */
const SUFFIX: Readonly<Record<SessionSide, string>> = { staff: '_s', trader: '_t' }
const PREFIX: Readonly<Record<SessionSide, string>> = { staff: '/admin/v1', trader: '/trader/v1' }

export function accessCookie(side: SessionSide): string {
  return `of_access${SUFFIX[side]}`
}

export function refreshCookie(side: SessionSide): string {
  return `of_refresh${SUFFIX[side]}`
}

export function authPath(side: SessionSide): string {
  return `${PREFIX[side]}/auth`
}

/** The first value with that name, or undefined. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  let at = 0
  while (at < header.length) {
    const end = header.indexOf(';', at)
    const stop = end < 0 ? header.length : end
    while (header.charCodeAt(at) === 32) at++
    if (header.startsWith(name, at) && header.charCodeAt(at + name.length) === 61) {
      return header.slice(at + name.length + 1, stop).trimEnd()
    }
    at = stop + 1
  }
  return undefined
}

export interface CookieTokens {
  readonly access: string
  readonly refresh: string
}

export interface CookieLives {
  readonly secure: boolean
  /** Lifetimes in seconds; null creates cookies that end with the browser session. */
  readonly accessSec: number | null
  readonly refreshSec: number | null
}

export function tokenCookies(
  side: SessionSide,
  tokens: CookieTokens,
  lives: CookieLives,
): string[] {
  return [
    cookie(accessCookie(side), tokens.access, PREFIX[side], lives.secure, lives.accessSec),
    cookie(refreshCookie(side), tokens.refresh, authPath(side), lives.secure, lives.refreshSec),
  ]
}

export function clearedCookies(side: SessionSide, secure: boolean): string[] {
  return [
    cookie(accessCookie(side), '', PREFIX[side], secure, 0),
    cookie(refreshCookie(side), '', authPath(side), secure, 0),
  ]
}

function cookie(
  name: string,
  value: string,
  path: string,
  secure: boolean,
  maxAgeSec: number | null,
): string {
  const age = maxAgeSec === null ? '' : `; Max-Age=${maxAgeSec}`
  return `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}
