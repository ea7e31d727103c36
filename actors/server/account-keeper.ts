import type { Refusal } from '../../engine/code.js'
import { ACCOUNTS_HELD_MAX } from '../../engine/limits/shards.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import type { AccountNews } from '../../wire/thread/account-news.js'
import type { HoldCondition } from '../../wire/thread/shard-messages.js'
import type { ShardClient } from '../shard/shard-client.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, rest } from '../thread/clock.js'

/**
 * Coordinates changes of accounts between the desk, which stores them, and the shard that trades
 * the account.
 *
 *   - The keeper is the only sender of account changes to shards, and sends them in the order in
 *     which the desk committed them. A desk that restarts gets the number of the last change sent
 *     and sends the rest.
 *   - Some changes need a condition to be true at the shard while the desk commits (`change`). The
 *     shard checks it and holds the account, the desk commits and sends the change, and the shard
 *     applies it and releases the account. Only the desk commits, so after a crash at any step the
 *     change is either made or not made.
 *   - A hold survives a restart of its shard: the next thread starts with it. It ends when the desk
 *     has answered. If that answer is lost, the hold ends at the desk's next answer to anything,
 *     because the desk has sent all committed changes before it. An account is therefore never held
 *     longer than the desk is unavailable.
 *   - One change at a time for each account, at most `ACCOUNTS_HELD_MAX` in total.
 */
export type HeldStep = 'asked' | 'held' | 'committed' | 'let_go'

export interface AccountKeeperOptions {
  readonly shardOf: (login: Login) => Pick<ShardClient, 'shard' | 'ask' | 'post' | 'profile'>
  readonly clock: Clock
  /**
   * True once the desk answers, because every earlier request is then either done or lost. False if
   * the desk is down.
   */
  readonly deskAnswers: () => Promise<boolean>
  readonly onStep: ((step: HeldStep) => void) | undefined
}

const DESK_LOOK_MS = 200

const UNDER_WAY = because('conflict.being_changed')
const TOO_MANY = because('unavailable.accounts_changing')
const NOT_HELD = because('unavailable.trading_again')

export class AccountKeeper {
  readonly #options: AccountKeeperOptions
  /** The accounts that are being changed; true once the shard has locked the account. */
  readonly #changing = new Map<Login, boolean>()
  /** Accounts whose commit has an unknown outcome. */
  #doubtful: Login[] = []
  #told: number | undefined

  constructor(options: AccountKeeperOptions) {
    this.#options = options
  }

  /** The number of the last change sent to a shard; undefined before the first desk was ready. */
  get told(): number | undefined {
    return this.#told
  }

  /** Sets the number from which the first desk starts. */
  begin(told: number): void {
    this.#told ??= told
  }

  heard({ number, profile }: AccountNews): void {
    this.#options.shardOf(profile.login).profile(profile, number)
    this.#told = number
  }

  /** The accounts that this shard must hold when it starts. */
  heldBy(shard: number): readonly Login[] {
    const { shardOf } = this.#options
    return [...this.#changing].flatMap(([login, isHeld]) =>
      isHeld && shardOf(login).shard === shard ? [login] : [],
    )
  }

  /**
   * Holds the account, then calls `commit` once. If the condition is true, it stays true until the
   * commit is answered.
   */
  async change<T>(
    login: Login,
    commit: (isSo: boolean) => Promise<Outcome<T>>,
    condition: HoldCondition = 'fresh',
  ): Promise<Outcome<T>> {
    if (this.#changing.has(login)) return UNDER_WAY
    if (this.#changing.size >= ACCOUNTS_HELD_MAX) return TOO_MANY
    this.#changing.set(login, false)
    const isSo = await this.#hold(login, condition)
    if (typeof isSo !== 'boolean') {
      this.#letGo(login)
      return isSo
    }
    let isKnown = false
    try {
      const outcome = await commit(isSo)
      isKnown = outcome.ok || outcome.code !== 'unavailable'
      this.#step('committed')
      return outcome
    } finally {
      if (isKnown) this.#letGo(login)
      else this.#doubt(login)
    }
  }

  async #hold(login: Login, condition: HoldCondition): Promise<boolean | Refusal> {
    const { shardOf } = this.#options
    this.#step('asked')
    const held = await shardOf(login).ask('hold', { login, condition })
    if (!held.ok) return held.code === 'trade.timeout' ? NOT_HELD : held
    const { is_held: isHeld } = held.value
    this.#changing.set(login, isHeld)
    this.#step('held')
    return isHeld
  }

  #letGo(login: Login): void {
    this.#changing.delete(login)
    this.#options.shardOf(login).post({ type: 'let_go', login })
    this.#step('let_go')
  }

  #doubt(login: Login): void {
    this.#doubtful.push(login)
    if (this.#doubtful.length === 1) void this.#settle()
  }

  async #settle(): Promise<void> {
    const { clock, deskAnswers } = this.#options
    while (this.#doubtful.length > 0) {
      const asked = [...this.#doubtful]
      if (await deskAnswers()) {
        this.#doubtful = this.#doubtful.slice(asked.length)
        for (const login of asked) this.#letGo(login)
      } else await rest(clock, DESK_LOOK_MS)
    }
  }

  #step(step: HeldStep): void {
    this.#options.onStep?.(step)
  }
}
