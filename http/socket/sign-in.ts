import type { SessionSide } from '../../engine/access/session.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import { type SocketCodec, SUBPROTOCOLS } from '../../wire/frame/socket-frame.js'
import type { PlainRequest } from '../exchange/request.js'
import { accessCookie, readCookie } from '../server/cookies.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { SessionStore } from '../sessions/session-store.js'
import { refuseRestricted } from './revalidate.js'

/** The three ways to sign in to a WebSocket: cookie, bearer token, or the first frame. */

/** The session at the upgrade; null without a proof, so that the first frame has to contain one. */
export function signInAtUpgrade(
  store: SessionStore,
  side: SessionSide,
  request: PlainRequest,
  allowedOrigins: ReadonlySet<string>,
): LiveSession | Refusal | null {
  const { authorization, cookie } = request.headers
  if (authorization === undefined) {
    if (readCookie(cookie, accessCookie(side)) === undefined) return null
    // Browsers send cookies with requests of any page, so the page's origin is checked.
    if (!isOwnOrigin(request, allowedOrigins)) {
      return because('forbidden.socket_page')
    }
  }
  return admitted(store, side, request)
}

export function signInByToken(
  store: SessionStore,
  side: SessionSide,
  accessToken: unknown,
  address: string,
): LiveSession | Refusal {
  if (typeof accessToken !== 'string') {
    return refuseField('access_token', say('field.access_token'))
  }
  const headers = { authorization: `Bearer ${accessToken}` }
  const request = { method: 'GET', path: '', query: '', secure: false, requestId: '' }
  return admitted(store, side, { ...request, headers, address })
}

function admitted(
  store: SessionStore,
  side: SessionSide,
  request: PlainRequest,
): LiveSession | Refusal {
  const session = store.authenticate(request, side, 'access')
  if (isRefusal(session)) return session
  return refuseRestricted(session) ?? session
}

function isOwnOrigin(request: PlainRequest, allowed: ReadonlySet<string>): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  const given = origin.toLowerCase()
  const own = `${request.secure ? 'https' : 'http'}://${host ?? ''}`.toLowerCase()
  return given === own || allowed.has(given)
}

/**
 * The client's first subprotocol that the server supports. Undefined if there are only others.
 * Without any, `name` is empty and JSON is used.
 */
export function chooseProtocol(
  offered: string,
): { readonly name: string; readonly codec: SocketCodec } | undefined {
  if (offered.trim() === '') return { name: '', codec: 'json' }
  for (const one of offered.split(',')) {
    const name = one.trim()
    if (Object.hasOwn(SUBPROTOCOLS, name)) {
      return { name, codec: SUBPROTOCOLS[name] as SocketCodec }
    }
  }
  return undefined
}
