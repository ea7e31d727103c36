import type { AccountChains } from '../accounts/account-states.js'

/**
 * Marks in the history of an account, one for every `MARK_EVERY` rows of a kind. Rows are chained
 * from the newest back. A mark has the id of the row at its place and the sums of the rows since
 * the previous mark, so finding a place, a time or a total does not need every row.
 *
 *   - The oldest row has the ordinal 1. Times rise with it, because a shard's time never goes back.
 *   - Marks are at multiples of `MARK_EVERY`, and only the projector writes them, in the
 *     transaction of the rows.
 *   - A history with rows and without marks gets them from the newest row down, in slices:
 *     `unmarked_histories` has the place below which there are none yet.
 */
export const MARK_EVERY = 256

interface HistoryTables {
  readonly rows: string
  readonly marks: string
  /** The column with the time that orders the history. */
  readonly at: string
  readonly sums: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

/** The kinds of histories and their tables. */
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

/** A row of a history, identified by its place. */
export interface HistoryPlace {
  readonly ordinal: number
  readonly id: number
}

/**
 * The place of the newest row in an account's history; both numbers are 0 if the history is empty.
 */
export function newestOf(kind: HistoryKind, account: AccountChains): HistoryPlace {
  const { orders, deals, closed, lastOrderId, lastDealId, lastClosedId } = account
  return {
    orders: { ordinal: orders, id: lastOrderId },
    deals: { ordinal: deals, id: lastDealId },
    closed: { ordinal: closed, id: lastClosedId },
  }[kind]
}

/** The columns to read on the way back, in addition to the row's id and time. */
interface BackParts {
  readonly isSummed?: boolean
  readonly hasSymbol?: boolean
  /** A condition on the previous row. Reading ends when it is false. */
  readonly whilst?: string
}

/**
 * SQL for a table `back` that follows a chain to older rows. `n` counts the rows from 1. Its
 * parameters are the first row's id and the maximum number of rows.
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
