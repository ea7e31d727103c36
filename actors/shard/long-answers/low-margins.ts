import type { Money } from '../../../engine/account/money/money.js'
import type { Account } from '../../../engine/account/state.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { LowMargin, MarginsAnswer, MarginsAsk } from '../../../wire/thread/holders.js'
import { reachedGroups } from '../../../wire/thread/watched-accounts.js'
import { moneyOrNone } from '../account-money.js'
import type { ShardCore } from '../core.js'
import type { MarginCalls } from '../margin-calls.js'
import { FirstOf } from './first-of.js'
import type { HolderLook } from './holder-looks.js'

interface Found {
  readonly account: Account
  readonly level: number
  readonly money: Money
}

/** 100 percent, in hundredths of a percent. */
const WHOLE = 10_000
/**
 * The largest error of a rough level: as a fraction of the level, and in hundredths of a percent.
 */
const ROUGH_PART = 1e-6
const ROUGH = 1

/**
 * Finds the accounts with the lowest margin levels. The margin watch has rough levels, which
 * exclude most accounts; only the others are valued exactly.
 */
export function lowMarginsLook(
  core: ShardCore,
  margin: Pick<MarginCalls, 'roughLevelAt'>,
  asked: MarginsAsk,
): HolderLook {
  const reaches = reachedGroups(asked)
  const below = asked.below ?? Number.POSITIVE_INFINITY
  const found = new FirstOf<Found>(
    asked.limit,
    (a, b) => a.level - b.level || a.account.login - b.account.login,
  )
  return {
    what: 'low_margins',
    look(account, place) {
      if (!reaches(account.groupPath)) return
      const bound = Math.min(below, found.last?.level ?? below)
      const rough = (margin.roughLevelAt(place) ?? Number.NaN) * WHOLE
      if (rough > bound + Math.abs(bound) * ROUGH_PART + ROUGH) return
      const money = moneyOrNone(core, account)
      const level = money?.marginLevel ?? null
      if (money !== undefined && level !== null && level < below) {
        found.put({ account, level, money })
      }
    },
    answer() {
      const byLogin = new Map(found.rows.map((one) => [one.account.login, one]))
      const value: MarginsAnswer = { rows: [...byLogin.values()].map((one) => rowOf(core, one)) }
      return { ok: true, value }
    },
  }
}

function rowOf({ book }: ShardCore, { account, level, money }: Found): LowMargin {
  const digits = moneyDigitsOf(book, account.groupPath)
  // An account with a level has a margin and known prices, so no figure is null.
  const text = (amount: number | null): string => textFromScaled(amount ?? 0, digits)
  return {
    login: account.login,
    group: account.groupPath,
    level,
    equity: text(money.equity),
    margin: text(money.margin),
    profit: text(money.profit),
    call: account.inMarginCall,
  }
}
