import type { GroupWatch } from './watched.js'

/** Accounts among those of some groups that hold something: the questions to a shard, and its answers. */

/** The accounts with the lowest margin levels. */
export interface MarginsAsk extends GroupWatch {
  /** In hundredths of a percent: those below it alone; null is all that have a level. */
  readonly below: number | null
  readonly limit: number
}

/** An account with its margin level in hundredths of a percent, and its money in its currency. */
export interface LowMargin {
  readonly login: number
  readonly group: string
  readonly level: number
  readonly equity: string
  readonly margin: string
  readonly profit: string
  /** Whether it is in margin call. */
  readonly call: boolean
}

/** The lowest levels first. */
export interface MarginsAnswer {
  readonly rows: readonly LowMargin[]
}

export const HOLDERS_BY = ['net', 'gross', 'profit'] as const

/** The accounts with the largest holdings of a symbol. */
export interface HoldersAsk extends GroupWatch {
  readonly symbol_id: number
  readonly by: (typeof HOLDERS_BY)[number]
  /** The least size: lots, or an amount of the symbol's profit currency, with 8 decimals as a whole number. */
  readonly min: string
  readonly limit: number
}

/** What an account holds of the symbol: lots, and its floating profit in its currency, null while a price is missing. */
export interface Holder {
  readonly login: number
  readonly group: string
  readonly currency: string
  readonly buy: string
  readonly sell: string
  readonly net: string
  readonly profit: string | null
  readonly positions: number
  /** What it is sorted by, whatever its sign, as `min` is. */
  readonly size: string
}

/** The largest first. */
export interface HoldersAnswer {
  readonly rows: readonly Holder[]
}
