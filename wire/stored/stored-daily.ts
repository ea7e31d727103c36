import type { BalanceAction, DayEvent, DealEvent } from '../../engine/account/event.js'
import type { Login, Minor } from '../../engine/units.js'

/**
 * Sums of an account's deals between two day ends, with their signs. Apart from the credit they add
 * up to the difference between the balance and `balance_prev_day`.
 */
export interface DailySums {
  daily_profit: Minor
  daily_swap: Minor
  daily_fee: Minor
  /** The commission charged with deals or by staff. */
  daily_commission_instant: Minor
  /** The commission accumulated during the day and charged at its end. */
  daily_commission_turnover: Minor
  daily_deposits: Minor
  daily_withdrawals: Minor
  daily_credit: Minor
  daily_bonuses: Minor
  daily_charges: Minor
  daily_corrections: Minor
  daily_compensation: Minor
}

export function noDailySums(): DailySums {
  return {
    daily_profit: 0,
    daily_swap: 0,
    daily_fee: 0,
    daily_commission_instant: 0,
    daily_commission_turnover: 0,
    daily_deposits: 0,
    daily_withdrawals: 0,
    daily_credit: 0,
    daily_bonuses: 0,
    daily_charges: 0,
    daily_corrections: 0,
    daily_compensation: 0,
  }
}

export type SummedDeal = Pick<
  DealEvent,
  'action' | 'profit' | 'swap' | 'commission' | 'fee' | 'credit' | 'commissionDue'
>

const SUM_OF: Readonly<Record<BalanceAction, keyof DailySums>> = {
  deposit: 'daily_deposits',
  withdraw: 'daily_withdrawals',
  credit_in: 'daily_credit',
  credit_out: 'daily_credit',
  bonus: 'daily_bonuses',
  charge: 'daily_charges',
  correction: 'daily_corrections',
  commission: 'daily_commission_instant',
  compensation: 'daily_compensation',
}

export function addDeal(sums: DailySums, deal: SummedDeal): void {
  const { action } = deal
  sums.daily_swap += deal.swap
  sums.daily_commission_instant += deal.commission
  sums.daily_fee += deal.fee
  sums.daily_credit += deal.credit
  if (action === 'buy' || action === 'sell') sums.daily_profit += deal.profit
  else if (deal.commissionDue !== 0) sums.daily_commission_turnover += deal.profit
  else sums[SUM_OF[action]] += deal.profit
}

/** A row of the daily table. */
export interface StoredDaily extends Omit<DayEvent, 'type' | 'endsMonth'> {
  readonly login: Login
  readonly previousDay: number
  /** The account's `seq` of the day end event. */
  readonly seq: number
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  readonly sums: DailySums
}
