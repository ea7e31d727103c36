import { MenuItem } from '../../look/menu-item.js'
import { tableWords } from '../../text/tables/table-words.js'
import { displayedChanges } from '../../trader/requests/displayed-changes.js'

/** The menu item that shows the changes of a position or order. */
export function ChangesItem(props: {
  kind: 'positions' | 'orders'
  id: number
  close: () => void
}) {
  const { kind, id, close } = props
  return (
    <MenuItem
      label={tableWords.value.changes.show}
      close={close}
      act={() => {
        displayedChanges.value = { kind, id }
      }}
    />
  )
}
