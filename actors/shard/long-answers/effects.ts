import {
  type MarginStanding,
  marginStanding,
} from '../../../engine/account/money/margin-standing.js'
import { type Money, moneyOf } from '../../../engine/account/money/money.js'
import {
  groupIn,
  type MarginTerms,
  TouchedAccounts,
} from '../../../engine/account/money/touched-accounts.js'
import type { Account } from '../../../engine/account/state.js'
import { compileBook } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { contextOfGroup } from '../../../engine/book/group-prices.js'
import type { Prices } from '../../../engine/book/prices.js'
import { withChange } from '../../../engine/config/book-records.js'
import { EFFECTS_MS } from '../../../engine/limits/long-answers.js'
import { ChangedPrices } from '../../../engine/pricing/changed-prices.js'
import type { EffectsAnswer, EffectsAsk, LevelsOf } from '../../../wire/thread/effects.js'
import { reachedGroups } from '../../../wire/thread/watched-accounts.js'
import type { Clock } from '../../thread/clock.js'
import type { ShardCore } from '../core.js'
import { FirstOf } from './first-of.js'
import type { HolderLook } from './holder-looks.js'

/**
 * Computes the effects that a settings change would have on the margin of accounts with positions.
 * It values each account as it is at current prices, and as it would be at the prices that the
 * change makes of them. It changes nothing.
 *
 * After `EFFECTS_MS` it only counts the remaining accounts. `judged` is the number of valued
 * accounts.
 */
export function effectsLook(core: ShardCore, clock: Clock, asked: EffectsAsk): HolderLook {
  const judge = new EffectsJudge(core, asked)
  const endsAt = clock.monotonic() + EFFECTS_MS
  return {
    what: 'effects',
    look(account) {
      if (account.positions.size > 0) judge.look(account, () => clock.monotonic() < endsAt)
    },
    answer: () => ({ ok: true, value: judge.answer() }),
  }
}

class EffectsJudge {
  readonly #core: ShardCore
  readonly #asked: EffectsAsk
  readonly #logins: ReadonlySet<number> | null
  readonly #reaches: (path: string) => boolean
  readonly #book: Book
  readonly #before: Book
  readonly #prices: ChangedPrices
  readonly #touched: TouchedAccounts
  /**
   * The logins seen so far. An account may move to another place during the iteration when its
   * holdings change.
   */
  readonly #seen = new Set<number>()
  readonly #worst: FirstOf<LevelsOf>
  readonly #counts = { judged: 0, margin_call: 0, stop_out: 0, unpriced: 0 }

  constructor(core: ShardCore, asked: EffectsAsk) {
    this.#core = core
    this.#asked = asked
    this.#logins = asked.accounts === null ? null : new Set(asked.accounts.logins)
    this.#reaches = reachedGroups(asked.reach)
    this.#before = core.book
    const records = asked.settings.reduce(withChange, core.book.records)
    this.#book = asked.settings.length === 0 ? core.book : compileBook(records, core.book)
    this.#prices = new ChangedPrices(core.book, this.#book, core.market)
    this.#touched = new TouchedAccounts(this.#prices.changed)
    this.#worst = new FirstOf(asked.limit, (a, b) => a.after - b.after || a.login - b.login)
  }

  look(account: Account, hasTime: () => boolean): void {
    if (this.#logins?.has(account.login) === false || this.#seen.has(account.login)) return
    const [before, after] = [{ account, book: this.#before }, this.#termsAfter(account)]
    if (!this.#touched.touches(before, after)) return
    this.#seen.add(account.login)
    if (hasTime()) this.#judge(before, after)
  }

  #termsAfter(account: Account): MarginTerms {
    const { accounts: terms } = this.#asked
    if (terms === null) return { account, book: this.#book }
    const { group = account.groupPath, leverage = account.leverage } = terms
    return { account: { ...account, groupPath: group, leverage }, book: this.#book }
  }

  #judge(before: MarginTerms, after: MarginTerms): void {
    const counts = this.#counts
    counts.judged++
    const now = this.#standing(before, this.#core.market)
    const then = this.#standing(after, this.#prices)
    if (now === null || then === null) {
      counts.unpriced++
      return
    }
    if (then.standing !== 'fine' && WORSE[then.standing] > WORSE[now.standing]) {
      counts[then.standing]++
    }
    const { login, groupPath } = before.account
    const level = then.money.marginLevel
    if (level === null || !this.#reaches(groupPath)) return
    this.#worst.put({ login, before: now.money.marginLevel, after: level })
  }

  /** The margin level and standing of an account; null while a price is missing. */
  #standing(
    terms: MarginTerms,
    market: Prices,
  ): { readonly standing: MarginStanding; readonly money: Money } | null {
    const { account, book } = terms
    const { prices } = contextOfGroup({ book, prices: market }, account)
    const money = moneyOf(account, book, prices)
    const { equity, margin } = money
    if (equity === null || margin === null) return null
    const standing = marginStanding(groupIn(terms), { equity, margin, hasPositions: true })
    return { standing, money }
  }

  answer(): EffectsAnswer {
    return { accounts: this.#seen.size, ...this.#counts, worst: this.#worst.rows }
  }
}

const WORSE: Readonly<Record<MarginStanding, number>> = { fine: 0, margin_call: 1, stop_out: 2 }
