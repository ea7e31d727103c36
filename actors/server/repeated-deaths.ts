import type { Login } from '../../engine/units.js'

/**
 * Finds accounts that crash their shard. If the shard worked on the same account at two crashes in
 * a row, each later start sets that account aside, until the server restarts.
 */
export class RepeatedDeaths {
  readonly #last = new Map<number, Login>()
  readonly #setAside = new Map<number, Set<Login>>()

  /** Notes a crash; `login` is the account that the shard was working on, 0 if none. */
  died(shard: number, login: Login): void {
    const isAgain = login !== 0 && this.#last.get(shard) === login
    this.#last.set(shard, login)
    if (!isAgain) return
    const logins = this.#setAside.get(shard) ?? new Set()
    this.#setAside.set(shard, logins.add(login))
  }

  /** The accounts that the shard must not work on. */
  of(shard: number): readonly Login[] {
    return [...(this.#setAside.get(shard) ?? [])]
  }
}
