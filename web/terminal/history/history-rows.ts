import type { Data } from '../../link/contract.js'

/** The account's histories with their routes. */
export const HISTORIES = {
  closed: 'GET /trader/v1/positions/closed',
  deals: 'GET /trader/v1/deals',
  orders: 'GET /trader/v1/orders/history',
  daily: 'GET /trader/v1/daily',
} as const

export type HistoryKind = keyof typeof HISTORIES
export type RowOf<Kind extends HistoryKind> = Data<(typeof HISTORIES)[Kind]>['items'][number]
export type Deal = RowOf<'deals'>
export type DoneOrder = RowOf<'orders'>

/** Rows of a history, and the total number of rows. */
export interface Page<Row> {
  readonly items: readonly Row[]
  readonly total: number
  readonly totals?: Readonly<Record<'profit' | 'swap' | 'commission' | 'fee', string>>
}
