import { useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { Dialog, LongField } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import {
  addReminder,
  REMINDER_CHARS_MAX,
  REMINDERS_MAX,
  type Reminder,
  reminders,
} from '../../staff/office/reminders.js'
import { periodWords } from '../../text/desk/period-words.js'
import { reminderWords } from '../../text/desk/reminder-words.js'
import { utcText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { TimeField } from '../lists/period.js'

const HOUR_MS = 3_600_000

/** The dialog for a new reminder. Its time is preset to one hour from now. */
export function ReminderDialog(props: {
  text?: string
  address?: string
  back?: Reminder['back']
  onClose: () => void
}) {
  const says = reminderWords.value
  const [text, setText] = useState(props.text ?? '')
  const [at, setAt] = useState(() => utcText(serverNow() + HOUR_MS))
  // The error stays until the next click.
  // If it disappeared on blur, the button would move away from under the pointer.
  const [wrong, setWrong] = useState('')
  const isFull = reminders.value.length >= REMINDERS_MAX
  const save = () => {
    if (text.trim() === '') return setWrong(says.needsText)
    if (at === '' || Date.parse(at) <= serverNow()) return setWrong(says.needsTime)
    const { address = '', back } = props
    addReminder({ text: text.trim(), at, address, ...(back === undefined ? {} : { back }) })
    props.onClose()
  }
  return (
    <Dialog title={says.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFull) save()
        }}
      >
        <LongField
          label={says.what}
          value={text}
          maxLength={REMINDER_CHARS_MAX}
          onInput={setText}
        />
        <TimeField
          label={says.when({ clock: periodWords.value.clocks[settings.value.times] })}
          value={at}
          onValue={setAt}
        />
        {(isFull || wrong !== '') && (
          <div class="banner bad" role="alert">
            {isFull ? says.full({ n: REMINDERS_MAX }) : wrong}
          </div>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <button type="submit" class="primary" disabled={isFull}>
            {says.keep}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
