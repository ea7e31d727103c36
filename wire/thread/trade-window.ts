import type { UnixMs } from '../../engine/units.js'
import type { WindowTerm } from './window.js'

/** The lists of trades that have windows: what is open, and what is over. */
export const TRADE_WINDOWS = ['positions', 'orders', 'deals', 'closed'] as const
export type TradeWindow = (typeof TRADE_WINDOWS)[number]

/** The field that has the number of a row. */
export const TRADE_NUMBERS: Readonly<Record<TradeWindow, string>> = {
  positions: 'id',
  orders: 'id',
  deals: 'id',
  closed: 'position_id',
}

/** The fields of a list that are added up: volumes, and amounts in the currency of the account. */
export const TRADE_SUMS = {
  positions: { volumes: ['volume'], amounts: ['swap'] },
  orders: { volumes: ['volume_initial', 'volume_current'], amounts: [] },
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

/** The rows of one group added up: volumes in their unit, amounts in minor units of the group's currency. */
export interface GroupTrades {
  readonly group: string
  readonly count: number
  readonly sums: Readonly<Record<string, bigint>>
}

/** An open position of a list whose live profit is added up. */
export type SummedPosition = readonly [login: number, id: number, group: string]

/** The histories that are exported, and their names in files. */
export const TRADE_EXPORTS = ['deals', 'closed'] as const
export type TradeExportList = (typeof TRADE_EXPORTS)[number]

/** The work of an export of a history of trades, as it stands before a slice of it. */
export interface TradeExportWork {
  readonly list: TradeExportList
  readonly conditions: readonly WindowTerm[]
  readonly reach: { readonly groups: readonly string[]; readonly others: readonly string[] }
  /** Only the rows of this account. */
  readonly login?: number | undefined
  /** Both ends are included. */
  readonly from?: UnixMs | undefined
  readonly to: UnixMs
  /** Columns in their order. */
  readonly fields: readonly string[]
}
