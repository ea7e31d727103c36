import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { say } from '../../state/notes.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import type { ConnectionProps } from './connection.js'

/** Sends a test e-mail and shows the mail server's error if it fails. */
export function TestDialog({ of: { id, name }, onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [typed, setTyped] = useState('')
  const to = typed.trim()
  return (
    <ActDialog
      title={text.testTitle({ name })}
      act={text.testAct}
      isOff={!to.includes('@')}
      send={() => call('POST /admin/v1/mail-servers/{id}/test', { params: { id }, body: { to } })}
      onDone={() => {
        say('good', text.tested({ to }))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{text.testText}</p>
      <Field
        label={text.to}
        value={typed}
        type="email"
        inputMode="email"
        maxLength={254}
        hasFocus={true}
        onInput={setTyped}
      />
    </ActDialog>
  )
}
