import type { GroupWatch } from './watched-accounts.js'

/** Net positions of all accounts of some groups: the request to a shard, and its answer. */
export type ExposureAsk = GroupWatch

/** Integers are text, because sums may be of any size. */
export interface ExposureAnswer {
  readonly symbols: readonly ExposureOfSymbol[]
  /** The number of accounts with a position that trades each currency. */
  readonly currencies: readonly (readonly [name: string, accounts: number])[]
}

/** The sums of a symbol, by id. `market` is null without a price. */
export interface ExposureOfSymbol {
  readonly id: number
  readonly accounts: number
  readonly bought: string
  readonly sold: string
  readonly covered: string
  readonly market: ExposureAtMarket | null
}

/** Values as volume times price, at the price of a close, and the profit as points times volume. */
export interface ExposureAtMarket {
  readonly bought: string
  readonly sold: string
  readonly covered: string
  readonly gain: string
}

/**
 * The money of the accounts of one group. Accounts are read one after the other, so not all at the
 * same time. Amounts are text in minor units, because sums may be of any size.
 */
export interface GroupMoney {
  readonly group: string
  readonly accounts: number
  /** Accounts left out of the amounts because a price of their positions is missing. */
  readonly unpriced: number
  /** The number of accounts in margin call. */
  readonly calls: number
  readonly balance: string
  readonly credit: string
  readonly equity: string
  /** The floating profit without swaps, as text. */
  readonly profit: string
}
