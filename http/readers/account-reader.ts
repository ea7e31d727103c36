import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Refusal } from '../../engine/code.js'
import {
  JSON_NULL,
  type JsonFields,
  type JsonValue,
  jsonFields,
  ofLines,
} from '../../wire/answer/json-parts.js'
import type { StoredAccount } from '../../wire/stored/stored-account.js'

/**
 * Accounts as routes read them: the stored part from the desk, remembered for a moment, and the money
 * from the account's shard.
 *
 *   R1. A stored part is at most `FRESH_MS` old, and never older than a change that the desk told of.
 *   R2. Questions for the same account that arrive together become one.
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

  /** The account was changed: the desk says so. */
  forget(login: number): void {
    this.#held.delete(login)
  }

  /** The fields of its money; nulls while the shard does not answer. */
  async money(login: number): Promise<JsonFields> {
    const answer = await this.#source.shardOf(login).ask('money', { login })
    return answer.ok ? answer.value : NO_MONEY
  }

  /** The money of each account, in the order of the logins; null for those whose shard does not answer. */
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
