import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { type ListColumn, unfiltered } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { type Mail, Thread } from '../../mail/thread.js'
import { lives, subscribe } from '../../staff/connection/link.js'
import { keepDraft, keptDraft } from '../../staff/office/mail-draft.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, go, open, place } from '../../staff/place.js'
import { mailArrivals } from '../../state/unread.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { Pager } from '../lists/pager.js'
import { RecordCard } from '../lists/record-card.js'
import { RecordGrid } from '../lists/record-grid.js'
import { Delivery } from './delivery.js'
import { Write } from './write.js'

type Folder = 'inbox' | 'sent'
type MailPage = Extract<Data<'GET /admin/v1/mail'>, { readonly enabled: boolean }>

const PAGE_ROWS = 100
const SUBJECT_MAX = 256
/** The address part of a new message. */
const WRITING = 'write'

/** The inbox of staff: the list of threads, the open thread, and the form for a new message. */
export function MailPages() {
  const { parts, query } = place.value
  const text = mailWords.value
  const folder: Folder = query.get('folder') === 'sent' ? 'sent' : 'inbox'
  const page = Math.max(1, Number(query.get('page')) || 1)
  const [delivered, setDelivered] = useState('')
  useEffect(() => subscribe('mail', () => mailArrivals.value++), [])
  useEffect(
    () =>
      subscribe('mail_delivery', ({ delivered: done, total }) =>
        setDelivered(done < total ? mailWords.value.onItsWay({ done, total }) : ''),
      ),
    [],
  )
  const read = usePanelData(
    'GET /admin/v1/mail',
    { query: { folder, page, limit: PAGE_ROWS } },
    mailArrivals.value + lives.value,
  )
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <div class="row">
            <Segments
              label={text.folder}
              value={folder}
              options={Object.entries(text.folders) as [Folder, string][]}
              onInput={(next) => go(['mail'], { folder: next === 'inbox' ? '' : next })}
            />
            <span class="grow" />
            <button type="button" class="primary" onClick={() => open([WRITING])}>
              {text.write}
            </button>
          </div>
        </div>
        <ReadPanel read={read}>
          {(data) =>
            'items' in data && (
              <>
                <Rows key={folder} page={data} folder={folder} open={id ?? null} />
                <Foot page={data} folder={folder} delivered={delivered} />
              </>
            )
          }
        </ReadPanel>
      </section>
      {id === WRITING && <Write key={query.toString()} query={query} />}
      {id !== undefined && id !== WRITING && <OpenThread key={id} thread={Number(id)} />}
    </div>
  )
}

function Rows(props: { page: MailPage; folder: Folder; open: string | null }) {
  const { page, folder } = props
  const text = mailWords.value
  return (
    <RecordGrid<Mail>
      name={`mail.${folder}`}
      label={text.title}
      columns={unfiltered(columns(folder), 'pages')}
      rows={page.items}
      idOf={({ thread_id }) => String(thread_id)}
      lookOf={({ read }) => (read ? '' : 'unread')}
      open={props.open}
      onOpen={({ thread_id }, isAside) => open([thread_id], props.open !== null && !isAside)}
      onClose={() => closeRecord()}
      empty={folder === 'inbox' ? text.empty : text.emptySent}
    />
  )
}

function columns(folder: Folder): readonly ListColumn<Mail>[] {
  const text = mailWords.value
  const kinds = columnKinds<Mail>()
  const who = (mail: Mail) => (folder === 'inbox' ? mail.from_name : mail.recipients)
  return [
    kinds.moment('at', text.at, ({ created_at: at }) => at),
    kinds.text('who', folder === 'inbox' ? text.from : text.to, who, { px: 200 }),
    kinds.text('subject', text.subject, ({ subject }) => subject, {
      px: 380,
      cell: ({ subject, read, thread_count: count = 1 }) => (
        <>
          {read ? subject : <b>{subject}</b>}
          {count > 1 && <span class="faint"> ({count})</span>}
        </>
      ),
    }),
  ]
}

function Foot(props: { page: MailPage; folder: Folder; delivered: string }) {
  const { page: number, total, unread } = props.page
  const text = mailWords.value
  const pages = Math.ceil(total / PAGE_ROWS)
  const goTo = (page: number) => ask({ page: page === 1 ? '' : page }, false)
  return (
    <ListFoot
      count={
        props.folder === 'inbox'
          ? text.count({ n: countText(total), unread: countText(unread) })
          : text.sentCount({ n: countText(total) })
      }
      note={<span role="status">{props.delivered}</span>}
    >
      <Pager page={number} pages={pages} newer={text.newer} older={text.older} onPage={goTo} />
    </ListFoot>
  )
}

function OpenThread({ thread }: { thread: number }) {
  const text = mailWords.value
  const read = usePanelData(
    'GET /admin/v1/mail',
    { query: { thread } },
    mailArrivals.value + lives.value,
  )
  const mails = read.data !== null && !('items' in read.data) ? read.data : null
  // Reading marks the message as read, so the list reloads.
  useEffect(() => {
    if (mails !== null && lastRead !== thread) {
      lastRead = thread
      mailArrivals.value++
    }
  }, [mails === null])
  const close = () => {
    closeRecord()
    mailArrivals.value++
  }
  return (
    <RecordCard
      title={mails?.[0] === undefined ? text.title : text.thread({ subject: mails[0].subject })}
      onClose={() => closeRecord()}
    >
      <ReadPanel read={read}>
        {() =>
          mails === null || mails.length === 0 ? (
            <p class="empty">{text.gone}</p>
          ) : (
            <Thread
              mails={mails}
              stateOf={({ id, folder }) => folder === 'sent' && <Delivery id={id} />}
              hasBack={false}
              onReply={answer}
              onBack={close}
            />
          )
        }
      </ReadPanel>
    </RecordCard>
  )
}

/** Opens a reply in the same thread. An unsent draft of the reply is kept. */
function answer({ id, from, subject }: Mail): void {
  const kept = keptDraft(String(id))
  if (kept.subject === '') {
    keepDraft(String(id), { ...kept, subject: `Re: ${subject}`.slice(0, SUBJECT_MAX) })
  }
  go(['mail', WRITING], { reply: id, to: from })
}

/** The id of the thread that was opened last. */
let lastRead = 0
