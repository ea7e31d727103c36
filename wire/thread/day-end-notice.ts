/** The progress of a shard's day end over its accounts. */
export interface DayEndNotice {
  readonly what: 'begun' | 'done' | 'caught_up'
  /** The latest day that ended. */
  readonly date: string
  readonly accounts: number
  /** The number of day ends: more than the number of accounts if days were missed. */
  readonly days: number
  readonly swaps: number
  readonly commissions: number
  /** Swaps that were left out because a price was missing. */
  readonly unpriced: number
  /** Accounts that wait for a price. */
  readonly waiting: number
}
