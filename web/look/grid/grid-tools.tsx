import { useState } from 'preact/hooks'
import { viewOf } from '../../state/table-views.js'
import { gridWords } from '../../text/tables/grid-words.js'
import { Dialog } from '../controls.js'
import { isNarrow } from '../narrow.js'
import { type ColumnName, shownColumns, sortText } from '../table/column.js'
import { Columns } from '../table/columns-dialog.js'
import type { GridColumn } from './column.js'

const asName = ({ name, label, isExtra }: GridColumn<never>): ColumnName => ({
  id: name,
  label,
  ...(isExtra === true ? { isExtra } : { narrow: 'row' }),
})

/** The visible columns of a grid, in the user's order. */
export function shownOf<Column extends GridColumn<never>>(
  name: string,
  columns: readonly Column[],
): readonly Column[] {
  const names = shownColumns(columns.map(asName), viewOf(name, isNarrow.value), isNarrow.value)
  return names.flatMap(({ id }) => columns.find((column) => column.name === id) ?? [])
}

/** Names of the columns that a wide page shows of a grid, also if this page is narrow. */
export function wideNamesOf(name: string, columns: readonly GridColumn<never>[]): string[] {
  return shownColumns(columns.map(asName), viewOf(name, false), false).map(({ id }) => id)
}

/** The sort order that the user chose for a grid; empty for the default order. */
export function sortOf(name: string): string {
  return sortText(viewOf(name, isNarrow.value).sort)
}

/** A button that opens a dialog for the columns of a grid, their order and widths. */
export function ColumnsButton(props: { name: string; columns: readonly GridColumn<never>[] }) {
  const [isOpen, setOpen] = useState(false)
  const { columns: label } = gridWords.value
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        {label}…
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <Columns table={{ name: props.name, label, columns: props.columns.map(asName) }} />
        </Dialog>
      )}
    </>
  )
}
