import { grouped, groupedLots } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { amountLook, amountText } from '../amount.js'
import { amountBy, type Column, type SortValue } from './column.js'

/** Builders for common columns of tables: text, prices and other numbers, amounts, profits, times. */

type None = null | undefined
type More<Row> = Partial<Omit<Column<Row>, 'id' | 'label'>>
type Kind<Row, Value> = (
  id: string,
  label: string,
  of: (row: Row) => Value | None,
  more?: More<Row>,
) => Column<Row>

/** The builders for one type of row. */
export function columnKinds<Row>() {
  const text: Kind<Row, string | number> = (id, label, of, more = {}) => ({
    id,
    label,
    cell: (row) => textOf(of(row)),
    by: (row): SortValue => of(row) || null,
    ...more,
  })
  /** A column of prices, volumes or points. */
  const number: Kind<Row, string> = (id, label, of, more = {}) => ({
    id,
    label,
    isNumber: true,
    cell: (row) => textOf(of(row), grouped),
    by: (row) => amountBy(of(row)),
    ...more,
  })
  /** Volumes, with two decimals at least. */
  const lots: Kind<Row, string> = (id, label, of, more = {}) =>
    number(id, label, of, { cell: (row) => textOf(of(row), groupedLots), ...more })
  const amount: Kind<Row, string> = (id, label, of, more = {}) => number(id, label, of, more)
  const gain: Kind<Row, string> = (id, label, of, more = {}) =>
    number(id, label, of, {
      cell: (row) => amountText(of(row)),
      look: (row) => amountLook(of(row)),
      ...more,
    })
  const moment: Kind<Row, string> = (id, label, of, more = {}) => ({
    id,
    label,
    isNumber: true,
    cell: (row) => textOf(of(row), (at) => timeText(at)),
    by: (row) => of(row) ?? null,
    ...more,
  })
  /** A column of free text, which may be long. */
  const written: Kind<Row, string> = (id, label, of, more = {}) =>
    text(id, label, of, { cell: (row) => <Written text={of(row)} />, ...more })
  return { text, number, lots, amount, gain, moment, written }
}

function textOf<Value extends string | number>(
  value: Value | None,
  say: (value: Value) => string | number = (own) => own,
): string | number {
  return value === null || value === undefined || value === '' ? '–' : say(value)
}

function Written({ text }: { text: string | None }) {
  return text === null || text === undefined || text === '' ? (
    <>–</>
  ) : (
    <span class="written" title={text}>
      {text}
    </span>
  )
}
