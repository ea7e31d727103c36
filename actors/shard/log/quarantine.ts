import type { Account } from '../../../engine/account/state.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { LogError } from '../../../storage/log/log.js'

/**
 * Limits an error to the account for which the shard was working.
 *
 *   - If something may have changed, the account is set aside, because its state may be half
 *     changed. The shard does nothing more for it until the next start, which restores it from the
 *     log.
 *   Q2. If a read-only request throws, nothing has changed: it is answered `internal`, and the
 *       process log has the error.
 *   - If the disk fails, no account is at fault: the shard ends, and its next thread restores the
 *     true state.
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

  /** Sets an account aside. Returns the refusal that all its requests get from now on. */
  add(account: Account, error: unknown): Refusal {
    if (error instanceof LogError) throw error
    if (this.#logins.has(account.login)) return SET_ASIDE
    this.#logins.add(account.login)
    this.#fresh.push(account)
    this.#told.onSetAside(account.login, error instanceof Error ? error : new Error(String(error)))
    return SET_ASIDE
  }

  /** Returns the answer for a read-only request that threw (Q2). */
  failed(what: string, login: Login, error: unknown): Refusal {
    if (error instanceof LogError) throw error
    this.#told.onFailure(what, login, error)
    return FAILED
  }

  /**
   * The accounts set aside since the last call, for the parts that still watch them or have them
   * waiting for prices.
   */
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
