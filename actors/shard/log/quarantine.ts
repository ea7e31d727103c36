import type { Account } from '../../../engine/account/state.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { LogError } from '../../../storage/log/log.js'

/**
 * A breakage while a shard works for one account is no matter of the others.
 *
 *   Q1. Where something may have been changed, the account is set aside: its state may be half of one. Nothing
 *       more is done for it until the next start, which reads it anew.
 *   Q2. A request that only reads has changed nothing: it is answered `internal`, and the log tells why.
 *   Q3. What the disk refused is nobody's account: the shard ends, and its successor reads the truth.
 */
export interface Breakages {
  onSetAside(login: Login, why: Error): void
  onFailure(what: string, login: Login, error: unknown): void
}

export class Quarantine {
  readonly #told: Breakages
  readonly #logins = new Set<Login>()
  #fresh: Account[] = []

  constructor(told: Breakages) {
    this.#told = told
  }

  has(login: Login): boolean {
    return this.#logins.has(login)
  }

  /** Sets an account aside; answers the refusal that all requests for it get from now on. */
  add(account: Account, error: unknown): Refusal {
    if (error instanceof LogError) throw error
    if (this.#logins.has(account.login)) return SET_ASIDE
    this.#logins.add(account.login)
    this.#fresh.push(account)
    this.#told.onSetAside(account.login, error instanceof Error ? error : new Error(String(error)))
    return SET_ASIDE
  }

  /** A request that only reads has thrown: what it is answered (Q2). */
  failed(what: string, login: Login, error: unknown): Refusal {
    if (error instanceof LogError) throw error
    this.#told.onFailure(what, login, error)
    return FAILED
  }

  /** The accounts set aside since the last call, which are still watched and wait for prices. */
  takeFresh(): readonly Account[] {
    if (this.#fresh.length === 0) return NONE
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }
}

const FAILED = because('internal.unanswered')
const NONE: readonly Account[] = []

export const SET_ASIDE = because('unavailable.set_aside')
