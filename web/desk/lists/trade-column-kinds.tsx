import { amountLook } from '../../look/amount.js'
import type { GridColumn } from '../../look/grid/column.js'
import type { CsvValue } from '../../text/csv.js'
import { tradesWords, tradeValue } from '../../text/desk/trades-words.js'
import { grouped, groupedLots, signed } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'

/** A column of a list of trades. `csv` returns the value exactly as the server sent it. */
export interface TradeColumn<Row> extends GridColumn<Row> {
  csv(row: Row): CsvValue
}

type Label = keyof typeof tradesWords.value.columns
type More<Row> = Partial<Omit<TradeColumn<Row>, 'name' | 'px' | 'csv'>>
type Of<Row, Value> = (row: Row) => Value | null | undefined

const NONE = '–'
const isNone = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Formats a decimal with digit grouping. Ids are numbers and stay ungrouped. */
function shown(value: string | number | null | undefined) {
  return typeof value === 'string' ? grouped(value) : value
}

/** Builders for the columns that lists of trades have in common. */
export function tradeKinds<Row>() {
  const text = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string | number>,
    more: More<Row> = {},
  ): TradeColumn<Row> => ({
    name,
    label: tradesWords.value.columns[label],
    px,
    fields: [],
    cell: (row) => {
      const value = of(row)
      return isNone(value) ? NONE : value
    },
    csv: of,
    ...more,
  })
  const number = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string | number>,
    more: More<Row> = {},
  ) =>
    text(name, label, px, of, {
      isNumber: true,
      cell: (row) => (isNone(of(row)) ? NONE : shown(of(row))),
      ...more,
    })
  /** Volumes, with two decimals at least; saved as the server has them. */
  const lots = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string>,
    more: More<Row> = {},
  ) => number(name, label, px, of, { cell: (row) => groupedLots(of(row) ?? '') || NONE, ...more })
  const amount = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string>,
    more: More<Row> = {},
  ) => number(name, label, px, of, more)
  const gain = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string>,
    more: More<Row> = {},
  ) =>
    number(name, label, px, of, {
      cell: (row) => {
        const value = of(row)
        if (value === null || value === undefined) return NONE
        return <span class={amountLook(value)}>{signed(value)}</span>
      },
      ...more,
    })
  const moment = (name: string, label: Label, of: Of<Row, string>, more: More<Row> = {}) =>
    text(name, label, 160, of, {
      cell: (row) => {
        const at = of(row)
        return at === null || at === undefined ? NONE : timeText(at)
      },
      ...more,
    })
  const word = (
    name: string,
    label: Label,
    px: number,
    of: Of<Row, string>,
    more: More<Row> = {},
  ) =>
    text(name, label, px, of, {
      cell: (row) => {
        const value = of(row)
        if (value === null || value === undefined) return NONE
        return tradeValue(value)
      },
      ...more,
    })
  const side = (of: Of<Row, 'buy' | 'sell'>) =>
    text('side', 'side', 72, of, {
      cell: (row) => {
        const value = of(row)
        if (value === null || value === undefined) return NONE
        return <span class={value}>{words.value.sides[value]}</span>
      },
    })
  /** The id of a trade, as a link to its page. */
  const trade = (
    page: 'orders' | 'deals' | 'positions',
    name: string,
    label: Label,
    px: number,
    of: Of<Row, number>,
  ) =>
    number(name, label, px, of, {
      cell: (row) => {
        const id = of(row)
        if (id === null || id === undefined) return NONE
        return (
          <PlaceLink page={page} parts={[id]} isInGrid={true}>
            {id}
          </PlaceLink>
        )
      },
    })
  return { text, number, lots, amount, gain, moment, word, side, trade }
}
