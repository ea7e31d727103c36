import { Dialog } from '../../look/controls.js'
import { closeTab, closing, dropRecord, type OpenRecord } from '../../staff/open-records.js'
import { shellWords } from '../../text/desk/shell-words.js'
import { words } from '../../text/words.js'
import { recordTitle } from './record-title.js'

/** Asks what happens to the unsaved changes of a record that the user closes. */
export function CloseDialog({ record }: { record: OpenRecord }) {
  const text = shellWords.value.records
  const back = () => {
    closing.value = null
  }
  return (
    <Dialog title={text.asks({ title: recordTitle(record) })} onClose={back}>
      <div class="stack">
        <p>{text.asksText}</p>
        <footer>
          <button type="button" onClick={back}>
            {words.value.cancel}
          </button>
          <button type="button" class="danger" onClick={() => dropRecord(record.id)}>
            {text.drop}
          </button>
          <button
            type="button"
            class="primary"
            data-first={true}
            onClick={() => closeTab(record.id)}
          >
            {text.keep}
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
