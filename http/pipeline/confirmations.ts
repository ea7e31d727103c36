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
 * Confirmation codes that a caller reads and types before a large action.
 *
 * - A confirmation is valid for one caller, one action and one set of parameters, and only once.
 *   Attempts by others do not use it up.
 * - It expires after two minutes or too many wrong codes. A confirmation of several requests
 *   confirms each of them once, and each use extends it by two minutes.
 * - A caller with too many confirmations loses the oldest. If there are too many in total, no new
 *   one is created.
 * - Token and code are stored only as digests and only in memory, so a restart ends them.
 */
export interface IssuedConfirmation {
  readonly token: string
  readonly code: string
  readonly expiresAt: number
}

interface Kept {
  readonly caller: Login
  /** Digests of the requests that have not used the confirmation yet. */
  readonly digests: Set<string>
  readonly codeDigest: string
  readonly until: number
  wrong: number
}

/**
 * Request fields that the code does not cover: the confirmation itself and `preview`, which changes
 * nothing.
 */
export const UNCONFIRMED_FIELDS = ['confirm_token', 'confirm_code', 'preview'] as const

const NEEDED = because('confirmation_required.code')

export class Confirmations {
  readonly #clock: Clock
  /** The open confirmations by the digest of their token, oldest first. */
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

  /** Uses the confirmation. Returns a refusal if it does not confirm this request. */
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
    // Inserting it again moves it to the end, so the oldest stay first.
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

/** The digest of an action and its parameters, independent of the order of fields. */
export function digestOf(action: string, params: object): string {
  return tokenDigest(`${action}\n${orderedJson(withoutFields(params, UNCONFIRMED_FIELDS))}`)
}
