import type { ComponentChildren } from 'preact'
import type { TableSort, TableView } from '../../state/table-views.js'
import { scaled } from '../../text/numbers.js'

/** The value that rows are sorted by; null means unknown and always comes last. */
export type SortValue = string | number | bigint | null

export interface Column<Row> {
  readonly id: string
  /** The header text. */
  readonly label: string
  /** The full name, if the header text is shortened. */
  readonly name?: string
  readonly isNumber?: boolean
  /** Whether it is hidden until the user adds it. */
  readonly isExtra?: boolean
  /**
   * The default place of the column on a narrow page: in the row, or on a separate line below it.
   */
  readonly narrow?: 'row' | 'below'
  /** In a short table: left out on narrow pages. */
  readonly isWideOnly?: boolean
  /** In a short table: its cells name their rows. */
  readonly isRowHead?: boolean
  /** In a short table: only a screen reader gets the label. */
  readonly isUnnamed?: boolean
  /** A click on its head sorts. */
  readonly isSorted?: boolean
  cell(row: Row): ComponentChildren
  look?(row: Row): string
  /** The value that the page sorts by; left out if the page does not sort by the column. */
  by?(row: Row): SortValue
  readonly total?: ComponentChildren
}

export interface ColumnName {
  readonly id: string
  readonly label: string
  readonly name?: string
  readonly isExtra?: boolean
  readonly narrow?: 'row' | 'below'
}

/**
 * Whether a table has a layout for narrow pages. Without one it looks the same and scrolls
 * sideways.
 */
export function hasNarrowShape(columns: readonly Pick<ColumnName, 'narrow'>[]): boolean {
  return columns.some(({ narrow }) => narrow !== undefined)
}

/** The visible columns in order. */
export function shownColumns<Named extends ColumnName>(
  columns: readonly Named[],
  { columns: chosen }: TableView,
  isNarrow: boolean,
): Named[] {
  if (chosen === null) {
    const isShaped = isNarrow && hasNarrowShape(columns)
    return columns.filter(({ isExtra, narrow }) =>
      isShaped ? narrow !== undefined : isExtra !== true,
    )
  }
  const known = chosen.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  return known.length === 0 ? columns.slice(0, 1) : known
}

/**
 * The sort order after a click on the header: first the natural direction, then the other, then
 * none.
 */
export function nextSort(
  sort: TableSort | null,
  { id, isNumber }: Pick<Column<never>, 'id' | 'isNumber'>,
): TableSort | null {
  const first = isNumber === true
  if (sort?.by !== id) return { by: id, isDown: first }
  return sort.isDown === first ? { by: id, isDown: !first } : null
}

/**
 * A sort order as text for addresses and the server: the column name, with a leading `-` for
 * descending; empty for none.
 */
export function sortText(sort: TableSort | null): string {
  return sort === null ? '' : `${sort.isDown ? '-' : ''}${sort.by}`
}

export function sortFrom(text: string): TableSort | null {
  const isDown = text.startsWith('-')
  return text === '' ? null : { by: isDown ? text.slice(1) : text, isDown }
}

/** The sort is stable: equal rows keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  by: (row: Row) => SortValue,
  isDown: boolean,
): Row[] {
  const valued = rows.map((row) => [row, by(row)] as const)
  return valued
    .toSorted(([, one], [, other]) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      return isDown ? compared(other, one) : compared(one, other)
    })
    .map(([row]) => row)
}

function compared(one: string | number | bigint, other: string | number | bigint): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return one.localeCompare(other, undefined, { numeric: true })
  }
  return one < other ? -1 : one > other ? 1 : 0
}

/** The rows in the order in which they were last drawn, with new ones at the end. */
export function asBefore<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  before: readonly string[],
): Row[] {
  const places = new Map(before.map((key, i) => [key, i]))
  return sortedRows(rows, (row) => places.get(keyOf(row)) ?? before.length, false)
}

const SORT_DIGITS = 10

/** The sort value of an amount or price. */
export function amountBy(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : scaled(text, SORT_DIGITS)
}
