import type { UnixMs } from '../units.js'

// Sign-up of strangers: what one of them may cost, and what is kept of them. These hold whatever RATE_LIMITS says.

const HOUR_MS: UnixMs = 3_600_000

/** Times within which attempts are counted. */
export const SIGN_UP_WINDOW_MS = HOUR_MS

/** Attempts within the window: of an e-mail address, and of the network that they come from. */
export const SIGN_UP_ATTEMPTS_MAX = {
  codes_of_email: 3,
  codes_of_address: 10,
  sign_ups_of_address: 5,
  wrong_codes_of_email: 5,
  wrong_codes_of_address: 20,
} as const

export type SignUpAttempt = keyof typeof SIGN_UP_ATTEMPTS_MAX

/** Codes that are sent to anybody within the window: more are a flood, and cost the sender its good name. */
export const SIGN_UP_CODES_MAX = 5000

export const SIGN_UP_CODE_DIGITS = 6
export const SIGN_UP_CODE_MS = HOUR_MS / 2

/** An address that was confirmed needs no code for so long. */
export const SIGN_UP_CONFIRMED_MS = 72 * HOUR_MS

/** Applications that wait for staff; the next is refused. Those that were decided go after a year. */
export const APPLICATIONS_OPEN_MAX = 10_000
export const APPLICATION_KEPT_MS = 365 * 24 * HOUR_MS

/** Old rows that go with a new one. */
export const SIGN_UP_SWEPT_AT_ONCE = 1000
