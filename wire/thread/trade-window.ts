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
