import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog, OnceButton } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { lineState } from '../../staff/connection/link.js'
import {
  beginImport,
  type FileRow,
  lookAtEffects,
  newKey,
  options,
} from '../../staff/settings/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { countText } from '../../text/numbers.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { ConfirmAct, type ConfirmFields, typesCount } from '../changes/confirm-act.js'
import { type Effects, EffectsNote } from '../effects/effects.js'
import { kindLabel } from './export.js'

/** Kinds of settings that influence the margin of positions. */
const MARGIN_KINDS: ReadonlySet<string> = new Set(['groups', 'symbols', 'leverage_profiles'])
const NO_EFFECTS: Effects = { accounts: 0, margin_call: 0, stop_out: 0, unpriced: 0, worst: [] }

/**
 * The effect of the selected records on the margin of accounts; null until the server has answered.
 */
function useEffects(rows: readonly FileRow[]) {
  const isNeeded = rows.some(({ kind }) => MARGIN_KINDS.has(kind))
  const [effects, setEffects] = useState<Effects | null>(isNeeded ? null : NO_EFFECTS)
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    if (!isNeeded) return
    void lookAtEffects(rows).then((answer) => {
      if (answer?.ok === true) setEffects(answer.data.effects)
      else if (answer !== null) setWrong(answerWords(answer))
    })
  }, [])
  return { effects, wrong }
}

/** Confirms an import and shows the number of records by kind. */
export function ImportDialog(props: { rows: readonly FileRow[]; onClose: () => void }) {
  const text = transferWords.value
  const { rows } = props
  const key = useRef(newKey())
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const count = (kind: string, action: FileRow['action']) =>
    rows.filter((row) => row.kind === kind && row.action === action).length
  const { effects, wrong } = useEffects(rows)
  const [confirmed, setConfirmed] = useState<ConfirmFields | null>(null)
  const isOff = lineState.value !== 'live' || confirmed === null
  return (
    <Dialog title={text.ask} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <ShortTable
          label={text.counts}
          rows={kinds}
          keyOf={(kind) => kind}
          columns={[
            { id: 'kind', label: text.kind, cell: kindLabel },
            {
              id: 'create',
              label: text.actions.create,
              isNumber: true,
              cell: (kind) => countText(count(kind, 'create')),
            },
            {
              id: 'update',
              label: text.actions.update,
              isNumber: true,
              cell: (kind) => countText(count(kind, 'update')),
            },
          ]}
        />
        <p>{text.askText}</p>
        {options.value.connections_enabled && <p class="loss">{text.connectionsOn}</p>}
        {wrong !== '' && (
          <p class="loss" role="alert">
            {wrong}
          </p>
        )}
        {effects === null && wrong === '' && <p role="status">{text.looking}</p>}
        {effects !== null && effects.accounts > 0 && <EffectsNote effects={effects} />}
        {effects !== null && (
          <ConfirmAct
            action={null}
            body={{}}
            count={rows.length}
            effects={effects}
            isFirst={true}
            onReady={setConfirmed}
          />
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton
            type="submit"
            class="primary"
            isFirst={!typesCount(rows.length)}
            isOff={isOff}
            onPress={async () => {
              // The import continues when the dialog or the page closes.
              void beginImport(key.current, rows)
              props.onClose()
            }}
          >
            {text.importN({ n: countText(rows.length) })}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
