import type { Login } from '../../engine/units.js'

/**
 * Which accounts end their shards: one whose work was in hand at two deaths of its shard in a row is set
 * aside at every start from then on, until the server itself is started anew.
 */
export class RepeatedDeaths {
  readonly #last = new Map<number, Login>()
  readonly #setAside = new Map<number, Set<Login>>()

  /** `login` is whose work was in hand, 0 nobody's. */
  died(shard: number, login: Login): void {
    const isAgain = login !== 0 && this.#last.get(shard) === login
    this.#last.set(shard, login)
    if (!isAgain) return
    const logins = this.#setAside.get(shard) ?? new Set()
    this.#setAside.set(shard, logins.add(login))
  }

  /** The accounts that the shard is not to work on. */
  of(shard: number): readonly Login[] {
    return [...(this.#setAside.get(shard) ?? [])]
  }
}
