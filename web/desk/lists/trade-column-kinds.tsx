import type { Column } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { tradesWords, tradeValue } from '../../text/desk/trades-words.js'
import { words } from '../../text/words.js'
import { PlaceLink } from '../shell/place-link.js'

type Of<Row, Value> = (row: Row) => Value | null | undefined
type More<Row> = Partial<Omit<Column<Row>, 'id' | 'label'>>

/**
 * Builders for the columns of lists of trades, besides the common ones. In a virtual list, links
 * are no tab stops.
 */
export function tradeKinds<Row>(isInGrid = true) {
  const kinds = columnKinds<Row>()
  const side = (of: Of<Row, 'buy' | 'sell'>) =>
    kinds.word('side', tradesWords.value.columns.side, of, (own) => words.value.sides[own], {
      px: 72,
      look: (row) => of(row) ?? '',
    })
  /** A name of the server, such as a reason, as text. */
  const named = (id: string, label: string, of: Of<Row, string>, more: More<Row> = {}) =>
    kinds.word(id, label, of, tradeValue, more)
  /** The id of a trade, as a link to its page. */
  const trade = (
    page: 'orders' | 'deals' | 'positions',
    id: string,
    label: string,
    of: Of<Row, number>,
    more: More<Row> = {},
  ) => {
    const cell = (row: Row) => {
      const number = of(row)
      if (number === null || number === undefined) return words.value.none
      return (
        <PlaceLink page={page} parts={[number]} isInGrid={isInGrid}>
          {number}
        </PlaceLink>
      )
    }
    return kinds.number(id, label, of, { cell, ...more })
  }
  return { ...kinds, side, named, trade }
}
