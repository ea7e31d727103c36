import type { ComponentChildren } from 'preact'
import { Grid } from '../../look/grid/grid.js'
import { isNarrow } from '../../look/narrow.js'
import { type ListColumn, sortFrom, sortText } from '../../look/table/column.js'
import { useSortedRows } from '../../look/table/still-rows.js'
import { changeView, viewOf } from '../../state/table-views.js'

/**
 * A fully loaded list that is sorted in the browser, with arrow keys and the card of the open row
 * beside it. Rows do not move while the pointer or the keyboard focus is in it.
 */
export function RecordGrid<Row>(props: {
  name: string
  label: string
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  lookOf?: (row: Row) => string
  open: string | null
  onOpen: (row: Row, isAside: boolean) => void
  onClose: () => void
  empty: ComponentChildren
}) {
  const { name, idOf, columns } = props
  const { sort } = viewOf(name, isNarrow.value)
  const { rows, held } = useSortedRows<Row, HTMLDivElement>({
    columns,
    rows: props.rows,
    keyOf: idOf,
    sort,
  })
  return (
    <div class="desk-grid" {...held}>
      <Grid<Row>
        {...props}
        total={rows.length}
        row={(i) => rows[i]}
        sort={sortText(sort)}
        onSort={(next) => changeView(name, isNarrow.value, { sort: sortFrom(next) })}
      />
    </div>
  )
}
