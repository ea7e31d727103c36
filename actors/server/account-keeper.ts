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
 * Keeps together the parts of an account that desk and shards both have.
 *
 *   K1. News of an account goes to its shard in the order in which the desk committed; nobody else tells
 *       shards of accounts. How far it came is handed to a desk that starts again, which tells the rest.
 *   K2. A change that needs something to be true at the shard while the desk commits (`change`): the
 *       shard is asked and holds the account, the desk commits and tells, the shard takes that and lets go.
 *       The desk alone commits, so a crash at whatever step leaves the change whole or not made.
 *   K3. A hold outlives its shard: the successor starts with it. It ends when the desk has answered, and
 *       where that answer is not known, when the desk answers anything again: by then what it had committed
 *       was told. So a held account waits as long as the desk is away, and no longer.
 *   K4. Of changes of one account one is made at a time, of all accounts `ACCOUNTS_HELD_MAX`.
 */
export type HeldStep = 'asked' | 'held' | 'committed' | 'let_go'

export interface AccountKeeperOptions {
  readonly shardOf: (login: Login) => Pick<ShardClient, 'shard' | 'ask' | 'post' | 'profile'>
  readonly clock: Clock
  /** True when the desk answers: everything that was asked of it before is done, or never will be. */
  readonly deskAnswers: () => Promise<boolean>
  readonly onStep: ((step: HeldStep) => void) | undefined
}

const DESK_LOOK_MS = 200

const UNDER_WAY = because('conflict.being_changed')
const TOO_MANY = because('unavailable.accounts_changing')
const NOT_HELD = because('unavailable.trading_again')

export class AccountKeeper {
  readonly #options: AccountKeeperOptions
  /** True once the shard holds it. */
  readonly #changing = new Map<Login, boolean>()
  /** The accounts whose commit may or may not have been made. */
  #doubtful: Login[] = []
  #told: number | undefined

  constructor(options: AccountKeeperOptions) {
    this.#options = options
  }

  /** The number of the last change that was told; undefined before the first desk was ready. */
  get told(): number | undefined {
    return this.#told
  }

  /** The desk's first word. */
  begin(told: number): void {
    this.#told ??= told
  }

  heard({ number, profile }: AccountNews): void {
    this.#options.shardOf(profile.login).profile(profile, number)
    this.#told = number
  }

  /** The accounts that a shard which starts is to hold. */
  heldBy(shard: number): readonly Login[] {
    const { shardOf } = this.#options
    return [...this.#changing].flatMap(([login, isHeld]) =>
      isHeld && shardOf(login).shard === shard ? [login] : [],
    )
  }

  /** `commit` asks the desk, once; an account of which the condition is true stays so until then. */
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
