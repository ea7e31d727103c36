import type { GridChoice } from '../../look/grid/choice.js'
import type { GridColumn } from '../../look/grid/column.js'
import { Grid } from '../../look/grid/grid.js'

/** The records that an act is about, as they were looked at, each to be taken out of it. */
export function ActRows<Row>(props: {
  label: string
  rows: readonly Row[]
  columns: readonly GridColumn<Row>[]
  idOf: (row: Row) => string
  choice: GridChoice
  onChoice: (choice: GridChoice) => void
}) {
  const { rows, ...grid } = props
  return (
    <div class="act-rows">
      <Grid<Row> {...grid} total={rows.length} row={(i) => rows[i]} />
    </div>
  )
}
