import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import type { Prices } from '../../engine/book/prices.js'
import { isRefusal, type Refusal } from '../../engine/code.js'
import { DEMO_ROOT } from '../../engine/config/kinds/server-settings.js'
import { comparableGroup, isStaffGroup } from '../../engine/names/group-path.js'
import type { Overview } from '../../wire/schema/trading/overview.js'
import type { GroupMoney } from '../../wire/thread/exposure.js'
import { type GroupWatch, reachedGroups } from '../../wire/thread/watched-accounts.js'
import { type DayParts, DaySums } from './overview-day.js'
import { type OpenSides, overviewOf } from './overview-figures.js'

/**
 * Sums over groups of accounts, for the overview of staff.
 *
 * - Orders do not update any sums. Each shard sums its accounts on request, in slices between
 *   orders, and the database provides the sums of the day.
 * - All readers share the sums by group and see the groups in their scope. They are computed at
 *   most once a second. If that takes long, the pause grows, up to `PAUSE_MAX_MS`.
 * O3. Demo and staff accounts count only if the mask names them.
 */
export interface OverviewParts extends DayParts {
  readonly shards: readonly Pick<ShardClient, 'ask'>[]
  readonly prices: Pick<Prices, 'quote'>
}

export class Overviews {
  readonly #parts: OverviewParts
  readonly #money: Paced<readonly GroupMoney[]>
  readonly #day: Paced<Awaited<ReturnType<DaySums['read']>>>

  constructor(parts: OverviewParts) {
    this.#parts = parts
    const day = new DaySums(parts)
    this.#money = new Paced(parts.clock, () => this.#readMoney(null))
    this.#day = new Paced(parts.clock, () => day.read())
  }

  async of(asked: GroupWatch, currencies: readonly string[]): Promise<Overview[] | Refusal> {
    const { book, clock, prices } = this.#parts
    const counted = countedGroups(asked)
    const [money, day, open] = await Promise.all([
      this.#money.read(),
      this.#day.read(),
      this.#readOpen(counted),
    ])
    if (isRefusal(money)) return money
    if (isRefusal(day)) return day
    if (isRefusal(open)) return open
    const ground = { book: book(), prices, now: clock.now(), reaches: reachedGroups(counted) }
    const sums = { money, day, open }
    return currencies.map((currency) => overviewOf(ground, sums, asked.mask, currency))
  }

  /**
   * The money of accounts by group and shard: current figures for `logins`, or figures of all
   * accounts that may be a few seconds old.
   */
  money(logins: readonly number[] | null): Promise<readonly GroupMoney[] | Refusal> {
    return logins === null ? this.#money.read() : this.#readMoney(logins)
  }

  async #readMoney(logins: readonly number[] | null): Promise<readonly GroupMoney[] | Refusal> {
    const { shards } = this.#parts
    const answers = await Promise.all(shards.map((shard) => shard.ask('group_money', { logins })))
    const all: GroupMoney[] = []
    for (const answer of answers) {
      if (!answer.ok) return answer
      all.push(...answer.value)
    }
    return all
  }

  async #readOpen(asked: GroupWatch): Promise<ReadonlyMap<number, OpenSides> | Refusal> {
    const { shards } = this.#parts
    const answers = await Promise.all(shards.map((shard) => shard.ask('exposure', asked)))
    const all = new Map<number, OpenSides>()
    for (const answer of answers) {
      if (!answer.ok) return answer
      for (const { id, bought, sold } of answer.value.symbols) {
        const before = all.get(id) ?? { buy: 0n, sell: 0n }
        all.set(id, { buy: before.buy + BigInt(bought), sell: before.sell + BigInt(sold) })
      }
    }
    return all
  }
}

/** The groups to include (O3). */
function countedGroups({ mask, scope, sees_staff: seesStaff }: GroupWatch): GroupWatch {
  const namesDemo = comparableGroup(mask).startsWith(DEMO_ROOT)
  return {
    mask,
    scope: namesDemo ? scope : [...scope, `!${DEMO_ROOT}`, `!${DEMO_ROOT}\\*`],
    sees_staff: seesStaff && isStaffGroup(mask),
  }
}

/** How long an answer is shared. Shorter than the second after which watchers query again. */
const FRESH_MS = 900
const SHARE = 10
const PAUSE_MAX_MS = 3_000

/**
 * Shares one answer among all callers until it is `FRESH_MS` old, or up to `PAUSE_MAX_MS` if
 * computing it took long.
 */
class Paced<Answer> {
  readonly #clock: Clock
  readonly #ask: () => Promise<Answer | Refusal>
  #answer: Promise<Answer | Refusal> | undefined
  #oldAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, ask: () => Promise<Answer | Refusal>) {
    this.#clock = clock
    this.#ask = ask
  }

  read(): Promise<Answer | Refusal> {
    if (this.#answer === undefined || this.#clock.monotonic() >= this.#oldAt) {
      this.#oldAt = Number.POSITIVE_INFINITY
      this.#answer = this.#fresh()
    }
    return this.#answer
  }

  async #fresh(): Promise<Answer | Refusal> {
    const begun = this.#clock.monotonic()
    let isAnswered = false
    try {
      const answer = await this.#ask()
      isAnswered = !isRefusal(answer)
      return answer
    } finally {
      const took = this.#clock.monotonic() - begun
      const pause = Math.min(SHARE * took, took + PAUSE_MAX_MS)
      this.#oldAt = isAnswered ? begun + Math.max(FRESH_MS, pause) : begun
    }
  }
}
