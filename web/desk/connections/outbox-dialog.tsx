import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { Dialog, Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { connectionsWords } from '../../text/actions/connections-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { words } from '../../text/words.js'
import { Pager } from '../lists/pager.js'
import type { ConnectionProps } from './connection.js'

type Email = Data<'GET /admin/v1/mail/outbox'>['items'][number]
type Shown = Email['state'] | 'all'

const PAGE_EMAILS = 100

/** Lists queued, sent and failed e-mails, newest first. */
export function OutboxDialog({ onClose }: ConnectionProps) {
  const text = connectionsWords.value
  const [state, setState] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const [count, setCount] = useState(0)
  const query = { page, limit: PAGE_EMAILS, ...(state === 'all' ? {} : { state }) }
  const read = usePanelData('GET /admin/v1/mail/outbox', { query }, count)
  return (
    <Dialog title={text.outboxTitle} isWide={true} onClose={onClose}>
      <Segments
        label={text.state}
        value={state}
        options={[['all', text.all], ...Object.entries(text.mailStates)] as [Shown, string][]}
        onInput={(next) => {
          setState(next)
          setPage(1)
        }}
      />
      <ReadPanel read={read}>
        {({ items, total }) => <Emails items={items} page={page} total={total} onPage={setPage} />}
      </ReadPanel>
      <footer>
        <button type="button" onClick={() => setCount((n) => n + 1)}>
          {text.reload}
        </button>
        <button type="button" class="primary" onClick={onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}

function Emails(props: {
  items: readonly Email[]
  page: number
  total: number
  onPage: (page: number) => void
}) {
  const text = connectionsWords.value
  const { newer, older } = accountsWords.value
  const { items, page, total, onPage } = props
  const kinds = columnKinds<Email>()
  if (total === 0) return <p class="empty">{text.outboxEmpty}</p>
  const pages = Math.ceil(total / PAGE_EMAILS)
  return (
    <Table<Email>
      name="outbox"
      label={text.outboxTitle}
      rows={items}
      keyOf={({ id }) => String(id)}
      columns={[
        kinds.moment('at', text.time, ({ created_at }) => created_at),
        kinds.text('state', text.state, ({ state }) => text.mailStates[state], {
          look: ({ state }) => (state === 'failed' ? 'loss' : ''),
        }),
        kinds.text('kind', text.kind, ({ kind }) => text.mailKinds[kind]),
        kinds.text('login', text.login, ({ login }) => login),
        kinds.text('to', text.recipient, ({ to }) => to),
        kinds.written('subject', text.subject, ({ subject }) => subject),
        kinds.written('error', text.error, ({ error }) => error),
        kinds.number('attempts', text.attempts, ({ attempts }) => String(attempts)),
        kinds.moment('next', text.next, ({ next_at }) => next_at),
        kinds.moment('ended', text.ended, ({ ended_at }) => ended_at, { isExtra: true }),
      ]}
      after={
        pages > 1 && (
          <p class="row pages">
            <Pager page={page} pages={pages} newer={newer} older={older} onPage={onPage} />
          </p>
        )
      }
    />
  )
}
