/** The state of a shard's round of day ends over its accounts. */
export interface DayEndNotice {
  readonly what: 'begun' | 'done' | 'caught_up'
  /** The newest day that ended. */
  readonly date: string
  readonly accounts: number
  /** The days that were ended: more than the accounts where some had been missed. */
  readonly days: number
  readonly swaps: number
  readonly commissions: number
  /** Swaps that were left out for want of a price. */
  readonly unpriced: number
  /** Accounts that wait for a price. */
  readonly waiting: number
}
