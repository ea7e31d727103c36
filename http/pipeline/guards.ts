import { tokenDigest } from '../../actors/thread/random.js'
import { isSameSecret } from '../../actors/thread/same-secret.js'
import { refuseWithout } from '../../engine/access/rights.js'
import { type Refusal, refuse } from '../../engine/code.js'
import type { PlainRequest } from '../exchange/request.js'
import type { Route } from './route.js'
import type { Session } from './session.js'

/** The guards: each answers with a refusal or null. `pipeline.ts` has their order. */

export function guardSize(route: Route, bytes: number): Refusal | null {
  if (bytes <= route.bodyBytesMax) return null
  return refuse('too_large', `The body is larger than ${route.bodyBytesMax} bytes. Send less.`)
}

/** Refuses a body of another media type; asked only when there is a body. */
export function guardMedia(route: Route, contentType: string | undefined): Refusal | null {
  const accepted = route.bodyMedia ?? ['application/json']
  const [media = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset)
  if (accepted.includes(media.trim()) && (isUtf8 || route.bodyMedia !== null)) return null
  return refuse('unsupported_media', `Send the body as ${accepted.join(' or ')}.`)
}

/** Refuses a session that must first change its password or set up codes; the password goes first. */
export function guardRestriction(route: Route, session: Session): Refusal | null {
  if (route.restricted === 'open') return null
  if (session.mustChangePassword) {
    if (route.restricted === 'password') return null
    return refuse('auth.password_change_required', 'Change your password first, then go on.')
  }
  if (!session.mustEnrolOtp || route.restricted === 'otp') return null
  return refuse('auth.otp_enrol_required', 'Set up one-time codes first: your group requires them.')
}

export function guardKey(route: Route, session: Session): Refusal | null {
  if (!route.refusesKeys || session.via === undefined) return null
  return refuse('forbidden', 'API keys may not do this. Sign in as a person.')
}

export function guardCsrf(route: Route, session: Session, request: PlainRequest): Refusal | null {
  if (!route.changesState || !session.browser) return null
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
  const token = request.headers['x-csrf-token']
  if (!isForeign && token !== undefined && isToken(token, session.csrfDigest)) return null
  return refuse('auth.csrf_invalid', 'Send the csrf token of your session in X-CSRF-Token.')
}

export function guardAccount(
  route: Route,
  session: Session,
  request: PlainRequest,
): Refusal | null {
  if (!route.accountHeader) return null
  const account = request.headers['x-app-account']
  if (account === undefined || account === String(session.login)) return null
  return refuse(
    'auth.account_changed',
    'Another account is signed in than X-APP-Account names. Load its data, then repeat.',
  )
}

export function guardRights(route: Route, session: Session): Refusal | null {
  if (route.refusesReadOnly && session.readOnly) {
    return refuse(
      'trade.read_only',
      'This session may only read. Sign in with the master password.',
    )
  }
  return refuseWithout(session.rights, route.rights, route.anyOf)
}

function isToken(token: string, digest: string): boolean {
  return isSameSecret(tokenDigest(token), digest)
}
