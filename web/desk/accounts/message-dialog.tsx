import { useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { call } from '../../link/rest.js'
import { Field, LongField, Segments } from '../../look/controls.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { ActDialog } from '../changes/act-dialog.js'

type Way = 'mail' | 'notification'

const SUBJECT_CHARS_MAX = 256
const TEXT_CHARS_MAX = { mail: 65_536, notification: 1_024 } as const

/**
 * Sends a message to one account: an inbox message, which the client can answer, or a notification
 * in the terminal.
 */
export function MessageDialog({ login, onClose }: { login: number; onClose: () => void }) {
  const { message: text } = accountActsWords.value
  const ways = (['mail', 'notification'] as const).filter((one) =>
    mayDo(one === 'mail' ? 'message' : 'notify'),
  )
  const [way, setWay] = useState<Way>(ways[0] ?? 'mail')
  const [subject, setSubject] = useState('')
  const [body, setBody] = useState('')
  const isReady = body.trim() !== '' && (way === 'notification' || subject.trim() !== '')
  const send = async (key: string): Promise<Answer<unknown>> => {
    if (way === 'mail') {
      const mail = { subject: subject.trim(), body, attachments: [], to_logins: [login] }
      const answer = await call('POST /admin/v1/mail', { key, body: { ...mail, email: false } })
      if (!answer.ok || answer.data.delivered === 1) return answer
      return { ...answer, ok: false, status: 409, message: text.notDelivered }
    }
    const told = { logins: String(login), message: body.trim() }
    const answer = await call('POST /admin/v1/notifications', { key, body: told })
    const [row] = answer.ok ? answer.data : []
    if (row === undefined || row.sent) return answer
    return { ...answer, ok: false, status: 409, code: row.code, message: row.message }
  }
  return (
    <ActDialog
      title={text.title({ login })}
      act={text.send[way]}
      again={accountActsWords.value.askAgain}
      isOff={!isReady}
      unknown={text.unknown}
      send={send}
      onDone={() => {
        say('good', text.sent[way]({ login }))
        onClose()
      }}
      onClose={onClose}
    >
      {ways.length > 1 && (
        <Segments
          label={text.way}
          value={way}
          options={ways.map((one) => [one, text.ways[one]] as const)}
          onInput={setWay}
        />
      )}
      {way === 'mail' && (
        <Field
          label={text.subject}
          value={subject}
          maxLength={SUBJECT_CHARS_MAX}
          hasFocus={true}
          onInput={setSubject}
        />
      )}
      <LongField label={text.text} value={body} maxLength={TEXT_CHARS_MAX[way]} onInput={setBody} />
      <p class="faint">{text.says[way]}</p>
    </ActDialog>
  )
}
