import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import {
  followOnline,
  newestOnline,
  type OnlineSession,
  onlineRefused,
  readOnline,
  sessions,
} from '../../staff/office/online.js'
import { open, place } from '../../staff/place.js'
import { mayDo } from '../../staff/rights.js'
import { onlineWords } from '../../text/desk/online-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { RecordActs } from '../records/record-acts.js'
import { RecordPage } from '../records/record-page.js'
import { PlaceLink } from '../shell/place-link.js'

/** The list of active sessions, which staff can also end. */
export function Online() {
  const { parts } = place.value
  const text = onlineWords.value
  useEffect(followOnline, [])
  const [id] = parts
  const read = { data: sessions.value, refused: onlineRefused.value, again: readOnline }
  return (
    <RecordPage<OnlineSession, ReadonlyMap<string, OnlineSession>>
      name="online"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={() => newestOnline.value}
      hint={text.hint}
      idOf={({ session }) => session}
      open={id ?? null}
      onOpen={({ session }) => open([session], id !== undefined)}
      onClose={() => open([])}
      empty={text.empty}
      emptyFilter={text.emptyFilter}
      count={(n, _, rows) => text.count({ n, accounts: countText(accountsOf(rows)) })}
      note={({ size }, rows) => rows.length < size && text.of({ n: countText(size) })}
    >
      {id !== undefined && sessions.value !== null && (
        <Card key={id} id={id} all={sessions.value} />
      )}
    </RecordPage>
  )
}

const accountsOf = (rows: readonly OnlineSession[]) => new Set(rows.map(({ login }) => login)).size
const nameOf = ({ name, last_name }: OnlineSession) => [name, last_name].filter(Boolean).join(' ')

function kindOf({ staff, read_only, terminal }: OnlineSession): string {
  const { kinds } = onlineWords.value
  if (terminal === 'api_key') return kinds.key
  return staff ? kinds.staff : read_only ? kinds.investor : kinds.trader
}

function columns(): readonly ListColumn<OnlineSession>[] {
  const text = onlineWords.value
  const kinds = columnKinds<OnlineSession>()
  return [
    kinds.moment('since', text.since, ({ since }) => since),
    kinds.number('login', text.login, ({ login }) => login, { px: 84 }),
    kinds.text('name', text.name, nameOf, { px: 170 }),
    kinds.text('group', text.group, ({ group }) => group, { px: 170 }),
    kinds.text('kind', text.kind, kindOf, { px: 110 }),
    kinds.text('ip', text.ip, ({ ip }) => ip, { px: 130 }),
    kinds.text('os', text.os, ({ os }) => os, { px: 140 }),
    kinds.number('sockets', text.sockets, ({ sockets }) => sockets, { px: 80 }),
    kinds.text('session', text.session, ({ session }) => session, { px: 280, isExtra: true }),
  ]
}

function Card(props: { id: string; all: ReadonlyMap<string, OnlineSession> }) {
  const text = onlineWords.value
  const [known, setKnown] = useState<OnlineSession | null>(null)
  const now = props.all.get(props.id) ?? null
  useEffect(() => {
    if (now !== null) setKnown(now)
  }, [now])
  const one = now ?? known
  if (one === null) {
    return (
      <RecordCard title={text.session} onClose={() => open([])}>
        <p class="empty">{text.gone}</p>
      </RecordCard>
    )
  }
  const { login } = one
  const count = [...props.all.values()].filter((row) => row.login === login).length
  return (
    <RecordCard title={text.one({ login })} onClose={() => open([])}>
      {now === null && (
        <p class="banner" role="status">
          {text.gone}
        </p>
      )}
      {mayDo('kick') && (
        <RecordActs
          acts={[
            {
              name: 'one',
              label: text.kick,
              isOffered: now !== null,
              title: text.kickTitle({ login }),
              text: text.kickText,
              unknown: text.unknown,
              done: text.kicked({ login }),
              send: () =>
                call('POST /admin/v1/online/{session}/kick', { params: { session: one.session } }),
            },
            {
              name: 'all',
              label: text.kickAll({ n: count }),
              isOffered: count > 0,
              title: text.kickAllTitle({ login }),
              text: text.kickAllText({ n: count }),
              unknown: text.unknown,
              done: text.kickedAll({ login }),
              send: () => call('POST /admin/v1/online/kick', { body: { login } }),
            },
          ]}
        />
      )}
      <SessionFacts one={one} />
    </RecordCard>
  )
}

function SessionFacts({ one }: { one: OnlineSession }) {
  const text = onlineWords.value
  const { login } = one
  return (
    <Facts
      rows={[
        [
          text.login,
          <PlaceLink key="login" page={one.staff ? 'staff' : 'accounts'} parts={[login]}>
            {login}
          </PlaceLink>,
        ],
        [text.name, nameOf(one)],
        [text.group, one.group],
        [text.kind, kindOf(one)],
        [text.since, timeText(one.since)],
        [text.ip, one.ip],
        [text.os, one.os],
        [text.sockets, one.sockets],
        [text.session, one.session],
      ]}
    />
  )
}
