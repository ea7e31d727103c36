import { changePreferences, preferences } from './preferences.js'

/** The widths of columns in pixels by name. */
export type Widths = Readonly<Record<string, number>>

/**
 * The views of tables: columns, order, widths and sorting. The server stores them with the account.
 * Narrow pages have a separate view.
 */
export type TableName = string

export interface TableSort {
  readonly by: string
  readonly isDown: boolean
}

export interface TableView {
  /** The names of visible columns in order; null for the default. */
  readonly columns: readonly string[] | null
  readonly widths: Widths
  /** The chosen order. Null keeps the order in which rows arrive. */
  readonly sort: TableSort | null
}

export const WIDTH_MIN = 40
const WIDTH_MAX = 600
const COLUMNS_MAX = 40
const NAME_MAX = 24

const KEY = 'tables'
/** The view of a table that the user has not changed. */
export const FIRST_VIEW: TableView = { columns: null, widths: {}, sort: null }

type Fields = Readonly<Record<string, unknown>>

export function viewOf(table: TableName, isNarrow: boolean): TableView {
  return viewFrom(fieldsOf(fieldsOf(preferences.value[KEY])[keyOf(table, isNarrow)]))
}

export function changeView(table: TableName, isNarrow: boolean, change: Partial<TableView>): void {
  const key = keyOf(table, isNarrow)
  changePreferences((content) => {
    const kept = fieldsOf(content[KEY])
    const view = viewFrom({ ...viewFrom(fieldsOf(kept[key])), ...change })
    return { ...content, [KEY]: { ...kept, [key]: view } }
  })
}

/** Resets a table's columns, widths and sorting. */
export function resetView(table: TableName, isNarrow: boolean): void {
  changePreferences((content) => {
    const { [keyOf(table, isNarrow)]: gone, ...kept } = fieldsOf(content[KEY])
    return { ...content, [KEY]: kept }
  })
}

function keyOf(table: TableName, isNarrow: boolean): string {
  return isNarrow ? `${table}.narrow` : table
}

export function widthWithin(px: number): number {
  return Math.round(Math.max(WIDTH_MIN, Math.min(WIDTH_MAX, px)))
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

/** Checks a stored view, which may come from another version of the page. */
function viewFrom({ columns, widths, sort }: Fields): TableView {
  const { by, isDown } = fieldsOf(sort)
  return {
    columns: Array.isArray(columns)
      ? columns.filter(isName).slice(0, COLUMNS_MAX)
      : FIRST_VIEW.columns,
    widths: Object.fromEntries(
      Object.entries(fieldsOf(widths))
        .filter(([name, px]) => isName(name) && typeof px === 'number' && Number.isFinite(px))
        .map(([name, px]) => [name, widthWithin(px as number)] as const)
        .slice(0, COLUMNS_MAX),
    ),
    sort: isName(by) ? { by, isDown: isDown === true } : FIRST_VIEW.sort,
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX
}
