import { useState } from 'preact/hooks'
import { viewOf } from '../../state/table-views.js'
import { tableWords } from '../../text/tables/table-words.js'
import { Dialog } from '../controls.js'
import { isNarrow } from '../narrow.js'
import { type ColumnName, shownColumns, sortText } from '../table/column.js'
import { Columns } from '../table/columns-dialog.js'

/** The visible columns of a list, in the user's order. */
export function shownOf<Named extends ColumnName>(
  name: string,
  columns: readonly Named[],
): readonly Named[] {
  return shownColumns(columns, viewOf(name, isNarrow.value), isNarrow.value)
}

/** Ids of the columns that a wide page shows of a list, also if this page is narrow. */
export function wideNamesOf(name: string, columns: readonly ColumnName[]): string[] {
  return shownColumns(columns, viewOf(name, false), false).map(({ id }) => id)
}

/** The sort order that the user chose for a list; empty for the default order. */
export function sortOf(name: string): string {
  return sortText(viewOf(name, isNarrow.value).sort)
}

/** A button that opens a dialog for the columns of a list, their order and widths. */
export function ColumnsButton({ name, columns }: { name: string; columns: readonly ColumnName[] }) {
  const [isOpen, setOpen] = useState(false)
  const { columns: label } = tableWords.value
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        {label}…
      </button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <Columns table={{ name, label, columns }} />
        </Dialog>
      )}
    </>
  )
}
