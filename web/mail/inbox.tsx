import { useEffect, useState } from 'preact/hooks'
import type { Data, Schemas } from '../link/contract.js'
import { call } from '../link/rest.js'
import { Choice, Dialog, Field, OnceButton, Segments } from '../look/controls.js'
import { ReadPanel, usePanelData } from '../look/panel-data.js'
import { ShortTable } from '../look/table/short-table.js'
import { say } from '../state/notes.js'
import { session } from '../state/session.js'
import { mailArrivals, noticeCount, readUnread } from '../state/unread.js'
import { refusalWords } from '../text/refusals.js'
import { timeText } from '../text/times.js'
import { words } from '../text/words.js'
import { type ChosenFile, Files } from './files.js'
import { type Mail, Thread } from './thread.js'

type Mailbox = Data<'GET /trader/v1/mailboxes'>[number]

/** The trader's inbox: messages to and from the broker, and notifications. */
export function Inbox() {
  const { inbox: text } = words.value
  const [kind, setKind] = useState<'mail' | 'notices'>('mail')
  const [writing, setWriting] = useState<Mail | 'new' | null>(null)
  return (
    <>
      <div class="row" style={{ padding: '6px 8px' }}>
        <Segments
          label={text.title}
          value={kind}
          options={[
            ['mail', text.mail],
            ['notices', text.notices],
          ]}
          onInput={setKind}
        />
        <span class="grow" />
        {session.value?.read_only !== true && (
          <button type="button" class="small" onClick={() => setWriting('new')}>
            {text.write}
          </button>
        )}
      </div>
      {kind === 'mail' ? <Mails onReply={setWriting} /> : <Notices />}
      {writing !== null && (
        <Writer answered={writing === 'new' ? null : writing} onClose={() => setWriting(null)} />
      )}
    </>
  )
}

function Mails({ onReply }: { onReply: (mail: Mail) => void }) {
  const { inbox: text } = words.value
  const [thread, setThread] = useState<readonly Mail[] | null>(null)
  const read = usePanelData('GET /trader/v1/mail', {}, mailArrivals.value)
  const open = async ({ thread_id }: Mail) => {
    const answer = await call('GET /trader/v1/mail', { query: { thread: thread_id } })
    if (answer.ok) setThread('items' in answer.data ? answer.data.items : answer.data)
    else say('bad', text.title, refusalWords(answer.code, answer.message, answer.data))
    void readUnread()
  }
  const back = () => {
    setThread(null)
    void read.again()
  }
  if (thread !== null) return <Thread mails={thread} onReply={onReply} onBack={back} />
  return (
    <ReadPanel read={read}>
      {(page) =>
        'items' in page && (
          <MailRows enabled={page.enabled} items={page.items} onOpen={(mail) => void open(mail)} />
        )
      }
    </ReadPanel>
  )
}

function MailRows(props: {
  enabled: boolean
  items: readonly Mail[]
  onOpen: (mail: Mail) => void
}) {
  const { inbox: text } = words.value
  if (!props.enabled) return <p class="empty">{text.off}</p>
  if (props.items.length === 0) return <p class="empty">{text.empty}</p>
  return (
    <ShortTable
      label={text.mail}
      frame="scroll"
      hasHead={false}
      rows={props.items}
      keyOf={({ id }) => id}
      rowOf={(mail) => ({ onClick: () => props.onOpen(mail) })}
      columns={[
        {
          id: 'from',
          label: text.mail,
          cell: ({ read, from_name }) => `${read ? '' : '● '}${from_name}`,
        },
        {
          id: 'subject',
          label: text.subject,
          look: () => 'subject',
          cell: ({ read, subject, thread_count }) => (
            <button type="button" class="plain small" title={subject}>
              {read ? subject : <b>{subject}</b>}
              {(thread_count ?? 1) > 1 ? ` (${thread_count})` : ''}
            </button>
          ),
        },
        {
          id: 'at',
          label: text.mail,
          isNumber: true,
          look: () => 'faint',
          cell: ({ created_at }) => timeText(created_at, false),
        },
      ]}
    />
  )
}

function Notices() {
  const read = usePanelData('GET /trader/v1/notifications', {}, noticeCount.value)
  return <ReadPanel read={read}>{(notices) => <NoticeRows notices={notices} />}</ReadPanel>
}

function NoticeRows({ notices }: { notices: readonly Schemas['NotificationView'][] }) {
  if (notices.length === 0) return <p class="empty">{words.value.inbox.empty}</p>
  return (
    <div class="scroll">
      {notices.map(({ id, sender, message, created_at }) => (
        <article key={id} style={{ padding: '8px 14px' }}>
          <p class="faint" style={{ margin: 0 }}>
            {sender} · {timeText(created_at)}
          </p>
          <div class="mail-body">{message}</div>
        </article>
      ))}
    </div>
  )
}

function Writer({ answered, onClose }: { answered: Mail | null; onClose: () => void }) {
  const { inbox: text } = words.value
  const [boxes, setBoxes] = useState<readonly Mailbox[]>([])
  const [to, setTo] = useState(answered === null ? '' : String(answered.from))
  const [subject, setSubject] = useState(
    answered === null ? '' : `Re: ${answered.subject}`.slice(0, 256),
  )
  const [body, setBody] = useState('')
  const [wrong, setWrong] = useState('')
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  useEffect(() => {
    void call('GET /trader/v1/mailboxes').then((answer) => {
      if (!answer.ok) return
      setBoxes(answer.data)
      if (answered === null) setTo(String(answer.data[0]?.login ?? ''))
    })
  }, [])
  const send = async () => {
    const answer = await call('POST /trader/v1/mail', {
      body: {
        to: Number(to),
        subject,
        body,
        attachments: files,
        ...(answered === null ? {} : { reply_to: answered.id }),
      },
    })
    if (answer.ok) {
      say('good', text.sent)
      mailArrivals.value++
      onClose()
    } else setWrong(refusalWords(answer.code, answer.message, answer.data))
  }
  return (
    <Dialog title={text.write} isWide={true} onClose={onClose}>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <Choice
        label={text.to}
        value={to}
        options={boxes.map(({ login, name }) => [String(login), name] as const)}
        onInput={setTo}
      />
      <Field label={text.subject} value={subject} onInput={setSubject} />
      <div class="field">
        <label for="mail-text">{text.body}</label>
        <textarea
          id="mail-text"
          rows={8}
          value={body}
          maxLength={65_536}
          onInput={(event) => setBody(event.currentTarget.value)}
        />
      </div>
      <Files files={files} onFiles={setFiles} />
      <footer>
        <button type="button" onClick={onClose}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" isOff={subject.trim() === '' || to === ''} onPress={send}>
          {text.send}
        </OnceButton>
      </footer>
    </Dialog>
  )
}
