/** The progress of a shard's day end over its accounts. */
export interface DayEndNotice {
  readonly what: 'begun' | 'done' | 'caught_up'
  readonly date: string
  readonly accounts: number
  /** The number of day ends. It exceeds the number of accounts if days were missed. */
  readonly days: number
  readonly swaps: number
  readonly commissions: number
  /** The number of swaps that were omitted because a price was missing. */
  readonly unpriced: number
  /** The number of accounts that wait for a price. */
  readonly waiting: number
}
