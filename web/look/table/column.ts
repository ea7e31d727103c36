import type { ComponentChildren } from 'preact'
import type { TableSort, TableView } from '../../state/table-views.js'
import type { CsvValue } from '../../text/csv.js'
import type { FilterType } from '../../text/filter/filter-fields.js'
import { scaled } from '../../text/numbers.js'

/** The value that rows are sorted by; null means unknown and always comes last. */
export type SortValue = string | number | bigint | null

/** A column of any list. Short tables and virtual lists ignore what they have no use for. */
export interface Column<Row> extends ColumnName {
  readonly isNumber?: boolean
  /** The initial width in a virtual list, whose columns do not fit their content. */
  readonly px?: number
  /** In a short table: left out on narrow pages. */
  readonly isWideOnly?: boolean
  /** In a short table: its cells name their rows. */
  readonly isRowHead?: boolean
  /** In a short table: only a screen reader gets the label. */
  readonly isUnnamed?: boolean
  /** A click on its head sorts. By default it does if there is `by`. */
  readonly isSorted?: boolean
  /**
   * The fields that it needs from the server: by default the one that is named like the column,
   * none for a live column.
   */
  readonly fields?: readonly string[]
  cell(row: Row): ComponentChildren
  look?(row: Row): string
  /** The value that the page sorts by; left out if the page does not sort by the column. */
  by?(row: Row): SortValue
  /** The value exactly as the server sent it, for files. */
  value?(row: Row): CsvValue
  /** The total of the column, if the list knows it. */
  readonly total?: ComponentChildren
  /** Adds up the values of the rows as a total, if the table shows totals. */
  readonly isSummed?: boolean
  /** Writes the sum, if not like an amount. */
  sumText?(sum: string): string
  /** How rows are filtered by it, or why they cannot be. Short tables have no filter. */
  readonly filter?: Partial<ColumnFilter> | NoFilter
}

/** A column of a list that is not short: it has a filter, or says why not. */
export type ListColumn<Row> = Column<Row> & Required<Pick<Column<Row>, 'filter'>>

/** How rows are filtered by a column. */
export interface ColumnFilter {
  /** The name of the field in conditions: by default that of the column. */
  readonly field: string
  readonly type: FilterType
  /** The text of a value, if it is a name of the server. */
  say?(value: string): string
  /** All values with their texts, if they are a closed set. */
  choices?(): readonly (readonly [string, string])[]
  /** Suggested values. */
  offered?(): readonly string[]
}

interface NoFilter {
  readonly why: FilterLack
}

/** Reasons why a list cannot be filtered by a column. */
export type FilterLack = 'live' | 'made' | 'server' | 'pages' | 'own' | 'group' | 'action'

/** The name of a column in conditions, which know no capitals. */
export const fieldName = (id: string): string =>
  id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns of a list that cannot be filtered at all. */
export const unfiltered = <Row>(
  columns: readonly Column<Row>[],
  why: FilterLack,
): readonly ListColumn<Row>[] => columns.map((column) => ({ ...column, filter: { why } }))

export function filterOfColumn({ id, filter }: Pick<ListColumn<never>, 'id' | 'filter'>) {
  return 'why' in filter ? filter : { field: fieldName(id), type: 'text' as const, ...filter }
}

/** The parts of a column that the choice of columns needs. */
export interface ColumnName {
  readonly id: string
  /** The header text. */
  readonly label: string
  /** The full name, if the header text is shortened. */
  readonly name?: string
  /** Whether it is hidden until the user adds it. */
  readonly isExtra?: boolean
  /**
   * The default place of the column on a narrow page: in the row, or on a separate line below it.
   */
  readonly narrow?: 'row' | 'below'
}

/** Whether a click on the head of the column sorts. */
export const sorts = ({ isSorted, by }: Pick<Column<never>, 'isSorted' | 'by'>): boolean =>
  isSorted ?? by !== undefined

/** The fields that these columns need from the server. */
export function fieldsOf(columns: readonly Pick<Column<never>, 'id' | 'fields'>[]): string[] {
  return [...new Set(columns.flatMap(({ id, fields }) => fields ?? [id]))]
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

/** The ids of the visible columns with two of them in each other's place. */
export const swapped = (shown: readonly ColumnName[], one: string, other: string): string[] =>
  shown.map(({ id }) => (id === one ? other : id === other ? one : id))

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
