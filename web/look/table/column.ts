import type { ComponentChildren } from 'preact'
import type { TableSort, TableView } from '../../state/table-views.js'
import type { CsvValue } from '../../text/csv.js'
import type { FilterType } from '../../text/filter/filter-fields.js'
import { scaled } from '../../text/numbers.js'

/** The value that rows are sorted by; null means unknown and always comes last. */
export type SortValue = string | number | bigint | null

/**
 * A column of any list. Short tables and virtual lists ignore the properties that they do not need.
 */
export interface Column<Row> extends ColumnName {
  readonly isNumber?: boolean
  /** The initial width in a virtual list, whose columns do not fit their content. */
  readonly px?: number
  /** Whether a short table leaves the column out on narrow pages. */
  readonly isWideOnly?: boolean
  /** Whether the cells of the column are the row headers of a short table. */
  readonly isRowHead?: boolean
  /**
   * Whether the label of the column is hidden from sight in a short table. Screen readers still
   * read it.
   */
  readonly isUnnamed?: boolean
  /** Whether a click on the header sorts the rows; by default true if the column has `by`. */
  readonly isSorted?: boolean
  /**
   * The server fields that the column needs. By default the field with the column's name; a live
   * column needs none.
   */
  readonly fields?: readonly string[]
  cell(row: Row): ComponentChildren
  look?(row: Row): string
  /** The value by which the page sorts. Omitted if the page does not sort by the column. */
  by?(row: Row): SortValue
  /** The value exactly as the server sent it, for exported files. */
  value?(row: Row): CsvValue
  /** The total of the column, if the list knows it. */
  readonly total?: ComponentChildren
  /** Adds up the values of the rows as a total, if the table shows totals. */
  readonly isSummed?: boolean
  /** Formats the sum. By default it is formatted as an amount. */
  sumText?(sum: string): string
  /** How rows are filtered by the column, or why that is impossible. Short tables have no filter. */
  readonly filter?: Partial<ColumnFilter> | NoFilter
}

/** A column of a virtual list: it has a filter, or gives the reason why it has none. */
export type ListColumn<Row> = Column<Row> & Required<Pick<Column<Row>, 'filter'>>

/** How rows are filtered by a column. */
export interface ColumnFilter {
  /** The name of the field in conditions; by default the name of the column. */
  readonly field: string
  readonly type: FilterType
  /** The label of a value, if the values are API names. */
  say?(value: string): string
  /** The values with their labels, if the set of values is fixed. */
  choices?(): readonly (readonly [string, string])[]
  /** Values that the filter suggests. */
  offered?(): readonly string[]
}

interface NoFilter {
  readonly why: FilterLack
}

/** Reasons why a list cannot be filtered by a column. */
export type FilterLack = 'live' | 'made' | 'server' | 'pages' | 'own' | 'group' | 'action'

/** The field of a column in filter conditions, such as `open_price` for `openPrice`. */
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
  readonly label: string
  /** The full name, if the header text is shortened. */
  readonly name?: string
  /** Whether the column is hidden until the user adds it. */
  readonly isExtra?: boolean
  /**
   * The default place of the column on a narrow page: in the row, or on a separate line below it.
   */
  readonly narrow?: 'row' | 'below'
}

/** Whether a click on the column's header sorts the rows. */
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

/** The ids of the visible columns after two of them have changed places. */
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

/** Sorts rows. The sort is stable, so equal rows keep their order. */
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

/** The rows in the order of the last render, with new ones at the end. */
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
