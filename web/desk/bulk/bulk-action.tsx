import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { newId } from '../../link/random.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import { type ActBodies, type ActKind, beginAct } from '../../staff/bulk/acts.js'
import { go } from '../../staff/place.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type ConfirmedAction, type ConfirmFields } from '../changes/confirm-act.js'
import type { Effects } from '../effects/effects.js'
import type { Preview } from './use-preview.js'

export interface BulkEnds {
  onBegun: () => void
  onClose: () => void
}

/** How the user confirms the action. */
interface Confirmation {
  readonly action: ConfirmedAction | null
  /** The requests that one code confirms, if the action needs several. */
  readonly parts?: readonly object[]
  readonly effects?: Effects | undefined
  /** Whether the input for the number of records gets the focus. */
  readonly isFirst?: boolean
}

/** The server's preview, with the button that requests it. */
type PreviewRequest = Preview<unknown> & { label: string; isOff?: boolean }

/**
 * The dialog of a bulk action: fields, preview, a checkbox for each record, confirmation, start.
 *
 * - Nothing is sent without a preview. Only previewed records that are still selected are sent. If
 *   none is left, the button is disabled.
 * - The action gets its key when the dialog opens, so a second click cannot start it twice.
 * - The dialog closes when the action starts. The action's own page then opens and shows progress,
 *   lost answers, the result, and a retry for refused records.
 */
export function BulkAction<Kind extends ActKind>(
  props: BulkEnds & {
    title: string
    kind: Kind
    body: ActBodies[Kind]
    count: number
    /** A fingerprint of the records, to recognise them in a later action. */
    mark?: string
    confirm: Confirmation
    /** The request for the preview. Omitted if the page computes the preview itself. */
    preview?: PreviewRequest
    send: string
    isDanger?: boolean
    /** True while a required field is empty. */
    isOff?: boolean
    fields?: ComponentChildren
    children: ComponentChildren
  },
) {
  const { kind, body, count, confirm, preview } = props
  const key = useRef(newId())
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  const isSeen = preview === undefined || preview.seen !== null
  const isReady = isSeen && count > 0
  const send = async () => {
    if (confirmed === null || !isReady) return
    beginAct(key.current, kind, { ...body, ...confirmed }, count, props.mark)
    props.onBegun()
    props.onClose()
    go(['actions', key.current])
  }
  const [first = body, ...more] = confirm.parts ?? []
  return (
    <Dialog title={props.title} isWide={true} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        {props.fields}
        {preview !== undefined && <Answered preview={preview} />}
        {isSeen && props.children}
        {isReady && (
          <ConfirmAct
            action={confirm.action}
            body={first}
            more={more}
            count={count}
            effects={confirm.effects}
            isFirst={confirm.isFirst === true}
            onReady={setConfirmed}
          />
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          {preview !== undefined && !isReady ? (
            <PreviewButton preview={preview} />
          ) : (
            <OnceButton
              class={props.isDanger === true ? 'primary danger' : 'primary'}
              isOff={confirmed === null || !isReady || props.isOff === true}
              onPress={send}
            >
              {props.send}
            </OnceButton>
          )}
        </footer>
      </form>
    </Dialog>
  )
}

function PreviewButton({ preview }: { preview: PreviewRequest }) {
  return (
    <OnceButton
      type="submit"
      class="primary"
      isOff={preview.isAsking || preview.isOff === true}
      onPress={preview.look}
    >
      {preview.label}
    </OnceButton>
  )
}

/** The reason why there is no preview, or a note that the server still computes it. */
function Answered({ preview: { seen, wrong, isAsking } }: { preview: Preview<unknown> }) {
  return (
    <>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      {isAsking && seen === null && <p role="status">{tradesWords.value.dialog.looking}</p>}
    </>
  )
}
