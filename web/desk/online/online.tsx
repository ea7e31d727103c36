import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { ReadPanel } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { foundRows } from '../../look/table/fitting.js'
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
import { say } from '../../state/notes.js'
import { onlineWords } from '../../text/desk/online-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { ActDialog } from '../changes/act-dialog.js'
import { ListFoot } from '../lists/list-foot.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'
import { PlaceLink } from '../shell/place-link.js'

/** The list of active sessions, which staff can also end. */
export function Online() {
  const { parts } = place.value
  const text = onlineWords.value
  useEffect(followOnline, [])
  const typed = rowsFilter()
  const [id] = parts
  const read = { data: sessions.value, refused: onlineRefused.value, again: readOnline }
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <RowsFilter columns={columns()} rows={newestOnline.value} hint={text.hint} />
        <ReadPanel read={read}>
          {(all) => {
            const rows = foundRows(columns(), newestOnline.value, typed)
            return (
              <>
                <RecordGrid<OnlineSession>
                  name="online"
                  label={text.title}
                  columns={columns()}
                  rows={rows}
                  idOf={({ session }) => session}
                  open={id ?? null}
                  onOpen={({ session }) => open([session], id !== undefined)}
                  onClose={() => open([])}
                  empty={typed === '' ? text.empty : text.emptyFilter}
                />
                <Foot rows={rows} total={all.size} />
              </>
            )
          }}
        </ReadPanel>
      </section>
      {id !== undefined && sessions.value !== null && (
        <Card key={id} id={id} all={sessions.value} />
      )}
    </div>
  )
}

function Foot({ rows, total }: { rows: readonly OnlineSession[]; total: number }) {
  const text = onlineWords.value
  const accounts = new Set(rows.map(({ login }) => login)).size
  return (
    <ListFoot
      count={text.count({ n: countText(rows.length), accounts: countText(accounts) })}
      note={rows.length < total && text.of({ n: countText(total) })}
    />
  )
}

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
  const [act, setAct] = useState<'one' | 'all' | null>(null)
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
        <div class="row wrap card-acts">
          {now !== null && (
            <button type="button" onClick={() => setAct('one')}>
              {text.kick}…
            </button>
          )}
          {count > 0 && (
            <button type="button" onClick={() => setAct('all')}>
              {text.kickAll({ n: count })}…
            </button>
          )}
        </div>
      )}
      <SessionFacts one={one} />
      {act === 'one' && (
        <ActDialog
          title={text.kickTitle({ login })}
          act={text.kick}
          unknown={text.unknown}
          send={() =>
            call('POST /admin/v1/online/{session}/kick', { params: { session: one.session } })
          }
          onDone={() => {
            setAct(null)
            say('good', text.kicked({ login }))
          }}
          onClose={() => setAct(null)}
        >
          <p>{text.kickText}</p>
        </ActDialog>
      )}
      {act === 'all' && (
        <ActDialog
          title={text.kickAllTitle({ login })}
          act={text.kickAll({ n: count })}
          unknown={text.unknown}
          send={() => call('POST /admin/v1/online/kick', { body: { login } })}
          onDone={() => {
            setAct(null)
            say('good', text.kickedAll({ login }))
          }}
          onClose={() => setAct(null)}
        >
          <p>{text.kickAllText({ n: count })}</p>
        </ActDialog>
      )}
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
