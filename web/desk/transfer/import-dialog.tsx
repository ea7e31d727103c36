import { useRef, useState } from 'preact/hooks'
import { Dialog, Field, OnceButton } from '../../look/controls.js'
import { lineState } from '../../staff/link.js'
import { beginImport, type FileRow, newKey, options } from '../../staff/transfer.js'
import { transferWords } from '../../text/desk/transfer-words.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/words.js'
import { kindLabel } from './export.js'

/** From so many records on their number is typed. */
const TYPED_FROM = 100

/** What is imported, counted by kind, before it is. */
export function ImportDialog(props: { rows: readonly FileRow[]; onClose: () => void }) {
  const text = transferWords.value
  const { rows } = props
  const key = useRef(newKey())
  const [typed, setTyped] = useState('')
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  const count = (kind: string, action: FileRow['action']) =>
    rows.filter((row) => row.kind === kind && row.action === action).length
  const needsCount = rows.length >= TYPED_FROM
  const isOff =
    lineState.value !== 'live' ||
    (needsCount && typed.replaceAll(/\s/g, '') !== String(rows.length))
  return (
    <Dialog title={text.ask} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => event.preventDefault()}>
        <table class="list" aria-label={text.counts}>
          <thead>
            <tr>
              <th>{text.kind}</th>
              <th class="num">{text.actions.create}</th>
              <th class="num">{text.actions.update}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <td>{kindLabel(kind)}</td>
                <td class="num">{grouped(String(count(kind, 'create')))}</td>
                <td class="num">{grouped(String(count(kind, 'update')))}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{text.askText}</p>
        {options.value.connections_enabled && <p class="loss">{text.connectionsOn}</p>}
        {needsCount && (
          <Field
            label={text.typeCount(String(rows.length))}
            value={typed}
            inputMode="numeric"
            maxLength={8}
            hasFocus={true}
            onInput={setTyped}
          />
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton
            type="submit"
            class="primary"
            isFirst={!needsCount}
            isOff={isOff}
            onPress={async () => {
              // It goes on when its dialog is closed, and its page left.
              void beginImport(key.current, rows)
              props.onClose()
            }}
          >
            {text.importN(grouped(String(rows.length)))}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
