import { useState } from 'preact/hooks'
import { Dialog } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { lazy } from '../look/lazy.js'
import { shownTable } from '../look/table/shown-table.js'
import { set, settings } from '../settings/settings.js'
import { words } from '../text/terminal/words.js'

const Columns = lazy(() => import('./parts.js').then(({ Columns: Part }) => Part))

/** The toolbar of the visible table: its columns, and grouping of positions by symbol. */
export function TableTools() {
  const [isOpen, setOpen] = useState(false)
  const table = shownTable.value
  const { positions: text, layout } = words.value
  const { isGrouped } = settings.value
  if (table === null) return null
  return (
    <>
      {table.name === 'positions' && (
        <button
          type="button"
          class={`icon ${isGrouped ? 'on' : 'plain'}`}
          aria-label={text.grouped}
          title={text.grouped}
          aria-pressed={isGrouped}
          onClick={() => set({ isGrouped: !isGrouped })}
        >
          <Icon name="list" />
        </button>
      )}
      <button
        type="button"
        class="plain icon"
        aria-label={layout.columns}
        title={layout.columns}
        onClick={() => setOpen(true)}
      >
        <Icon name="columns" />
      </button>
      {isOpen && (
        <Dialog title={`${layout.columns}: ${table.label}`} onClose={() => setOpen(false)}>
          <Columns table={table} />
        </Dialog>
      )}
    </>
  )
}
