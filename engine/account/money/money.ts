import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec } from '../../book/compiled.js'
import type { Prices } from '../../book/prices.js'
import { limitedAmount } from '../../numbers/rounded-amount.js'
import { roundedDivide } from '../../numbers/rounding.js'
import type { Minor } from '../../units.js'
import type { Account } from '../state.js'
import { accountMargin } from './margin.js'
import { floatingProfit } from './profit.js'

/** An account's figures at one moment. Figures that need a missing price are null. */
export interface Money {
  readonly balance: Minor
  readonly credit: Minor
  /** The sum of the open positions' swaps, which is not yet in the balance. */
  readonly swap: Minor
  /** Commissions due at the day end and not yet in the balance; costs are negative. */
  readonly commission: Minor
  /** The margin; null if tiers convert values from a currency that has no rate now. */
  readonly margin: Minor | null
  /** The floating profit of all positions, without swaps. */
  readonly profit: Minor | null
  /** balance + credit + profit + swap + commission */
  readonly equity: Minor | null
  readonly marginFree: Minor | null
  /** equity / margin in hundredths of a percent; null if there is no margin, or a negative one. */
  readonly marginLevel: number | null
}

export function moneyOf(account: Account, book: Book, prices: Prices): Money {
  const group = groupOf(book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  const { balance, credit, commissionDue: commission } = account
  const swap = openSwap(account)
  const margin = accountMargin(account, book, group, prices) ?? null
  const profit = floatingProfit(account, book, group, prices)
  if (profit === undefined) {
    return {
      balance,
      credit,
      swap,
      commission,
      margin,
      profit: null,
      equity: null,
      marginFree: null,
      marginLevel: null,
    }
  }
  const equity = balance + credit + profit + swap + commission
  return {
    balance,
    credit,
    swap,
    commission,
    margin,
    profit,
    equity,
    marginFree:
      margin === null
        ? null
        : limitedAmount(freeMarginBase(account, group, profit + swap) - margin),
    marginLevel: margin === null || margin <= 0 ? null : marginLevel(equity, margin),
  }
}

export function openSwap(account: Account): Minor {
  return account.exposures.swap
}

/**
 * The money that margin may be taken from. The balance counts less the commissions that the day end will charge.
 * `floating` is the account's floating profit and swap together, by
 * the sign of their sum, and the group decides how it counts:
 *
 *   use_all       balance + credit + floating (the equity)
 *   use_profit    balance + credit + floating when it is a gain; a loss does not reduce free margin
 *   use_loss      balance + credit + floating when it is a loss; a gain does not add to it
 *   balance_only  balance + credit
 *
 * A group without `use_credit` leaves the credit out: it holds positions, but opens none.
 */
export function freeMarginBase(account: Account, group: GroupSpec, floating: Minor): Minor {
  const credit = group.record.use_credit ? account.credit : 0
  const own = account.balance + account.commissionDue + credit
  switch (group.record.free_margin_mode) {
    case 'use_all':
      return own + floating
    case 'use_profit':
      return own + Math.max(0, floating)
    case 'use_loss':
      return own + Math.min(0, floating)
    case 'balance_only':
      return own
  }
}

/**
 * The money available for margin at current prices, as `freeMarginBase` computes it. Undefined
 * while an open position cannot be valued. `settled` is the part of the floating money that moves
 * into the balance.
 */
export function availableForMargin(
  account: Account,
  book: Book,
  group: GroupSpec,
  prices: Prices,
  settled: Minor = 0,
): Minor | undefined {
  const profit = floatingProfit(account, book, group, prices)
  return profit === undefined
    ? undefined
    : settled + freeMarginBase(account, group, profit + openSwap(account) - settled)
}

/** `equity / margin` in hundredths of a percent, half away from zero; `margin` is above 0. */
export function marginLevel(equity: Minor, margin: Minor): number {
  return Number(roundedDivide(BigInt(equity) * 10_000n, BigInt(margin)))
}
