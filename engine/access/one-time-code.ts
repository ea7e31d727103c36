import type { Refusal } from '../code.js'
import { because } from '../reasons/reasons.js'
import type { AccessFacts, CredentialKind } from './sign-in.js'

/**
 * One-time codes (TOTP, RFC 6238), as decisions over values.
 *
 *   O1. A code is of 6 digits and of a step of 30 s. One step before and one after the present one
 *       are taken too, for clocks that differ and people who type slowly.
 *   O2. A step that was used is used: its code and older ones are never taken again.
 *   O3. Codes guard the master password alone. Whoever holds the investor or api password is somebody
 *       else, or a machine: neither has the owner's authenticator.
 *   O4. A new secret waits an hour to be confirmed.
 */
export const CODE_STEP_SEC = 30
export const CODE_STEPS_ASIDE = 1
export const CODE_DIGITS = 6
export const ENROLMENT_MS = 60 * 60_000

/** The issuer that an authenticator app shows when the group names no company. */
const ISSUER = 'Openfloor'

/** True when a sign-in with this password is asked for a code (O3). */
export function asksCode(facts: AccessFacts, kind: CredentialKind): boolean {
  return facts.otpEnabled && kind === 'master'
}

/** The refusal of a code before it is looked at; an empty one reads as none. */
export function refuseCode(facts: AccessFacts, kind: CredentialKind, code: string): Refusal | null {
  if (!asksCode(facts, kind)) {
    if (code === '') return null
    return because('auth.otp_not_set.password')
  }
  if (code !== '') return null
  return because('auth.otp_required.code')
}

/** The issuer as it stands before the colon of an `otpauth` address, so it has none of its own. */
export function issuerOf(company: string): string {
  const issuer = company.replaceAll(':', ' ').trim()
  return issuer === '' ? ISSUER : issuer
}
