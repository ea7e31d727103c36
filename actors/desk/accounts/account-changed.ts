import { assert } from '../../../engine/assert.js'
import { Profiles } from '../../../storage/projection/recovery.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { accessFactsReader } from '../identity/access-facts.js'

/**
 * Changes of accounts, told as they are found in the table. Whoever writes an account tells nobody.
 *
 *   N1. Every change of an account has a number, over all accounts, taken in its transaction
 *       (storage/repos/accounts/accounts.ts). What is above the last number that was told is told.
 *   N2. It is told after it is on disk and before it is answered, in the order of the numbers.
 *   N3. A desk that starts is told how far its predecessor came, and begins there: what was committed
 *       and not told is told before anything else is done.
 */
interface NewsWiring {
  /** The number of the last account change that was told; left out, all stored ones count as told. */
  readonly accountsTold?: number | undefined
  readonly beforeNews?: () => void
}

export class AccountChangedDesk {
  readonly #accounts
  readonly #access
  readonly #profiles = new Profiles()
  readonly #beforeNews
  #told: number

  constructor(
    kept: Parameters<typeof accessFactsReader>[0],
    { accountsTold, beforeNews }: NewsWiring,
  ) {
    this.#accounts = accountsRepo(kept.db)
    this.#access = accessFactsReader(kept)
    this.#told = accountsTold ?? this.#accounts.newestChange()
    this.#beforeNews = beforeNews
  }

  get told(): number {
    return this.#told
  }

  tell(publish: (event: DeskEvent) => void): void {
    const changed = this.#accounts.changedAfter(this.#told)
    if (changed.length > 0) this.#beforeNews?.()
    for (const [number, version, ...row] of changed) {
      const profile = this.#profiles.fromRow(row)
      const access = this.#access(profile.login)
      assert(access !== undefined, 'an account that was changed is there')
      publish({ type: 'profile', number, version, profile, access })
      this.#told = number
    }
  }
}
