import type { GroupWatch } from './watched-accounts.js'

/** Accounts of some groups by margin level or position: requests to a shard, and its answers. */

/** Requests the accounts with the lowest margin levels. */
export interface MarginsAsk extends GroupWatch {
  /**
   * The level that accounts must be below, in hundredths of a percent; null for all accounts with
   * a level.
   */
  readonly below: number | null
  readonly limit: number
}

/** An account with its margin level in hundredths of a percent, and money in its currency. */
export interface LowMargin {
  readonly login: number
  readonly group: string
  readonly level: number
  readonly equity: string
  readonly margin: string
  readonly profit: string
  /** True if the account is in margin call. */
  readonly call: boolean
}

/** The accounts of a margin list, the lowest levels first. */
export interface MarginsAnswer {
  readonly rows: readonly LowMargin[]
}

export const HOLDERS_BY = ['net', 'gross', 'profit'] as const

/** Requests the accounts with the largest positions in a symbol. */
export interface HoldersAsk extends GroupWatch {
  readonly symbol_id: number
  readonly by: (typeof HOLDERS_BY)[number]
  /**
   * The smallest size to include: lots, or an amount in the symbol's profit currency, as an integer
   * with 8 decimals.
   */
  readonly min: string
  readonly limit: number
}

/**
 * An account's lots of the symbol and floating profit in its currency, null while a price is
 * missing.
 */
export interface Holder {
  readonly login: number
  readonly group: string
  readonly currency: string
  readonly buy: string
  readonly sell: string
  readonly net: string
  readonly profit: string | null
  readonly positions: number
  /** The value that is sorted and compared with `min`. Its sign is ignored. */
  readonly size: string
}

/** The holders of a symbol, the largest positions first. */
export interface HoldersAnswer {
  readonly rows: readonly Holder[]
}
