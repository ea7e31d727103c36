import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { newId } from '../../link/random.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import { type ActBodies, type ActKind, beginAct } from '../../staff/bulk/acts.js'
import { go } from '../../staff/place.js'
import { tradesWords } from '../../text/desk/trades-words.js'
import { words } from '../../text/words.js'
import type { Effects } from '../effects/effects.js'
import { ConfirmAct, type Confirmed, type ConfirmedAction } from './confirm-act.js'
import type { Preview } from './use-preview.js'

export interface BulkEnds {
  onBegun: () => void
  onClose: () => void
}

/** How the action is confirmed. */
interface Confirmation {
  readonly action: ConfirmedAction | null
  /** The requests that a code confirms, if there are more than one. */
  readonly parts?: readonly object[]
  readonly effects?: Effects | undefined
  /** Whether the field of a number gets the focus. */
  readonly isFirst?: boolean
}

/** A preview by the server, and the button that asks for it. */
type AskedPreview = Preview<unknown> & { label: string; isOff?: boolean }

/**
 * The dialog of an action on many records: fields, preview, records to take out, confirmation, start.
 *
 *   B1. Nothing is sent without its preview. What is sent are the records that the preview showed, without those that the
 *       user took out; with no record left there is nothing to send.
 *   B2. The action has its key from the opening of the dialog on: a second press is the same action.
 *   B3. The dialog ends with the start. Progress, a lost answer, the result and the retry of what was refused are on the page
 *       of the action, which opens.
 */
export function BulkAction<Kind extends ActKind>(
  props: BulkEnds & {
    title: string
    kind: Kind
    /** The request for the records that are left in the preview. */
    body: ActBodies[Kind]
    /** Their number. */
    count: number
    /** By what the same records are recognised in a later action. */
    mark?: string
    confirm: Confirmation
    /** Left out if the page computed the preview itself. */
    preview?: AskedPreview
    send: string
    isDanger?: boolean
    /** Something that the action needs is not entered yet. */
    isOff?: boolean
    /** Fields that the preview depends on. */
    fields?: ComponentChildren
    /** The preview. */
    children: ComponentChildren
  },
) {
  const { kind, body, count, confirm, preview } = props
  const key = useRef(newId())
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)
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

function PreviewButton({ preview }: { preview: AskedPreview }) {
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

/** Why there is no preview, or that the server still works on it. */
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
