import type { Refusal } from '../code.js'
import { because } from '../reasons/reasons.js'
import type { AccessFacts, CredentialKind } from './sign-in.js'

/**
 * Rules of one-time codes (TOTP, RFC 6238), as pure functions.
 *
 *   - A code has 6 digits and is valid for a step of 30 s. The previous and the next step are
 *     accepted too, for clocks that differ and slow typing.
 *   - A used step is never accepted again, nor are older ones.
 *   O3. Codes protect only the master password. Users of the investor or api password are other
 *       people or programs without the owner's authenticator.
 *   - A new secret must be confirmed within an hour.
 */
export const CODE_STEP_SEC = 30
export const CODE_STEPS_ASIDE = 1
export const CODE_DIGITS = 6
export const ENROLMENT_MS = 60 * 60_000

/** The issuer that an authenticator app shows when the group names no company. */
const ISSUER = 'Openfloor'

/** True if a sign-in with this password needs a code (O3). */
export function requiresCode(facts: AccessFacts, kind: CredentialKind): boolean {
  return facts.otpEnabled && kind === 'master'
}

/** Refuses a code with a wrong form; an empty code counts as missing. */
export function refuseCode(facts: AccessFacts, kind: CredentialKind, code: string): Refusal | null {
  if (!requiresCode(facts, kind)) {
    if (code === '') return null
    return because('auth.otp_not_set.password')
  }
  if (code !== '') return null
  return because('auth.otp_required.code')
}

/** The issuer of an `otpauth` address. Colons are removed, because a colon ends the issuer. */
export function issuerOf(company: string): string {
  const issuer = company.replaceAll(':', ' ').trim()
  return issuer === '' ? ISSUER : issuer
}
