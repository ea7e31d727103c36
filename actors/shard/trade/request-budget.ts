import { type Refusal, refuseTooMany } from '../../../engine/code.js'
import { type RequestRate, SELF_OPENED_RATE } from '../../../engine/limits/rates.js'
import { REQUEST_KEYS_PER_SHARD_MAX } from '../../../engine/limits/requests.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login, UnixMs } from '../../../engine/units.js'

export interface RequestBudgetOptions {
  /** The rate limit per account; null disables it. */
  readonly rate: RequestRate | null
  /** The rate for demo accounts that people opened themselves. */
  readonly selfOpenedRate?: RequestRate
  /** The most keys that the shard may keep, which bounds its memory. */
  readonly keysMax?: number
}

/**
 * Limits the share of its shard's log and memory that an account may use: each request costs a
 * record for weeks, and with a key also memory for days.
 *
 *   - Each account has a burst and a sustained rate. They are high enough that nobody who closes
 *     positions is stopped, and low enough that nobody fills a disk in a day.
 *   - The fuller the shard's memory of keys, the less each account may add: its rate is multiplied
 *     by the square of the free share. So a few heavy users leave room, and light users notice
 *     nothing.
 *   - A shard at its maximum accepts no new keys; requests without a key continue.
 *   - The budgets are only in memory: after a restart nothing counts as used. An account takes two
 *     numbers in pages of neighbouring logins, like in the table of accounts, because every order
 *     reads them.
 */
const LEAST_SHARE = 1 / 32
const PAGE_LOGINS = 1024

export class RequestBudget {
  readonly #rate: RequestRate | null
  readonly #selfOpenedRate: RequestRate
  readonly #keysMax: number
  /** The used part of each login's burst, and the time when it was computed. */
  readonly #pages = new Map<number, Float64Array>()

  constructor(options: RequestBudgetOptions) {
    const { rate, selfOpenedRate = SELF_OPENED_RATE } = options
    const { keysMax = REQUEST_KEYS_PER_SHARD_MAX } = options
    this.#rate = rate
    this.#selfOpenedRate = selfOpenedRate
    this.#keysMax = keysMax
  }

  /**
   * Takes one request from the account's budget; `keysHeld` is the shard's number. A refusal takes
   * nothing.
   */
  take(
    login: Login,
    hasKey: boolean,
    keysHeld: number,
    now: UnixMs,
    isSelfOpened = false,
  ): Refusal | undefined {
    if (hasKey && keysHeld >= this.#keysMax) return NO_ROOM
    if (this.#rate === null) return undefined
    const share = Math.max(1 - keysHeld / this.#keysMax, LEAST_SHARE)
    const ease = share * share
    const { burst, perSecond } = isSelfOpened ? this.#selfOpenedRate : this.#rate
    const page = this.#page(login)
    const at = (login % PAGE_LOGINS) * 2
    const gone = ((now - (page[at + 1] as number)) / 1000) * perSecond * ease
    const level = Math.max(0, (page[at] as number) - gone)
    page[at + 1] = now
    const most = Math.ceil(burst * ease)
    if (level + 1 > most) {
      page[at] = level
      return refuseTooMany(Math.ceil(((level + 1 - most) / (perSecond * ease)) * 1000), TOO_MANY)
    }
    page[at] = level + 1
    return undefined
  }

  /** Returns a request that did not write a record. */
  giveBack(login: Login): void {
    if (this.#rate === null) return
    const page = this.#page(login)
    const at = (login % PAGE_LOGINS) * 2
    page[at] = Math.max(0, (page[at] as number) - 1)
  }

  #page(login: Login): Float64Array {
    const number = Math.floor(login / PAGE_LOGINS)
    let page = this.#pages.get(number)
    if (page === undefined) {
      page = new Float64Array(PAGE_LOGINS * 2)
      this.#pages.set(number, page)
    }
    return page
  }
}

const TOO_MANY =
  'The account has made more requests than it may for now. Send fewer, and try again in a moment.'
const NO_ROOM = because('unavailable.request_ids')
