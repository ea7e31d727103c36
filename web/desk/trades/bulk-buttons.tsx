import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { OnceButton } from '../../look/controls.js'
import { lazy } from '../../look/lazy.js'
import { BULK_MAX } from '../../staff/bulk/acts.js'
import { readAll } from '../../staff/lists/trade-list.js'
import { say } from '../../state/notes.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { refusalWords } from '../../text/refusals.js'
import type { BulkKind, BulkOf } from '../bulk/bulk-dialog.js'
import type { RowSelection } from '../lists/chosen-rows.js'

const BulkDialog = lazy(() => import('../bulk/bulk-dialog.js').then((part) => part.BulkDialog))

interface Meant {
  readonly kind: BulkKind
  readonly ids: readonly number[]
  readonly isCut: boolean
}

/** Buttons for bulk actions on the selected trades. Each opens a dialog with a preview. */
export function BulkButtons(props: {
  route: 'GET /admin/v1/positions' | 'GET /admin/v1/orders'
  of: BulkOf
  kinds: readonly BulkKind[]
  chosen: RowSelection<unknown>
}) {
  const { acts: text } = tradesWords.value
  const { choice, filter, none } = props.chosen
  const [meant, setMeant] = useState<Meant | null>(null)
  const open = async (kind: BulkKind) => {
    if (!choice.isAll) {
      const ids = [...choice.ids].map(Number)
      return setMeant({ kind, ids: ids.slice(0, BULK_MAX), isCut: ids.length > BULK_MAX })
    }
    const rows = await readAll(props.route, filter, BULK_MAX + choice.ids.size + 1)
    if (!Array.isArray(rows)) {
      const { code, message, data } = rows as Answer<unknown>
      return say('bad', text[kind], refusalWords(code, message, data))
    }
    const ids = (rows as { id: number }[]).map(({ id }) => id)
    const left = ids.filter((id) => !choice.ids.has(String(id)))
    setMeant({ kind, ids: left.slice(0, BULK_MAX), isCut: left.length > BULK_MAX })
  }
  return (
    <>
      {props.kinds.map((kind) => (
        <OnceButton
          key={kind}
          class={kind === 'clear_stops' ? 'small' : 'small danger'}
          onPress={() => open(kind)}
        >
          {text[kind]}…
        </OnceButton>
      ))}
      {meant !== null && (
        <BulkDialog {...meant} of={props.of} onBegun={none} onClose={() => setMeant(null)} />
      )}
    </>
  )
}
