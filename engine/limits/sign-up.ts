import type { UnixMs } from '../units.js'

// Limits of the cost and the data of sign-ups by strangers. They do not depend on RATE_LIMITS.

const HOUR_MS: UnixMs = 3_600_000

/** The window in which attempts are counted. */
export const SIGN_UP_WINDOW_MS = HOUR_MS

export type SignUpAttempt = 'codes' | 'sign_ups' | 'wrong_codes'

/**
 * The senders that an attempt counts for, from small to large. A sender can never use up the limit
 * of the next larger one.
 */
export type SignUpCounted = 'email' | 'address' | 'network' | 'region' | 'family'

/**
 * Attempts within the window: of an e-mail address, of the address that they come from (IPv6: a /64), of its network (IPv6:
 * a /48), of its region (IPv4: a /16, IPv6: a /32), and of all of IPv4 or of IPv6. More codes in all are a flood, and cost the
 * sender its good name.
 */
export const SIGN_UP_ATTEMPTS_MAX: Readonly<
  Record<SignUpAttempt, Readonly<Partial<Record<SignUpCounted, number>>>>
> = {
  codes: { email: 3, address: 10, network: 40, region: 250, family: 2500 },
  sign_ups: { address: 5, network: 20, region: 50 },
  wrong_codes: { email: 5, address: 20, network: 80 },
}

/** One region may open one in this many of an hour's demo accounts. */
export const SIGN_UPS_REGION_PART = 4

export const SIGN_UP_CODE_DIGITS = 6
export const SIGN_UP_CODE_MS = HOUR_MS / 2

/** An e-mail address needs no further code for this long after its confirmation. */
export const SIGN_UP_CONFIRMED_MS = 72 * HOUR_MS

/**
 * Maximum number of applications that wait for staff. The next one is refused. Decided applications
 * are deleted after a year.
 */
export const APPLICATIONS_OPEN_MAX = 10_000
export const APPLICATION_KEPT_MS = 365 * 24 * HOUR_MS

/** Each new row deletes at most this many old rows. */
export const SIGN_UP_SWEPT_AT_ONCE = 1000
