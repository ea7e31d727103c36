import type { UnixMs } from '../../engine/units.js'
import type { WindowTerm } from './window.js'

/** The lists of trades with windows: open and closed ones; `history` has the finished orders. */
export const TRADE_WINDOWS = ['positions', 'orders', 'history', 'deals', 'closed'] as const
export type TradeWindow = (typeof TRADE_WINDOWS)[number]

/** The field with the id of a row. */
export const TRADE_NUMBERS: Readonly<Record<TradeWindow, string>> = {
  positions: 'id',
  orders: 'id',
  history: 'id',
  deals: 'id',
  closed: 'position_id',
}

/** The fields of a list to sum up: volumes, and amounts in the account's currency. */
export const TRADE_SUMS = {
  positions: { volumes: ['volume'], amounts: ['swap'] },
  orders: { volumes: ['volume_initial', 'volume_current'], amounts: [] },
  history: { volumes: ['volume_initial', 'volume_current'], amounts: [] },
  deals: {
    volumes: ['volume'],
    amounts: ['profit', 'swap', 'commission', 'fee', 'balance', 'credit'],
  },
  closed: { volumes: ['volume'], amounts: ['profit', 'swap', 'commission', 'fee'] },
} as const satisfies Readonly<Record<TradeWindow, SummedFields>>

interface SummedFields {
  readonly volumes: readonly string[]
  readonly amounts: readonly string[]
}

/**
 * Sums over the rows of one group: volumes in their unit, amounts in minor units of the group's
 * currency.
 */
export interface GroupTrades {
  readonly group: string
  readonly count: number
  readonly sums: Readonly<Record<string, bigint>>
}

/** An open position whose live profit is added. */
export type SummedPosition = readonly [login: number, id: number, group: string]

/** The histories that can be exported, with their names in files. */
export const TRADE_EXPORTS = ['deals', 'closed'] as const
export type TradeExportList = (typeof TRADE_EXPORTS)[number]

/** The state of an export of trades before its next slice. */
export interface TradeExportWork {
  readonly list: TradeExportList
  readonly conditions: readonly WindowTerm[]
  readonly reach: { readonly groups: readonly string[]; readonly others: readonly string[] }
  /** The account whose rows are requested; undefined for all. */
  readonly login?: number | undefined
  /** The first and last time, both inclusive. */
  readonly from?: UnixMs | undefined
  readonly to: UnixMs
  /** The columns of the window, in order. */
  readonly fields: readonly string[]
}
