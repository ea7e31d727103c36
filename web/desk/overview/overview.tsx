import { useEffect } from 'preact/hooks'
import { lazy } from '../../look/lazy.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { followLowMargins, LOW_LEVEL, lowMargins } from '../../staff/accounts/low-margins.js'
import { followLinks, followWaiting, links, waiting } from '../../staff/office/waiting.js'
import { may, type PageName } from '../../staff/rights.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ReminderList } from '../reminders/reminder-list.js'
import { useHealth } from '../servers/use-health.js'
import { PlaceLink } from '../shell/place-link.js'

const NoteList = lazy(() => import('../servers/note-list.js').then((part) => part.NoteList))

const RISK = { all: ['accounts.view', 'trades.view'] }
const LINKS = { one: ['config.datafeeds', 'config.gateways'] }

/** What waits for staff: a line a kind that goes to its page, links that are not online, accounts near their stop out. */
export function Overview() {
  useEffect(followWaiting, [])
  return (
    <div class="overview">
      <Waits />
      <ReminderList />
      {may(LINKS) && <Links />}
      {may({ all: ['config.servers'] }) && <Notes />}
      {may(RISK) && <LowMargins />}
    </div>
  )
}

type Kind = keyof (typeof overviewWords.value)['counts']

/** The page where a kind of work is done. */
const PAGE_OF: Readonly<Record<Kind, PageName>> = {
  dealing: 'dealing',
  held_fills: 'held',
  applications: 'applications',
  mail: 'mail',
  outbox_failed: 'mail',
  jobs_failed: 'acts',
}

function Waits() {
  const text = overviewWords.value
  const { value } = waiting
  const kinds = Object.keys(PAGE_OF) as Kind[]
  const shown = kinds.filter((kind) => (value?.[kind] ?? 0) > 0)
  return (
    <section class="panel">
      <h2 class="title">{text.waits}</h2>
      {value === null ? (
        <output class="empty">{words.value.loading}</output>
      ) : shown.length === 0 ? (
        <p class="empty">{text.nothing}</p>
      ) : (
        <ul class="waiting-list">
          {shown.map((kind) => (
            <li key={kind}>
              <PlaceLink page={PAGE_OF[kind]}>
                {text.counts[kind]({ n: value[kind] ?? 0 })}
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const FINE: ReadonlySet<string> = new Set(['online', 'disabled'])

function Links() {
  useEffect(followLinks, [])
  const text = overviewWords.value
  const all = [...links.value.values()]
  const wrong = all.filter(({ state }) => !FINE.has(state))
  return (
    <section class="panel">
      <h2 class="title">{text.links}</h2>
      {wrong.length === 0 ? (
        <p class="empty">
          {all.length === 0
            ? text.noLinks
            : text.allOnline({ n: all.filter(({ state }) => state === 'online').length })}
        </p>
      ) : (
        <ul class="waiting-list">
          {wrong.map(({ kind, id, state, at, last_error: error }) => (
            <li key={`${kind} ${id}`}>
              <b>
                <PlaceLink page="settings" parts={[kind, id]}>
                  {text.link({ kind, id })}
                </PlaceLink>
              </b>{' '}
              <span class="loss">{nameOf(serversWords.value.linkStates, state)}</span>{' '}
              <span class="faint">
                {error} {timeText(at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What the server notes about itself, as accounts whose end of day waits for a price. */
function Notes() {
  const text = serversWords.value
  const { health } = useHealth()
  const notes = health && (health.coded_notes ?? [])
  return (
    <section class="panel">
      <h2 class="title">{text.notes}</h2>
      {notes === null ? (
        <output class="empty">{words.value.loading}</output>
      ) : notes.length === 0 ? (
        <p class="empty">{text.noNotes}</p>
      ) : (
        <NoteList notes={notes} />
      )}
    </section>
  )
}

function LowMargins() {
  useEffect(() => followLowMargins(), [])
  const { margins, noMargins, columns: text } = overviewWords.value
  const rows = lowMargins.value?.rows ?? []
  const kinds = columnKinds<(typeof rows)[number]>()
  return (
    <section class="panel wide">
      <h2 class="title">{margins({ level: LOW_LEVEL })}</h2>
      {lowMargins.value === null ? (
        <output class="empty">{words.value.loading}</output>
      ) : rows.length === 0 ? (
        <p class="empty">{noMargins}</p>
      ) : (
        <Table
          name="overview.margins"
          label={margins({ level: LOW_LEVEL })}
          rows={rows}
          keyOf={({ login }) => String(login)}
          lookOf={({ call }) => (call ? 'loss' : '')}
          columns={[
            kinds.text('login', text.login, ({ login }) => login, {
              cell: ({ login }) => (
                <PlaceLink page="accounts" parts={[login]}>
                  {login}
                </PlaceLink>
              ),
            }),
            kinds.text('group', text.group, ({ group }) => group),
            kinds.amount('level', text.level, ({ level }) => level),
            kinds.amount('equity', text.equity, ({ equity }) => equity),
            kinds.amount('margin', text.margin, ({ margin }) => margin),
            kinds.gain('profit', text.profit, ({ profit }) => profit),
            kinds.text('call', text.call, ({ call }) => (call ? '▼' : null)),
          ]}
        />
      )}
    </section>
  )
}
