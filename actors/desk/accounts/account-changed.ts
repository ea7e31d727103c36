import { assert } from '../../../engine/assert.js'
import { Profiles } from '../../../storage/projection/recovery.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { accessFactsReader } from '../identity/access-facts.js'

/**
 * Sends the changes of accounts that it finds in the table, so code that writes an account need not
 * send anything.
 *
 *   - Every change of an account has a number, counted over all accounts and taken in its
 *     transaction (storage/repos/accounts/accounts.ts). Changes above the last sent number are
 *     sent.
 *   - They are sent after they are on disk and before the request is answered, in the order of
 *     their numbers.
 *   - A starting desk gets the last number that the previous one sent, and continues there: changes
 *     that were committed but not sent are sent before anything else.
 */
interface NewsWiring {
  /**
   * The number of the last account change that was sent. If undefined, all stored changes count as
   * sent.
   */
  readonly accountsSent?: number | undefined
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
    { accountsSent, beforeNews }: NewsWiring,
  ) {
    this.#accounts = accountsRepo(kept.db)
    this.#access = accessFactsReader(kept)
    this.#told = accountsSent ?? this.#accounts.newestChange()
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
