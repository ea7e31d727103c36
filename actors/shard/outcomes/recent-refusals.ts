import type { Code, Refusal } from '../../../engine/code.js'
import {
  REFUSALS_PER_ACCOUNT_MAX,
  REFUSALS_PER_SHARD_MAX,
  REFUSALS_REMEMBERED_MS,
} from '../../../engine/limits/requests.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import { isSharedKey } from '../../../wire/record/request-key.js'

/**
 * Remembers refusals that left nothing behind: no deal, order or wait. Deciding such a request
 * again is safe, so they are only in memory, and a client that is refused all day fills no log.
 *
 *   - A refusal is remembered for `REFUSALS_REMEMBERED_MS`, unless newer ones of the account or of
 *     the shard take its place. A busy account does not displace refusals of others.
 *   - There are two generations, and the older one is dropped as a whole.
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
   * Remembers a refusal, unless it says nothing about the request. A refusal that may change in a
   * moment is kept for questions about the outcome, but a repeated request is decided again
   * (known-outcome.ts).
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

  /** Drops refusals that are too old or too many. */
  forget(now: UnixMs): void {
    const age = now - this.#youngSince
    const isFull =
      this.#young.size >= REFUSALS_PER_SHARD_MAX / 2 || this.size >= REFUSALS_PER_SHARD_MAX
    if (!isFull && age < REFUSALS_REMEMBERED_MS) return
    this.#old = age < 2 * REFUSALS_REMEMBERED_MS ? this.#young : generation()
    this.#young = generation()
    this.#youngSince = now
  }

  /**
   * The account's share of the young generation is full: it replaces the account's old refusals.
   */
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
