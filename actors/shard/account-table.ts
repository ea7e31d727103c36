import type { Account } from '../../engine/account/state.js'
import type { Login } from '../../engine/units.js'

/**
 * The accounts of a shard by login, in pages of neighbours: logins are given out one after the other, and
 * among a million accounts a map looks in three places of memory that no order before has been to.
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

  /** In place of the one that has its login, if there is one. */
  set(account: Account): void {
    const number = Math.floor(account.login / PAGE_LOGINS)
    const place = account.login % PAGE_LOGINS
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = []
      this.#pages.set(number, page)
    }
    // Without holes a list is looked into directly.
    while (page.length <= place) page.push(undefined)
    if (page[place] === undefined) this.#size++
    page[place] = account
  }

  /** One that comes meanwhile is among them or not. */
  *values(): Generator<Account, void, undefined> {
    for (const page of this.#pages.values()) {
      for (const account of page) if (account !== undefined) yield account
    }
  }
}
