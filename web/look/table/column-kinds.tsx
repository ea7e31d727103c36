import type { ComponentChildren } from 'preact'
import { grouped, groupedLots } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { amountLook, amountText } from '../amount.js'
import { amountBy, type Column, type ListColumn, type SortValue } from './column.js'

/** Builders for common columns of lists: text, prices and other numbers, amounts, profits, times. */

type None = null | undefined
type More<Row> = Partial<Omit<Column<Row>, 'id' | 'label'>>
type Kind<Row, Value> = (
  id: string,
  label: string,
  of: (row: Row) => Value | None,
  more?: More<Row>,
) => ListColumn<Row>

/** The width of a time with seconds in a virtual list. */
const TIME_PX = 160

/** The builders for one type of row. */
export function columnKinds<Row>() {
  const text: Kind<Row, string | number> = (id, label, of, more = {}) => ({
    id,
    label,
    cell: (row) => shownOr(of(row)),
    by: (row): SortValue => of(row) || null,
    value: of,
    filter: { type: 'text' },
    ...more,
  })
  /** A column of prices, volumes, points, counts or ids. Ids and counts are numbers, ungrouped. */
  const number: Kind<Row, string | number> = (id, label, of, more = {}) =>
    text(id, label, of, {
      isNumber: true,
      cell: (row) => shownOr(of(row), (own) => (typeof own === 'string' ? grouped(own) : own)),
      by: (row) => numberBy(of(row)),
      filter: { type: 'amount' },
      ...more,
    })
  /** Volumes, with two decimals at least. */
  const lots: Kind<Row, string> = (id, label, of, more = {}) =>
    number(id, label, of, {
      cell: (row) => shownOr(of(row), groupedLots),
      sumText: groupedLots,
      ...more,
    })
  const amount: Kind<Row, string> = (id, label, of, more = {}) => number(id, label, of, more)
  const gain: Kind<Row, string> = (id, label, of, more = {}) =>
    number(id, label, of, {
      cell: (row) => amountText(of(row)),
      look: (row) => amountLook(of(row)),
      ...more,
    })
  const moment: Kind<Row, string> = (id, label, of, more = {}) =>
    text(id, label, of, {
      isNumber: true,
      px: TIME_PX,
      cell: (row) => shownOr(of(row), (at) => timeText(at)),
      by: (row) => of(row) ?? null,
      filter: { type: 'time' },
      ...more,
    })
  /** A value from a fixed set, shown by its label. */
  const word = <Word extends string | boolean>(
    id: string,
    label: string,
    of: (row: Row) => Word | None,
    say: (word: Word) => string,
    more: More<Row> = {},
  ): ListColumn<Row> => ({
    id,
    label,
    cell: (row) => shownOr(of(row), say),
    by: (row) => {
      const own = of(row)
      return own === null || own === undefined ? null : say(own)
    },
    value: (row) => {
      const own = of(row)
      return typeof own === 'boolean' ? String(own) : own
    },
    filter: {
      say: (own) => say((own === 'true' ? true : own === 'false' ? false : own) as Word),
    },
    ...more,
  })
  /** A column of free text, which may be long. */
  const written: Kind<Row, string> = (id, label, of, more = {}) =>
    text(id, label, of, { cell: (row) => <Written text={of(row)} />, ...more })
  return { text, number, lots, amount, gain, moment, word, written }
}

function numberBy(value: string | number | None): SortValue {
  return typeof value === 'number' ? value : amountBy(value)
}

function shownOr<Value>(
  value: Value | None,
  say: (value: Value) => ComponentChildren = (own) => own as ComponentChildren,
): ComponentChildren {
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
