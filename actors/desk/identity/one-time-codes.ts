import { generateSecret, generateURI, verifySync } from 'otplib'
import {
  CODE_DIGITS,
  CODE_STEP_SEC,
  CODE_STEPS_ASIDE,
  ENROLMENT_MS,
  issuerOf,
} from '../../../engine/access/one-time-code.js'
import { assert } from '../../../engine/assert.js'
import { type Refusal, refuse } from '../../../engine/code.js'
import type { Login } from '../../../engine/units.js'
import { SealError } from '../../../storage/secrets/seal.js'
import type { CodeSecret } from '../../../wire/thread/auth-messages.js'
import type { Desk } from '../desk.js'

const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`)

/**
 * Secrets of one-time codes, and their used codes (engine/access/one-time-code.ts).
 *
 *   - A secret is encrypted on disk for its login, and leaves the desk only once, when it is
 *     created.
 *   - A secret that cannot be decrypted (another SECRET_KEY) accepts no code: staff must reset it.
 *   - A code is marked as used in the transaction of the action that needed it.
 */
export class OneTimeCodes {
  readonly #desk: Desk

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Creates a secret for a login, inside a change; it replaces an unconfirmed one. */
  make(login: Login, company: string): CodeSecret {
    const secret = generateSecret()
    this.#desk.tables.oneTimeCodes.put(
      login,
      this.#desk.seal.seal(secret, placeOf(login)),
      this.#desk.clock.now(),
    )
    const issuer = issuerOf(company)
    return { secret, uri: generateURI({ issuer, label: String(login), secret }) }
  }

  /** True if the secret is new enough to be confirmed. */
  awaitsConfirmation(login: Login): boolean {
    const stored = this.#desk.tables.oneTimeCodes.get(login)
    return stored !== undefined && this.#desk.clock.now() - stored.made_at < ENROLMENT_MS
  }

  /** The time step of a code, which the caller marks as used; null if the code is wrong or used. */
  stepOf(login: Login, code: string): number | null {
    const stored = this.#desk.tables.oneTimeCodes.get(login)
    if (stored === undefined || !CODE.test(code)) return null
    const secret = this.#opened(login, stored.secret)
    if (secret === null) return null
    const epoch = Math.floor(this.#desk.clock.now() / 1000)
    const newest = Math.floor(epoch / CODE_STEP_SEC) + CODE_STEPS_ASIDE
    // Avoids an error of the library if the clock was set back.
    if (stored.used_step > newest) return null
    const found = verifySync({
      secret,
      token: code,
      epoch,
      period: CODE_STEP_SEC,
      digits: CODE_DIGITS,
      epochTolerance: CODE_STEPS_ASIDE * CODE_STEP_SEC,
      afterTimeStep: stored.used_step,
    })
    return found.valid && 'timeStep' in found ? found.timeStep : null
  }

  /** Marks a step as used, inside a change. */
  use(login: Login, step: number): void {
    assert(this.#desk.tables.oneTimeCodes.use(login, step), 'a step is used once')
  }

  /** Removes a login's secret and its used steps, inside a change; false if there was none. */
  forget(login: Login): boolean {
    return this.#desk.tables.oneTimeCodes.remove(login)
  }

  #opened(login: Login, sealed: string): string | null {
    try {
      return this.#desk.seal.open(sealed, placeOf(login))
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }
}

export function wrongCode(): Refusal {
  const why = 'The one-time code is wrong, or was used before. Wait for the next one.'
  return refuse('auth.otp_invalid', why)
}

function placeOf(login: Login): string {
  return `one_time_codes/${login}/secret`
}
