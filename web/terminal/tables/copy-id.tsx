import { copy } from '../../look/copy.js'
import { MenuItem } from '../../look/menu-item.js'
import { tableWords } from '../../text/tables/table-words.js'

/** The last menu item of a row: copies its id. */
export function CopyId({ id, close }: { id: number; close: () => void }) {
  return (
    <>
      <hr />
      <MenuItem
        label={tableWords.value.copyId({ id })}
        close={close}
        act={() => copy(String(id))}
      />
    </>
  )
}
