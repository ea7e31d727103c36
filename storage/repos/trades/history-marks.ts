import type { AccountChains } from '../accounts/account-states.js'

/**
 * Marks in the history of an account, one for every `MARK_EVERY` rows of a kind. Rows are chained from the newest back; a
 * mark has the id of the row that has such a place among them, and the sums of the rows since the mark before, so that
 * neither a place, nor a time, nor a total is come to row by row.
 *
 *   H1. The oldest row has the ordinal 1. Times rise with it: a shard's time never runs back.
 *   H2. Marks are at multiples of `MARK_EVERY`, and the projector alone writes them, in the transaction of the rows.
 *   H3. Where a history has rows and no marks, they are made from the newest down, a slice at a time:
 *       `unmarked_histories` has the place below which there are none yet.
 */
export const MARK_EVERY = 256

interface HistoryTables {
  readonly rows: string
  readonly marks: string
  /** The column of the time by which it is ordered. */
  readonly at: string
  readonly sums: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

/** Kinds of histories, and where they are. */
export const HISTORIES = {
  orders: { rows: 'orders', marks: 'order_marks', at: 'done_at', sums: [] },
  deals: {
    rows: 'deals',
    marks: 'deal_marks',
    at: 'at',
    sums: [
      { name: 'balance', columns: ['profit', 'swap', 'commission', 'fee'] },
      { name: 'credit', columns: ['credit'] },
    ],
  },
  closed: {
    rows: 'closed_positions',
    marks: 'closed_marks',
    at: 'closed_at',
    sums: [
      { name: 'commission', columns: ['commission'] },
      { name: 'fee', columns: ['fee'] },
      { name: 'profit', columns: ['profit'] },
      { name: 'swap', columns: ['swap'] },
      { name: 'volume', columns: ['volume'] },
    ],
  },
} as const satisfies Record<string, HistoryTables>

export type HistoryKind = keyof typeof HISTORIES

/** A row of a history by its place. */
export interface HistoryPlace {
  readonly ordinal: number
  readonly id: number
}

/** The newest row of an account's history; without any both are 0. */
export function newestOf(kind: HistoryKind, account: AccountChains): HistoryPlace {
  const { orders, deals, closed, lastOrderId, lastDealId, lastClosedId } = account
  return {
    orders: { ordinal: orders, id: lastOrderId },
    deals: { ordinal: deals, id: lastDealId },
    closed: { ordinal: closed, id: lastClosedId },
  }[kind]
}

/** Columns that are read on the way back, beside the row's number and time. */
interface BackParts {
  readonly isSummed?: boolean
  readonly hasSymbol?: boolean
  /** A condition on the row passed last; reading goes on only while it holds. */
  readonly whilst?: string
}

/**
 * Rows from one back in time, as a table `back` in which `n` counts them from 1. It takes the id of the first row,
 * and the most rows.
 */
export function backSql(kind: HistoryKind, parts: BackParts = {}): string {
  const { rows, at, sums }: HistoryTables = HISTORIES[kind]
  const { isSummed = false, hasSymbol = false, whilst } = parts
  const columns = (of: string): string =>
    [
      `${of}.id`,
      `${of}.previous_id`,
      `${of}.${at} AS at`,
      ...(hasSymbol ? [`${of}.symbol_id`] : []),
      ...(isSummed ? sums : []).map(
        ({ name, columns }) =>
          `${columns.map((column) => `${of}.${column}`).join(' + ')} AS sum_${name}`,
      ),
    ].join(', ')
  return `WITH RECURSIVE back AS (
      SELECT 1 AS n, ${columns('first')} FROM ${rows} AS first WHERE first.id = ?
      UNION ALL
      SELECT n + 1, ${columns('next')}
      FROM back CROSS JOIN ${rows} AS next ON next.id = back.previous_id
      WHERE n < ?${whilst === undefined ? '' : ` AND ${whilst}`})`
}

export function sumNames(kind: HistoryKind): string[] {
  const { sums }: HistoryTables = HISTORIES[kind]
  return sums.map(({ name }) => name)
}
