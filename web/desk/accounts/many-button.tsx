import { useState } from 'preact/hooks'
import type { GridChoice } from '../../look/grid/choice.js'
import { lazy } from '../../look/lazy.js'
import { manyWords } from '../../text/desk/many-words.js'
import { type AccountList, accountsAsked } from './account-window.js'
import type { Who } from './many-dialog.js'

const ManyDialog = lazy(() => import('./many-dialog.js').then((part) => part.ManyDialog))

/** Opens it for what is chosen in the list. */
export function ManyButton(props: { choice: GridChoice; asked: AccountList; onBegun: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const { isAll, ids } = props.choice
  const logins = [...ids].map(Number)
  const who: Who = isAll ? { ...accountsAsked(props.asked), except: logins } : { logins }
  return (
    <>
      <button type="button" class="small primary" onClick={() => setOpen(true)}>
        {manyWords.value.open}
      </button>
      {isOpen && <ManyDialog who={who} onBegun={props.onBegun} onClose={() => setOpen(false)} />}
    </>
  )
}
