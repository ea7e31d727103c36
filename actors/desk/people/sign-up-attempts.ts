import { addressBlock } from '../../../engine/access/address.js'
import { type Refusal, refuse, refuseFor } from '../../../engine/code.js'
import {
  SIGN_UP_ATTEMPTS_MAX,
  SIGN_UP_CODE_MS,
  SIGN_UP_CODES_MAX,
  SIGN_UP_CONFIRMED_MS,
  SIGN_UP_SWEPT_AT_ONCE,
  SIGN_UP_WINDOW_MS,
  type SignUpAttempt,
} from '../../../engine/limits/sign-up.js'
import { signUpRepo } from '../../../storage/repos/people/sign-up.js'
import type { Desk } from '../desk.js'

/**
 * Attempts of strangers within the last hour, on disk.
 *
 *   A1. They hold from everywhere, this machine too, whatever RATE_LIMITS says, and over a restart.
 *   A2. IPv6 counts by the network that one line has.
 */
export class SignUpAttempts {
  readonly #desk: Desk
  readonly #rows

  constructor(desk: Desk) {
    this.#desk = desk
    this.#rows = signUpRepo(desk.db)
  }

  /** The refusal of one more, until the first of them is an hour old. */
  refuse(kind: SignUpAttempt, who: string): Refusal | undefined {
    const now = this.#desk.clock.now()
    const { count, first } = this.#rows.attempts(kind, keyOf(kind, who), now - SIGN_UP_WINDOW_MS)
    if (count < SIGN_UP_ATTEMPTS_MAX[kind]) return undefined
    const until = (first ?? now) + SIGN_UP_WINDOW_MS - now
    return refuseFor(until, 'auth.too_many_attempts', 'Too many attempts. Try again later.')
  }

  /** Codes to anybody. */
  refuseCode(): Refusal | undefined {
    const after = this.#desk.clock.now() - SIGN_UP_WINDOW_MS
    if (this.#rows.attemptsOfAll('codes_of_address', after) < SIGN_UP_CODES_MAX) return undefined
    return refuse('unavailable', 'Many people sign up at the moment. Try again in an hour.')
  }

  /** Inside a change. */
  add(kind: SignUpAttempt, who: string): void {
    const now = this.#desk.clock.now()
    this.#rows.add(kind, keyOf(kind, who), now)
    this.#rows.sweep(
      now - SIGN_UP_WINDOW_MS,
      now - SIGN_UP_CODE_MS,
      now - SIGN_UP_CONFIRMED_MS,
      SIGN_UP_SWEPT_AT_ONCE,
    )
  }
}

function keyOf(kind: SignUpAttempt, who: string): string {
  return kind.endsWith('_of_address') ? addressBlock(who) : who.toLowerCase()
}
