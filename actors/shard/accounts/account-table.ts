import type { Account } from '../../../engine/account/state.js'
import type { Login } from '../../../engine/units.js'

/**
 * The accounts of a shard by login, in pages of neighbouring logins. Logins are consecutive, and
 * with a million accounts a `Map` would touch three uncached places of memory for each lookup.
 */
const PAGE_LOGINS = 1024

export class AccountTable {
  readonly #pages = new Map<number, (Account | undefined)[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  get(login: Login): Account | undefined {
    return this.#pages.get(Math.floor(login / PAGE_LOGINS))?.[login % PAGE_LOGINS]
  }

  /** Adds the account, or replaces the one with the same login. */
  set(account: Account): void {
    const number = Math.floor(account.login / PAGE_LOGINS)
    const place = account.login % PAGE_LOGINS
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = []
      this.#pages.set(number, page)
    }
    // Fills holes, because V8 reads arrays without holes faster.
    while (page.length <= place) page.push(undefined)
    if (page[place] === undefined) this.#size++
    page[place] = account
  }

  /** Yields all accounts. An account that is added during the iteration may be missing. */
  *values(): Generator<Account, void, undefined> {
    for (const page of this.#pages.values()) {
      for (const account of page) if (account !== undefined) yield account
    }
  }
}
