import { useState } from 'preact/hooks'
import { lazy } from '../../look/lazy.js'
import {
  dueReminders,
  followReminder,
  type Reminder,
  reminders,
  removeReminder,
} from '../../staff/office/reminders.js'
import { reminderWords } from '../../text/desk/reminder-words.js'
import { timeText } from '../../text/times.js'

const ReminderDialog = lazy(() =>
  import('./reminder-dialog.js').then((part) => part.ReminderDialog),
)

/** The reader's reminders, due ones first. */
export function ReminderList() {
  const text = reminderWords.value
  const [isOpen, setOpen] = useState(false)
  const due = new Set(dueReminders.value.map(({ id }) => id))
  return (
    <section class="panel">
      <header class="title row">
        <h2 class="grow">{text.many}</h2>
        <button type="button" class="small" onClick={() => setOpen(true)}>
          {text.add}
        </button>
      </header>
      {reminders.value.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <ul class="waiting-list">
          {reminders.value.map((one) => (
            <li key={one.id} class="row">
              <span class={due.has(one.id) ? 'num loss' : 'num faint'}>
                {timeText(one.at, false)}
              </span>
              <span class="grow">
                <Words reminder={one} />
              </span>
              <button
                type="button"
                class="small"
                aria-label={text.doneOf({ text: one.text })}
                onClick={() => removeReminder(one.id)}
              >
                {text.done}
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <ReminderDialog onClose={() => setOpen(false)} />}
    </section>
  )
}

function Words({ reminder }: { reminder: Reminder }) {
  if (reminder.address === '') return <>{reminder.text}</>
  return (
    <a
      href={reminder.address}
      onClick={(event) => {
        event.preventDefault()
        followReminder(reminder)
      }}
    >
      {reminder.text}
    </a>
  )
}
