import type { GroupWatch } from './watched.js'

/** The holdings of all accounts of some groups: the question to a shard, and its answer. */
export type ExposureAsk = GroupWatch

/** Whole numbers as text: sums of any size. */
export interface ExposureAnswer {
  readonly symbols: readonly ExposureOfSymbol[]
  /** Accounts with a position that trades the currency. */
  readonly currencies: readonly (readonly [name: string, accounts: number])[]
}

/** A symbol's sums, by its id. The figures of `market` need its price: null without one. */
export interface ExposureOfSymbol {
  readonly id: number
  readonly accounts: number
  readonly bought: string
  readonly sold: string
  readonly covered: string
  readonly market: ExposureAtMarket | null
}

/** Volume x price, all of it what a close would come to; and the gain of it all, in points x volume. */
export interface ExposureAtMarket {
  readonly bought: string
  readonly sold: string
  readonly covered: string
  readonly gain: string
}

/** The money of the accounts of one group, each as it was when its turn came. Amounts are minor units as text: sums of any size. */
export interface GroupMoney {
  readonly group: string
  readonly accounts: number
  /** Accounts without a price for something they hold: they are in no amount. */
  readonly unpriced: number
  /** Accounts in margin call. */
  readonly calls: number
  readonly balance: string
  readonly credit: string
  readonly equity: string
  /** Floating profit without swap. */
  readonly profit: string
}
