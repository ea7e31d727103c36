import { type Refusal, refuseFor } from '../code.js'
import type { UnixMs } from '../units.js'
import { AttemptRates } from './attempt-rates.js'
import { KnownAddresses } from './known-addresses.js'
import { LoginGuesses } from './login-guesses.js'
import type { SessionSide } from './session.js'
import { SignInThrottle } from './throttle.js'

/** A sign-in attempt: the login, and the client's address. */
export interface SignInAttempt {
  readonly side: SessionSide
  readonly login: number
  readonly address: string
  /** True if many people use this address. */
  readonly isShared: boolean
}

/**
 * Prevents attackers and heavy users from locking others out, by rate limits, blocks after
 * failures, and known addresses. It is in memory only: a restart forgets it, and the cost of each
 * attempt limits the gain.
 */
export class SignInGuard {
  readonly #hasRates: boolean
  readonly #throttle = new SignInThrottle()
  readonly #rates = new AttemptRates()
  readonly #guesses = new LoginGuesses()
  /**
   * The known addresses by side, so that addresses of traders cannot displace addresses of staff.
   */
  readonly #known = { staff: new KnownAddresses(), trader: new KnownAddresses() }

  constructor(hasRates = true) {
    this.#hasRates = hasRates
  }

  /** Counts an attempt; null if the caller may verify its password now. */
  refuseAttempt(attempt: SignInAttempt, now: UnixMs): Refusal | null {
    const { login, address, isShared } = attempt
    const blocked = this.refuseBlocked(attempt, now)
    if (blocked !== null || !this.#hasRates) return blocked
    const often = this.#rates.take(login, address, isShared, now)
    if (often > 0) return later(TOO_OFTEN, often)
    if (this.isKnown(attempt, now)) return null
    const guessed = this.#guesses.take(login, now)
    return guessed === 0 ? null : later('Too many wrong passwords of this login.', guessed)
  }

  /**
   * Refuses a blocked attempt. Call it again after the password check, so that guesses sent in
   * parallel learn nothing.
   */
  refuseBlocked({ login, address }: SignInAttempt, now: UnixMs): Refusal | null {
    const ms = this.#throttle.blockedFor(login, address, now)
    return ms === 0 ? null : later(TOO_MANY_FAILED, ms)
  }

  /**
   * Counts an attempt with a sign-in link; null if it is allowed. Its login is unknown until the
   * link proves valid.
   */
  refuseLink(address: string, isShared: boolean, now: UnixMs): Refusal | null {
    const blocked = this.#throttle.addressBlockedFor(address, now)
    if (blocked > 0) return later(TOO_MANY_FAILED, blocked)
    const often = this.#hasRates ? this.#rates.takeAddress(address, isShared, now) : 0
    return often === 0 ? null : later(TOO_OFTEN, often)
  }

  /** Counts an invalid link, or a wrong one-time code of a link. */
  linkFailed(address: string, now: UnixMs): void {
    this.#throttle.addressFailed(address, now)
  }

  failed({ login, address }: SignInAttempt, now: UnixMs): void {
    this.#throttle.failed(login, address, now)
    this.#guesses.failed(login, now)
  }

  succeeded({ side, login, address }: Omit<SignInAttempt, 'isShared'>, now: UnixMs): void {
    this.#throttle.succeeded(login, address)
    this.#known[side].add(login, address, now)
  }

  isKnown({ side, login, address }: SignInAttempt, now: UnixMs): boolean {
    return this.#known[side].has(login, address, now)
  }
}

const TOO_OFTEN = 'Too many sign-ins within a minute.'
const TOO_MANY_FAILED = 'Too many failed sign-ins.'

function later(what: string, ms: number): Refusal {
  return refuseFor(ms, 'auth.too_many_attempts', `${what} Try again in ${waitText(ms)}.`)
}

function waitText(ms: number): string {
  const [count, unit] =
    ms <= 60_000 ? [Math.ceil(ms / 1000), 'second'] : [Math.ceil(ms / 60_000), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
