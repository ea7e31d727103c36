import type { UnixMs } from '../units.js'
import { addressAllowed } from './address.js'
import type { AccessFacts } from './sign-in.js'

/**
 * Rules of sign-in links, as pure functions (docs/decisions/sign-in-links.md).
 *
 *   N1. A link opens one session. A used or expired link, or one for another address, is answered
 *       as unknown.
 *   - A link allows one attempt at a one-time code, within five minutes after the server has
 *     requested it.
 *   - A read-only link needs no code and no new password, because its session changes nothing.
 */
export const LINK_TTL_SEC = { min: 10, max: 300, usual: 60 } as const
export const LINK_CODE_MS = 5 * 60_000

/** The sign-in duties that do not apply to a session which a link opened. */
export interface WaivedDuties {
  readonly skipsPasswordChange: boolean
  readonly skipsCodes: boolean
}

interface UsableLink {
  readonly ip: string
  readonly expires_at: UnixMs
}

/** True if this address may use the link now (N1). */
export function isUsableLink(
  { ip, expires_at }: UsableLink,
  address: string,
  now: UnixMs,
): boolean {
  return now < expires_at && (ip === '' || addressAllowed([ip], address))
}

/** True if an exchange of the link needs a one-time code. */
export function linkAsksCode(
  { otpEnabled }: Pick<AccessFacts, 'otpEnabled'>,
  { read_only }: { readonly read_only: boolean },
  skipsCodes: boolean,
): boolean {
  return otpEnabled && !read_only && !skipsCodes
}
