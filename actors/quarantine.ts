import type { Account } from '../engine/account/state.js'
import { type Refusal, refuse } from '../engine/code.js'
import type { Login } from '../engine/units.js'
import { LogError } from '../storage/log/log.js'

/**
 * The accounts of a shard that are set aside: something broke while one of them was worked on, and its state
 * may be half of one. Nothing more is done for it until the next start, which reads it anew; the others
 * trade on.
 */
export class Quarantine {
  readonly #onSetAside: (login: Login, why: Error) => void
  readonly #logins = new Set<Login>()
  #fresh: Account[] = []

  constructor(onSetAside: (login: Login, why: Error) => void) {
    this.#onSetAside = onSetAside
  }

  has(login: Login): boolean {
    return this.#logins.has(login)
  }

  /** Answers what whoever asks for the account hears from now on. */
  add(account: Account, error: unknown): Refusal {
    // What the disk refused is nobody's account: the shard ends, and its successor reads the truth.
    if (error instanceof LogError) throw error
    if (this.#logins.has(account.login)) return SET_ASIDE
    this.#logins.add(account.login)
    this.#fresh.push(account)
    this.#onSetAside(account.login, error instanceof Error ? error : new Error(String(error)))
    return SET_ASIDE
  }

  /** Those that were set aside since this was last asked: they are still watched, and wait for prices. */
  takeFresh(): readonly Account[] {
    if (this.#fresh.length === 0) return NONE
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }
}

const NONE: readonly Account[] = []

export const SET_ASIDE = refuse(
  'unavailable',
  'The account is set aside for repair. Staff have been told.',
)
