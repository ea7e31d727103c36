import { tokenDigest } from '../../actors/thread/random.js'
import { isSameSecret } from '../../actors/thread/same-secret.js'
import { refuseWithout } from '../../engine/access/rights.js'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { PlainRequest } from '../exchange/request.js'
import type { Session } from '../exchange/session.js'
import type { Route } from './route.js'

/** Guards return a refusal or null. `pipeline.ts` defines their order. */

export function guardSize(route: Route, bytes: number): Refusal | null {
  if (bytes <= route.bodyBytesMax) return null
  return because('too_large.body', { max: route.bodyBytesMax })
}

/** Refuses a body with a wrong media type. Call it only if there is a body. */
export function guardMedia(route: Route, contentType: string | undefined): Refusal | null {
  const accepted = route.bodyMedia ?? ['application/json']
  const [media = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset)
  if (accepted.includes(media.trim()) && (isUtf8 || route.bodyMedia !== null)) return null
  return because('unsupported_media.types', { types: accepted.join(' or ') })
}

/**
 * Refuses a session that first has to change its password or set up one-time codes. The password
 * comes first.
 */
export function guardRestriction(route: Route, session: Session): Refusal | null {
  if (route.restricted === 'open') return null
  if (session.mustChangePassword) {
    if (route.restricted === 'password') return null
    return because('auth.password_change_required.first')
  }
  if (!session.mustEnrolOtp || route.restricted === 'otp') return null
  return because('auth.otp_enrol_required.group')
}

export function guardKey(route: Route, session: Session): Refusal | null {
  if (!route.refusesKeys || session.via === undefined) return null
  return because('forbidden.key')
}

export function guardCsrf(route: Route, session: Session, request: PlainRequest): Refusal | null {
  if (!route.changesState || !session.browser) return null
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
  const token = request.headers['x-csrf-token']
  if (!isForeign && token !== undefined && isToken(token, session.csrfDigest)) return null
  return because('auth.csrf_invalid.own')
}

export function guardAccount(
  route: Route,
  session: Session,
  request: PlainRequest,
): Refusal | null {
  if (!route.accountHeader) return null
  const account = request.headers['x-app-account']
  if (account === undefined || account === String(session.login)) return null
  return because('auth.account_changed.load')
}

export function guardRights(route: Route, session: Session): Refusal | null {
  if (route.refusesReadOnly && session.readOnly) {
    return because('trade.read_only.session')
  }
  return refuseWithout(session.rights, route.rights, route.anyOf)
}

function isToken(token: string, digest: string): boolean {
  return isSameSecret(tokenDigest(token), digest)
}
