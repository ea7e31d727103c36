import { openSwap } from '../../../engine/account/money/money.js'
import { floatingProfit } from '../../../engine/account/money/profit.js'
import type { Account } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { addSafe, exactSum, SUM_SIZE } from '../../../engine/numbers/exact-sums.js'
import type { GroupMoney } from '../../../wire/thread/exposure.js'
import type { ShardCore } from '../core.js'
import type { ChosenLook } from './holder-looks.js'

/**
 * Sums the money of accounts by group, without archived accounts and accounts that are set aside.
 * It adds each account's own amounts (`moneyOf`), so a group's sum equals the sum of its list.
 */
export function groupMoneyLook(core: ShardCore): ChosenLook {
  const sums = new Map<string, GroupSum | undefined>()
  const sumOf = (path: string): GroupSum | undefined => {
    if (sums.has(path)) return sums.get(path)
    const group = groupOf(core.book, path)
    const sum = group && new GroupSum(group)
    sums.set(path, sum)
    return sum
  }
  return {
    what: 'group_money',
    look(account) {
      if (account.archived || core.quarantine.has(account.login)) return
      sumOf(account.groupPath)?.add(core, account)
    },
    answer() {
      const value = [...sums.values()].flatMap((sum) => (sum === undefined ? [] : [sum.row]))
      return { ok: true, value }
    },
  }
}

const BALANCE = 0
const CREDIT = BALANCE + SUM_SIZE
const EQUITY = CREDIT + SUM_SIZE
const PROFIT = EQUITY + SUM_SIZE
const SIZE = PROFIT + SUM_SIZE

class GroupSum {
  readonly #group: GroupSpec
  readonly #sums: number[] = Array.from({ length: SIZE }, () => 0)
  #accounts = 0
  #unpriced = 0
  #calls = 0

  constructor(group: GroupSpec) {
    this.#group = group
  }

  add(core: ShardCore, account: Account): void {
    this.#accounts++
    if (account.inMarginCall) this.#calls++
    const profit = this.#profitOf(core, account)
    if (profit === undefined) {
      this.#unpriced++
      return
    }
    const { balance, credit, commissionDue } = account
    const sums = this.#sums
    addSafe(sums, BALANCE, balance)
    addSafe(sums, CREDIT, credit)
    addSafe(sums, PROFIT, profit)
    addSafe(sums, EQUITY, balance + credit + profit + openSwap(account) + commissionDue)
  }

  /** The floating profit of an account; undefined while a price is missing. */
  #profitOf(core: ShardCore, account: Account): number | undefined {
    if (account.exposures.size === 0) return 0
    return floatingProfit(account, core.book, this.#group, core.contextOf(account).prices)
  }

  get row(): GroupMoney {
    const sum = (at: number): string => String(exactSum(this.#sums, at))
    return {
      group: this.#group.path,
      accounts: this.#accounts,
      unpriced: this.#unpriced,
      calls: this.#calls,
      balance: sum(BALANCE),
      credit: sum(CREDIT),
      equity: sum(EQUITY),
      profit: sum(PROFIT),
    }
  }
}
