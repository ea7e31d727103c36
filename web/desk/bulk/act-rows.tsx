import { useState } from 'preact/hooks'
import { ALL, type GridChoice, isChosen } from '../../look/grid/choice.js'
import { Grid } from '../../look/grid/grid.js'
import { type Column, unfiltered } from '../../look/table/column.js'

/** The records of a preview, without those that the user deselected. */
export function useTaken<Row>(rows: readonly Row[], idOf: (row: Row) => string) {
  const [choice, setChoice] = useState<GridChoice>(ALL)
  const taken = rows.filter((row) => isChosen(choice, idOf(row)))
  return { rows, taken, idOf, choice, onChoice: setChoice }
}

/** The records of a preview, with a checkbox to deselect each. */
export function ActRows<Row>(props: {
  label: string
  of: ReturnType<typeof useTaken<Row>>
  columns: readonly Column<Row>[]
}) {
  const { rows, idOf, choice, onChoice } = props.of
  return (
    <div class="act-rows">
      <Grid<Row>
        label={props.label}
        columns={unfiltered(props.columns, 'action')}
        idOf={idOf}
        choice={choice}
        onChoice={onChoice}
        total={rows.length}
        row={(i) => rows[i]}
      />
    </div>
  )
}
