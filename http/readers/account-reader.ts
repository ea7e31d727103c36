import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import type { StoredAccount } from '../../wire/account/stored-account.js'
import {
  JSON_NULL,
  type JsonFields,
  type JsonValue,
  jsonFields,
  ofLines,
} from '../../wire/format/json-parts.js'

/**
 * Reads accounts for routes: stored data from the desk, with a short cache, and money from the
 * account's shard.
 *
 * - Cached data is at most `FRESH_MS` old and is dropped when the desk reports a change.
 * - Simultaneous requests for the same account share one lookup.
 */
const FRESH_MS = 1000
const HELD_MAX = 20_000
const NO_MONEY = jsonFields({
  balance: null,
  balance_prev_day: null,
  balance_prev_month: null,
  credit: null,
  money: null,
})

export interface AccountSource {
  stored(login: number): Promise<{ readonly ok: true; readonly value: StoredAccount } | Refusal>
  shardOf(login: number): ShardClient
}

interface Held {
  readonly at: number
  readonly account: Promise<StoredAccount | Refusal>
}

export class AccountReader {
  readonly #source: AccountSource
  readonly #clock: Clock
  readonly #held = new Map<number, Held>()

  constructor(source: AccountSource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  stored(login: number): Promise<StoredAccount | Refusal> {
    const now = this.#clock.monotonic()
    const held = this.#held.get(login)
    if (held !== undefined && now - held.at < FRESH_MS) return held.account
    const account = this.#source.stored(login).then((answer) => {
      if (answer.ok) return answer.value
      this.#held.delete(login)
      return answer
    })
    if (this.#held.size >= HELD_MAX) this.#held.clear()
    this.#held.set(login, { at: now, account })
    return account
  }

  /** Drops a changed account from the cache. */
  forget(login: number): void {
    this.#held.delete(login)
  }

  /** The account's money fields; null values if the shard does not answer. */
  async money(login: number): Promise<JsonFields> {
    const answer = await this.#source.shardOf(login).ask('money', { login })
    return answer.ok ? answer.value : NO_MONEY
  }

  /** The money of each account, in the order of the logins; null if its shard does not answer. */
  async moneys(logins: readonly number[]): Promise<JsonValue[]> {
    const byShard = new Map<ShardClient, number[]>()
    for (const login of logins) {
      const shard = this.#source.shardOf(login)
      const asked = byShard.get(shard)
      if (asked === undefined) byShard.set(shard, [login])
      else asked.push(login)
    }
    const found = new Map<number, JsonValue | undefined>()
    await Promise.all(
      [...byShard].map(async ([shard, asked]) => {
        const answer = await shard.ask('moneys', { logins: asked })
        if (!answer.ok) return
        const moneys = ofLines(answer.value)
        for (const [i, login] of asked.entries()) found.set(login, moneys[i])
      }),
    )
    return logins.map((login) => found.get(login) ?? JSON_NULL)
  }
}
