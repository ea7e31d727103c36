import type { Code, Refusal } from '../../../engine/code.js'
import {
  REFUSALS_PER_ACCOUNT_MAX,
  REFUSALS_PER_SHARD_MAX,
  REFUSALS_REMEMBERED_MS,
} from '../../../engine/limits/requests.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { isSharedKey } from '../../../wire/record/request-key.js'

/**
 * Refusals that made nothing: no deal, no order, no wait. To decide such a request again is safe, so they are
 * in memory alone, and whoever is refused all day long fills no log.
 *
 *   F1. Remembered for `REFUSALS_REMEMBERED_MS`, unless as many came later as may be held: of the account,
 *       which costs no other account its own, or of the shard.
 *   F2. Two generations, and the older one goes as a whole: nothing is taken out one by one.
 */
export interface RecentRefusal {
  readonly digest: number
  readonly refusal: Refusal
  readonly at: UnixMs
}

type ByKey = Map<string, RecentRefusal>
interface Generation {
  readonly byLogin: Map<Login, ByKey>
  size: number
}

const UNREAD: ReadonlySet<Code> = new Set(['unavailable', 'trade.too_many_requests'])

export class RecentRefusals {
  #young = generation()
  #old = generation()
  #youngSince = 0

  get size(): number {
    return this.#young.size + this.#old.size
  }

  find(login: Login, requestKey: string, now: UnixMs): RecentRefusal | undefined {
    if (this.size === 0) return undefined
    const refused =
      this.#young.byLogin.get(login)?.get(requestKey) ??
      this.#old.byLogin.get(login)?.get(requestKey)
    if (refused === undefined || now - refused.at >= REFUSALS_REMEMBERED_MS) return undefined
    return refused
  }

  /**
   * A refusal that says nothing of the request is not remembered. One that may be another in a moment is, for whoever
   * asks what came of it: a repeat is decided anew (known-outcome.ts).
   */
  add(login: Login, requestKey: string, digest: number, refusal: Refusal, now: UnixMs): void {
    if (requestKey === '' || isSharedKey(requestKey) || UNREAD.has(refusal.code)) return
    this.forget(now)
    const young = this.#young
    let own = young.byLogin.get(login)
    if (own === undefined || own.size >= REFUSALS_PER_ACCOUNT_MAX / 2) {
      if (own !== undefined) this.#age(login, own)
      own = new Map()
      young.byLogin.set(login, own)
    }
    const before = own.size
    own.set(requestKey, { digest, refusal, at: now })
    young.size += own.size - before
  }

  /** Gives back what is too old, or too much. */
  forget(now: UnixMs): void {
    const age = now - this.#youngSince
    const isFull =
      this.#young.size >= REFUSALS_PER_SHARD_MAX / 2 || this.size >= REFUSALS_PER_SHARD_MAX
    if (!isFull && age < REFUSALS_REMEMBERED_MS) return
    this.#old = age < 2 * REFUSALS_REMEMBERED_MS ? this.#young : generation()
    this.#young = generation()
    this.#youngSince = now
  }

  /** An account's share of the young ones is full: it takes the place of its old ones. */
  #age(login: Login, own: ByKey): void {
    const { byLogin } = this.#old
    this.#old.size += own.size - (byLogin.get(login)?.size ?? 0)
    byLogin.set(login, own)
    this.#young.size -= own.size
  }
}

function generation(): Generation {
  return { byLogin: new Map(), size: 0 }
}
