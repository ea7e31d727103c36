import type { Clock } from '../../actors/thread/clock.js'
import { confirmationCode, randomToken, tokenDigest } from '../../actors/thread/random.js'
import type { Refusal } from '../../engine/code.js'
import {
  CONFIRMATION_MS,
  CONFIRMATION_TRIES,
  CONFIRMATIONS_MAX,
  CONFIRMATIONS_PER_CALLER_MAX,
} from '../../engine/limits/bulk.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { orderedJson, withoutFields } from './idempotency-key.js'

/**
 * Codes that a caller is shown and types again before something large is done.
 *
 *   F1. A confirmation is for one caller, one action and one set of parameters, and is used once. Anybody
 *       else's try is none: it neither uses nor burns it.
 *   F2. It lasts two minutes, and so many wrong codes. One for several requests lasts two minutes from one to the next, and
 *       confirms each of them once.
 *   F3. A caller's oldest goes when there are too many; when there are too many of all, no new one is made.
 *   F4. Token and code are kept as digests, in memory alone: a restart ends them.
 */
export interface IssuedConfirmation {
  readonly token: string
  readonly code: string
  readonly expiresAt: number
}

interface Kept {
  readonly caller: Login
  /** Of the requests that are not confirmed yet. */
  readonly digests: Set<string>
  readonly codeDigest: string
  readonly until: number
  wrong: number
}

/**
 * The fields of a request that are not confirmed: those of the confirmation itself, and the one that does
 * nothing.
 */
export const UNCONFIRMED_FIELDS = ['confirm_token', 'confirm_code', 'preview'] as const

const NEEDED = because('confirmation_required.code')

export class Confirmations {
  readonly #clock: Clock
  /** Open confirmations by their token's digest, oldest first. */
  readonly #kept = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get waiting(): number {
    return this.#kept.size
  }

  issue(caller: Login, action: string, ...params: readonly object[]): IssuedConfirmation | Refusal {
    this.#forgetOld()
    const own = [...this.#kept].filter(([, kept]) => kept.caller === caller)
    if (own.length >= CONFIRMATIONS_PER_CALLER_MAX) this.#kept.delete(own[0]?.[0] ?? '')
    if (this.#kept.size >= CONFIRMATIONS_MAX) {
      return because('unavailable.confirmations')
    }
    const token = randomToken()
    const code = confirmationCode()
    const until = this.#clock.monotonic() + CONFIRMATION_MS
    const codeDigest = tokenDigest(`${token}/${code}`)
    const digests = new Set(params.map((one) => digestOf(action, one)))
    this.#kept.set(tokenDigest(token), { caller, digests, codeDigest, until, wrong: 0 })
    return { token, code, expiresAt: this.#clock.now() + CONFIRMATION_MS }
  }

  /** Uses it up; a refusal when it does not confirm this. */
  use(caller: Login, action: string, params: object, token = '', code = ''): Refusal | null {
    const name = tokenDigest(token)
    const kept = this.#kept.get(name)
    if (kept === undefined || kept.caller !== caller) return NEEDED
    if (kept.until <= this.#clock.monotonic()) {
      this.#kept.delete(name)
      return NEEDED
    }
    const digest = digestOf(action, params)
    if (!kept.digests.has(digest)) return NEEDED
    if (kept.codeDigest !== tokenDigest(`${token}/${code}`)) {
      kept.wrong++
      if (kept.wrong >= CONFIRMATION_TRIES) this.#kept.delete(name)
      return NEEDED
    }
    this.#kept.delete(name)
    kept.digests.delete(digest)
    // The oldest stand first.
    if (kept.digests.size > 0) {
      this.#kept.set(name, { ...kept, until: this.#clock.monotonic() + CONFIRMATION_MS })
    }
    return null
  }

  #forgetOld(): void {
    const now = this.#clock.monotonic()
    for (const [name, { until }] of this.#kept) {
      if (until > now) return
      this.#kept.delete(name)
    }
  }
}

/** What a confirmation is of: the action and its parameters, in any order. */
export function digestOf(action: string, params: object): string {
  return tokenDigest(`${action}\n${orderedJson(withoutFields(params, UNCONFIRMED_FIELDS))}`)
}
