import type { ComponentChildren } from 'preact'
import { useCallback, useRef, useState } from 'preact/hooks'
import type { GridColumn } from '../../look/grid/column.js'
import { Grid } from '../../look/grid/grid.js'
import { shownOf } from '../../look/grid/grid-tools.js'
import { isNarrow } from '../../look/narrow.js'
import { type SortValue, sortedRows, sortFrom, sortText } from '../../look/table/column.js'
import { isPointedAt, useStillRows } from '../../look/table/still-rows.js'
import { changeView, viewOf } from '../../state/table-views.js'

/** A column of a fully loaded list. Columns with `by` can be sorted. */
export interface RecordColumn<Row> extends GridColumn<Row> {
  by?(row: Row): SortValue
}

/**
 * A fully loaded list that is sorted in the browser, with arrow keys and the card of the open row
 * beside it. Rows do not move while the pointer is over them, so a click always hits the row that
 * the reader saw.
 */
export function RecordGrid<Row>(props: {
  name: string
  label: string
  columns: readonly RecordColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  lookOf?: (row: Row) => string
  open: string | null
  onOpen: (row: Row, isAside: boolean) => void
  onClose: () => void
  onKey?: (event: KeyboardEvent, row: Row) => boolean
  empty: ComponentChildren
}) {
  const { name, idOf } = props
  const view = viewOf(name, isNarrow.value)
  const columns = shownOf(name, props.columns) as readonly RecordColumn<Row>[]
  const box = useRef<HTMLDivElement>(null)
  const [, draw] = useState(0)
  const { sort } = view
  const by = props.columns.find((column) => column.name === sort?.by)?.by
  const wanted =
    sort === null || by === undefined ? props.rows : sortedRows(props.rows, by, sort.isDown)
  const rows = useStillRows(wanted, idOf, sortText(sort), () => isPointedAt(box.current))
  const onView = useCallback(() => undefined, [])
  return (
    <div class="desk-grid" ref={box} onPointerLeave={() => draw((n) => n + 1)}>
      <Grid<Row>
        label={props.label}
        total={rows.length}
        columns={columns.map((column) => ({ ...column, isSorted: column.by !== undefined }))}
        row={(i) => rows[i]}
        idOf={idOf}
        lookOf={props.lookOf ?? (() => '')}
        onView={onView}
        sort={sortText(sort)}
        onSort={(next) => changeView(name, isNarrow.value, { sort: sortFrom(next) })}
        widths={view.widths}
        onWidths={(widths) => changeView(name, isNarrow.value, { widths })}
        open={props.open}
        onOpen={props.onOpen}
        onClose={props.onClose}
        {...(props.onKey === undefined ? {} : { onKey: props.onKey })}
        empty={props.empty}
      />
    </div>
  )
}
