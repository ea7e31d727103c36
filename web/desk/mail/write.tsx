import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { OnceButton } from '../../look/controls.js'
import { type ChosenFile, Files } from '../../mail/files.js'
import { EMPTY_DRAFT, keepDraft, keptDraft, type MailDraft } from '../../staff/office/mail-draft.js'
import { go } from '../../staff/place.js'
import { say } from '../../state/notes.js'
import { mailArrivals } from '../../state/unread.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { words } from '../../text/words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { useAct } from '../changes/use-act.js'
import { RecordCard } from '../lists/record-card.js'
import { LetterFields } from './letter-fields.js'
import { ReadersView, RecipientCount } from './preview.js'
import { GroupsOfMask, RecipientFields, useRecipients } from './recipients.js'
import { type PreviewAsk, usePreview } from './use-preview.js'

const LOGIN = /^[1-9]\d{0,14}$/

/**
 * The form for a new message to logins or groups. It shows the number of recipients and a preview.
 * A message to a single account is sent without confirmation.
 */
export function Write({ query }: { query: URLSearchParams }) {
  const text = mailWords.value
  const mail = useMail(query)
  const { draft, recipients, act, seen, change } = mail
  const [isToFirst] = useState(draft.logins === '')
  return (
    <RecordCard
      title={mail.reply === '' ? text.writeTitle : text.replyTitle({ to: query.get('to') ?? '' })}
      onClose={close}
    >
      <form
        class="desk-form stack mail-write"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={act.isUnknown}>
          <RecipientFields
            draft={draft}
            recipients={recipients}
            seen={seen}
            isFirst={isToFirst}
            onChange={change}
          />
          <LetterFields draft={draft} hasFocus={!isToFirst} onChange={change} />
          <Files files={mail.files} onFiles={mail.setFiles} />
          <label class="check">
            <input
              type="checkbox"
              checked={draft.email}
              onChange={({ currentTarget }) => change({ email: currentTarget.checked })}
            />
            {text.email}
          </label>
          {recipients.to !== null && <Reading mail={mail} />}
        </fieldset>
        {act.wrong !== '' && (
          <div class="banner bad" role="alert">
            {act.wrong}
          </div>
        )}
        <p class="faint">{text.kept}</p>
        <Foot mail={mail} />
      </form>
      {mail.isConfirming && <Question mail={mail} />}
    </RecordCard>
  )
}

const close = () => go(['mail'])

type Mail = ReturnType<typeof useMail>

/** The draft with its files and recipients; previews and sends it. */
function useMail(query: URLSearchParams) {
  const text = mailWords.value
  const reply = query.get('reply') ?? ''
  const [draft, setDraft] = useState<MailDraft>(() => begun(reply, query))
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [isConfirming, setConfirming] = useState(false)
  const [isRead, setRead] = useState(false)
  const [reader, setReader] = useState('')
  const change = (changed: Partial<MailDraft>) => {
    const next = { ...draft, ...changed }
    setDraft(next)
    keepDraft(reply, next)
  }
  const recipients = useRecipients(draft)
  const { to } = recipients
  const seen = usePreview(
    to === null ? null : { ...to, ...readAs(draft, isRead && !isConfirming, reader) },
  )
  const onDone = ({ delivered, skipped }: Data<'POST /admin/v1/mail'>) => {
    keepDraft(reply, null)
    say('good', text.sent({ n: delivered }), skipped === 0 ? '' : text.skipped({ n: skipped }))
    mailArrivals.value++
    go(['mail'], { folder: 'sent' })
  }
  const send = (key: string) =>
    call('POST /admin/v1/mail', {
      key,
      body: {
        subject: draft.subject,
        body: draft.body,
        attachments: files,
        email: draft.email,
        ...to,
        ...(reply === '' ? {} : { reply_to: Number(reply) }),
      },
    })
  const act = useAct({ send, unknown: text.unknown, onDone })
  return {
    reply,
    draft,
    change,
    files,
    setFiles,
    recipients,
    seen,
    isConfirming,
    setConfirming,
    isRead,
    setRead,
    reader,
    setReader,
    send,
    onDone,
    act,
  }
}

/** The preview of the message as one recipient gets it. */
function Reading({ mail: { isRead, setRead, reader, setReader, seen } }: { mail: Mail }) {
  const isReader = reader === '' || LOGIN.test(reader)
  return (
    <>
      <button
        type="button"
        class="small mail-look"
        aria-expanded={isRead}
        onClick={() => setRead(!isRead)}
      >
        {mailWords.value.look}
      </button>
      {isRead && (
        <ReadersView seen={seen} reader={reader} isWrong={!isReader} onReader={setReader} />
      )}
    </>
  )
}

function Foot({ mail: { draft, reply, recipients, seen, act, setConfirming } }: { mail: Mail }) {
  const text = mailWords.value
  const { logins, to, who } = recipients
  const isNobody = seen.data?.recipients === 0 && !seen.isOld
  const isOff = to === null || isNobody || draft.subject.trim() === ''
  return (
    <footer class="row">
      <span class="grow" />
      <button
        type="button"
        onClick={() => {
          keepDraft(reply, null)
          close()
        }}
      >
        {text.discard}
      </button>
      {logins?.length === 1 ? (
        <OnceButton type="submit" class="primary" isOff={isOff} onPress={act.send}>
          {act.isUnknown ? words.value.read.again : text.sendTo({ who: String(logins[0] ?? '') })}
        </OnceButton>
      ) : (
        <button type="submit" class="primary" disabled={isOff} onClick={() => setConfirming(true)}>
          {isOff ? text.send : `${text.sendTo({ who })}…`}
        </button>
      )}
    </footer>
  )
}

/** Asks for confirmation before a message goes to more than one account. */
function Question({ mail }: { mail: Mail }) {
  const text = mailWords.value
  const { draft, recipients, seen } = mail
  return (
    <ActDialog
      title={text.ask}
      act={text.sendTo({ who: recipients.who })}
      isOff={seen.data === null || seen.isOld}
      unknown={text.unknown}
      send={mail.send}
      onDone={mail.onDone}
      onClose={() => mail.setConfirming(false)}
    >
      <p>
        <b>{draft.subject}</b>
      </p>
      {draft.way === 'group' && <GroupsOfMask met={recipients.met} />}
      <RecipientCount seen={seen} email={draft.email} />
    </ActDialog>
  )
}

/** The stored draft. A link may preset the recipients, and a reply presets the subject. */
function begun(reply: string, query: URLSearchParams): MailDraft {
  const kept = keptDraft(reply)
  const [to, group] = [query.get('to'), query.get('group')]
  if (to !== null) return { ...kept, way: 'logins', logins: to }
  if (group !== null) return { ...kept, way: 'group', group }
  return kept === EMPTY_DRAFT ? EMPTY_DRAFT : kept
}

/** The texts for the preview, while it is open. */
function readAs({ subject, body }: MailDraft, isRead: boolean, reader: string): PreviewAsk {
  if (!isRead) return {}
  return { subject, body, ...(LOGIN.test(reader) ? { login: Number(reader) } : {}) }
}
