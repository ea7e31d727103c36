import type { ComponentChildren } from 'preact'
import type { Schemas } from '../link/contract.js'
import { call } from '../link/rest.js'
import { own, sidePath } from '../link/side.js'
import { OnceButton } from '../look/controls.js'
import { say } from '../state/notes.js'
import { session } from '../state/session.js'
import { refusalWords } from '../text/refusals.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'

/** A message of a thread, or the latest one with the number of messages in its thread. */
export type Mail = Schemas['MailView'] & { readonly thread_count?: number | undefined }

/** The messages of a thread, oldest first. */
export function Thread(props: {
  mails: readonly Mail[]
  onReply: (mail: Mail) => void
  /** Called after a message was deleted, and by the back button of traders. */
  onBack: () => void
  /** The state of a message, below its head. */
  stateOf?: (mail: Mail) => ComponentChildren
  hasBack?: boolean
}) {
  const { inbox: text } = words.value
  const remove = async ({ id }: Mail) => {
    const answer = await call(own('DELETE /trader/v1/mail/{id}'), { params: { id } })
    if (answer.ok) props.onBack()
    else say('bad', text.title, refusalWords(answer.code, answer.message, answer.data))
  }
  const received = props.mails.filter(({ folder }) => folder === 'inbox')
  const last = received.at(-1)
  return (
    <div class="scroll" style={{ padding: '10px 14px' }}>
      <div class="row">
        {props.hasBack !== false && (
          <button type="button" class="small" onClick={props.onBack}>
            {text.back}
          </button>
        )}
        {last !== undefined && session.value?.read_only !== true && (
          <button type="button" class="small" onClick={() => props.onReply(last)}>
            {text.reply}
          </button>
        )}
      </div>
      {props.mails.map((mail) => (
        <article key={mail.id} class="stack" style={{ padding: '10px 0' }}>
          <h3>{mail.subject}</h3>
          <p class="row faint" style={{ margin: 0 }}>
            {mail.from_name} · {timeText(mail.created_at)}
            <span class="grow" />
            {session.value?.read_only !== true && (
              <OnceButton
                class="small"
                label={`${text.delete}: ${mail.subject}`}
                onPress={() => remove(mail)}
              >
                {text.delete}
              </OnceButton>
            )}
          </p>
          {props.stateOf?.(mail)}
          <div class="mail-body">{mail.body}</div>
          {mail.attachments.map(({ id, name, size }) => (
            <a key={id} href={`${sidePath}/mail/${mail.id}/attachments/${id}`} download={name}>
              {name} ({Math.ceil(size / 1024)} KiB)
            </a>
          ))}
        </article>
      ))}
    </div>
  )
}
