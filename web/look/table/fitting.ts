import { type Condition, filterOf, filterParts } from '../../text/filter/filter-text.js'
import { scaled } from '../../text/numbers.js'
import { rowsFound } from '../../text/typed-search.js'
import { type ColumnFilter, filterOfColumn, type ListColumn } from './column.js'

/** Filters a list that the page has loaded completely, by the values and texts of its columns. */

type Columns<Row> = readonly ListColumn<Row>[]
const DIGITS = 10

type Order = bigint | number
const COMPARE: Readonly<Partial<Record<Condition['op'], (own: Order, bound: Order) => boolean>>> = {
  gt: (own, bound) => own > bound,
  ge: (own, bound) => own >= bound,
  lt: (own, bound) => own < bound,
  le: (own, bound) => own <= bound,
}

/** The columns that can be filtered, by the names of their fields. */
function byField<Row>(columns: Columns<Row>) {
  return new Map(
    columns.flatMap((column) => {
      const filter = filterOfColumn(column)
      return 'why' in filter ? [] : [[filter.field, { column, filter }] as const]
    }),
  )
}

/** The fields by which the user can filter the list, with the labels of their columns. */
export function fieldsOfColumns<Row>(
  columns: Columns<Row>,
): ReadonlyMap<string, ColumnFilter & { readonly label: string }> {
  return new Map(
    [...byField(columns)].map(([field, { column, filter }]) => [
      field,
      { ...filter, label: column.name ?? column.label },
    ]),
  )
}

/** The rows that match every condition of the filter text. The caller searches for its words. */
function fittingRows<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  text: string,
): readonly Row[] {
  const known = byField(columns)
  const tests = filterParts(text).flatMap(({ condition }) => {
    const found = condition === null ? undefined : known.get(condition.field)
    return condition === null || found === undefined ? [] : [testOf(found, condition)]
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((fits) => fits(row)))
}

function testOf<Row>(
  { column, filter }: { readonly column: ListColumn<Row>; readonly filter: ColumnFilter },
  { op, value }: Condition,
): (row: Row) => boolean {
  const wanted = (Array.isArray(value) ? value : [value]).map(String)
  const textOf = (row: Row) => String(column.value?.(row) ?? '')
  const isOne = (own: string) => wanted.some((one) => isSame(filter, own, one))
  switch (op) {
    case 'eq':
    case 'in':
      return (row) => isOne(textOf(row))
    case 'ne':
      return (row) => !isOne(textOf(row))
    case 'starts':
    case 'contains': {
      const part = wanted.join('').toLowerCase()
      const has = (own: string) =>
        op === 'starts' ? own.toLowerCase().startsWith(part) : own.toLowerCase().includes(part)
      return (row) => has(textOf(row)) || has(filter.say?.(textOf(row)) ?? '')
    }
    default: {
      const bound = orderOf(filter, wanted[0] ?? '')
      const compare = COMPARE[op]
      return (row) => {
        const own = orderOf(filter, textOf(row))
        return own !== null && bound !== null && compare?.(own, bound) === true
      }
    }
  }
}

/** Whether a value equals the wanted one. A value with a label also equals its label. */
function isSame({ type, say }: ColumnFilter, own: string, wanted: string): boolean {
  if (type === 'whole' || type === 'amount') {
    return own !== '' && wanted !== ''
      ? orderOf({ type }, own) === orderOf({ type }, wanted)
      : own === wanted
  }
  const same = (text: string) => text.toLowerCase() === wanted.toLowerCase()
  return same(own) || (say !== undefined && own !== '' && same(say(own)))
}

function orderOf({ type }: Pick<ColumnFilter, 'type'>, text: string): Order | null {
  if (type === 'time') {
    const at = Date.parse(text)
    return Number.isNaN(at) ? null : at
  }
  return /^-?\d+(\.\d+)?$/.test(text) ? scaled(text, DIGITS) : null
}

/** The distinct values of a column in these rows, with their labels if the column has any. */
export function valuesOf<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  field: string,
): readonly (readonly [string, string])[] {
  const found = byField(columns).get(field)
  if (found === undefined || found.filter.type !== 'text') return []
  const { column, filter } = found
  const values = new Set(rows.map((row) => String(column.value?.(row) ?? '')))
  values.delete('')
  const pairs = [...values].map((one) => [one, filter.say?.(one) ?? one] as const)
  return pairs.toSorted(([, a], [, b]) => a.localeCompare(b))
}

/** Rows that match the conditions of the filter text, and contain its words in a column or in `more`. */
export function foundRows<Row>(
  columns: Columns<Row>,
  rows: readonly Row[],
  text: string,
  more: (row: Row) => readonly string[] = () => [],
): readonly Row[] {
  if (text === '') return rows
  const { search } = filterOf(text)
  const known = [...byField(columns).values()]
  return rowsFound(fittingRows(columns, rows, text), search, (row) => [
    ...known.map((one) => textOf(one, row)),
    ...more(row),
  ])
}

/** The text of a column by which words find the row. */
function textOf<Row>(
  { column, filter }: { readonly column: ListColumn<Row>; readonly filter: ColumnFilter },
  row: Row,
): string {
  if (filter.type === 'time') return ''
  const own = String(column.value?.(row) ?? '')
  return own === '' ? '' : (filter.say?.(own) ?? own)
}
