import { useState } from 'preact/hooks'
import type { Content, FormField } from '../../form/control.js'
import { shownValue } from '../../form/shown-value.js'
import { REMINDER_CHARS_MAX } from '../../staff/office/reminders.js'
import { addressOf } from '../../staff/place.js'
import type { SettingsKind } from '../../staff/settings/settings-kinds.js'
import { keyOf, type SettingsRecord, titleOf } from '../../staff/settings/settings-records.js'
import { reminderWords } from '../../text/desk/reminder-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { nameOf } from '../../text/name-of.js'
import { ReminderDialog } from '../reminders/reminder-dialog.js'

/** A button that creates a reminder to undo the last save of a record. */
export function PutBack(props: {
  kind: SettingsKind
  fields: readonly FormField[]
  record: SettingsRecord
  replaced: Content
}) {
  const { kind, fields, record, replaced } = props
  const [isOpen, setOpen] = useState(false)
  const text = reminderWords.value
  const values = fields
    .filter(({ name }) => name in replaced)
    .map((field) => `${field.meta.label} ${shownValue(field, replaced[field.name])}`)
    .join(', ')
  const title =
    kind.key === null ? nameOf(settingsWords.value.kinds, kind.kind) : titleOf(kind, record)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {text.putBack}
      </button>
      {isOpen && (
        <ReminderDialog
          text={text.backTo({ title, values }).slice(0, REMINDER_CHARS_MAX)}
          address={addressOf(['settings', kind.kind, keyOf(kind, record)])}
          back={{ kind: kind.kind, id: record.id, values: replaced }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
