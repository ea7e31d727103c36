import { useState } from 'preact/hooks'
import type { GridChoice } from '../../look/grid/choice.js'
import { lazy } from '../../look/lazy.js'
import { manyWords } from '../../text/desk/many-words.js'
import { type AccountList, accountFilter } from './account-window.js'
import type { Who } from './many-dialog.js'

const ManyDialog = lazy(() => import('./many-dialog.js').then((part) => part.ManyDialog))

/**
 * Opens the bulk action dialog for the rows selected at that moment. Later changes of the list do
 * not affect it.
 */
export function ManyButton(props: {
  choice: GridChoice
  asked: AccountList
  isOff?: boolean
  onBegun: () => void
}) {
  const [who, setWho] = useState<Who | null>(null)
  const { isAll, ids } = props.choice
  const logins = [...ids].map(Number)
  const chosen = (): Who => (isAll ? { ...accountFilter(props.asked), except: logins } : { logins })
  return (
    <>
      <button
        type="button"
        class="small primary"
        disabled={props.isOff ?? false}
        onClick={() => setWho(chosen())}
      >
        {manyWords.value.open}
      </button>
      {who !== null && (
        <ManyDialog who={who} onBegun={props.onBegun} onClose={() => setWho(null)} />
      )}
    </>
  )
}
