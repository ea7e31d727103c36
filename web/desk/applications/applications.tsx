import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { Segments } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import type { Application } from '../../staff/records.js'
import { applicationsWords } from '../../text/desk/applications-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { personField } from '../changes/person-field.js'
import { Facts, RecordCard } from '../lists/record-card.js'
import { useReads } from '../lists/use-reads.js'
import { RecordPage } from '../records/record-page.js'
import { PlaceLink } from '../shell/place-link.js'
import { Since } from '../shell/since.js'
import { BlockDialog, mayBlock } from './block-fields.js'
import { ApproveDialog, RejectDialog } from './decide-dialogs.js'
import { Likenesses } from './likenesses.js'

type State = Application['state']

const ROWS_MAX = 500
/**
 * How often the open list reloads. The live event has only the number of applications, not which
 * ones changed.
 */
const AGAIN_MS = 15_000

/** Applications for accounts, undecided ones first, with the selected one beside the list. */
export function Applications() {
  const { parts, query } = place.value
  const text = applicationsWords.value
  const asked = query.get('state') ?? 'new'
  const state = asked in text.states ? (asked as State) : null
  const { reads, again } = useReads(AGAIN_MS)
  const read = usePanelData(
    'GET /admin/v1/applications',
    { query: { limit: ROWS_MAX, ...(state === null ? {} : { state }) } },
    reads,
  )
  const [id] = parts
  return (
    <RecordPage<Application, Data<'GET /admin/v1/applications'>>
      listKey={asked}
      name="applications"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={({ items }) => items}
      head={
        <Segments
          label={text.state}
          value={state ?? 'all'}
          options={[...Object.entries(text.states), ['all', text.all]] as [string, string][]}
          onInput={(next) => ask({ state: next === 'new' ? '' : next })}
        />
      }
      idOf={(row) => String(row.id)}
      open={id ?? null}
      onOpen={(row, isAside) => open([row.id], id !== undefined && !isAside)}
      onClose={() => closeRecord()}
      empty={state === 'new' ? text.empty : text.emptyAll}
      count={(_, { total }) => text.count({ n: countText(total) })}
      note={({ items, total }) =>
        total > items.length && text.newestOnly({ n: String(items.length) })
      }
    >
      {id !== undefined && <Card key={id} id={Number(id)} count={reads} onChange={again} />}
    </RecordPage>
  )
}

const nameOf = ({ name, last_name }: Application) => [name, last_name].filter(Boolean).join(' ')

function columns(): readonly ListColumn<Application>[] {
  const text = applicationsWords.value
  const kinds = columnKinds<Application>()
  const plain = (
    name: 'email' | 'phone' | 'country' | 'city' | 'group' | 'ip' | 'reason',
    px: number,
    isExtra = false,
  ) =>
    kinds.text(name, text[name], (row) => row[name], {
      px,
      isExtra,
      cell: (row) => personField(name, row[name]),
    })
  return [
    kinds.number('id', text.number, ({ id }) => id, { px: 72 }),
    kinds.moment('at', text.at, ({ created_at }) => created_at),
    kinds.moment('waits', text.waits, ({ created_at: at }) => at, {
      px: 96,
      cell: ({ created_at: at, state }) =>
        state === 'new' ? <Since at={at} isInGrid={true} /> : words.value.none,
    }),
    kinds.text('name', text.name, nameOf, {
      px: 170,
      cell: (row) => personField('name', nameOf(row)),
    }),
    plain('email', 210),
    plain('country', 76),
    plain('group', 140),
    kinds.word(
      'state',
      text.state,
      ({ state }) => state,
      (state) => text.states[state],
      { px: 90 },
    ),
    plain('phone', 130),
    plain('ip', 120),
    plain('city', 120, true),
    plain('reason', 200, true),
  ]
}

function Card(props: { id: number; count: number; onChange: () => void }) {
  const text = applicationsWords.value
  const { id } = props
  const read = usePanelData('GET /admin/v1/applications/{id}', { params: { id } }, props.count)
  const [act, setAct] = useState<'approve' | 'reject' | 'block' | null>(null)
  const done = () => {
    setAct(null)
    props.onChange()
  }
  return (
    <RecordCard title={text.one({ id })} onClose={() => closeRecord()}>
      <ReadPanel read={read}>
        {(one) => (
          <>
            {one.state === 'new' && (
              <div class="row card-acts">
                <button type="button" class="primary" onClick={() => setAct('approve')}>
                  {text.approve}…
                </button>
                <button type="button" onClick={() => setAct('reject')}>
                  {text.reject}…
                </button>
              </div>
            )}
            {one.state === 'rejected' && mayBlock(one) && (
              <div class="row card-acts">
                <button type="button" onClick={() => setAct('block')}>
                  {text.block}…
                </button>
              </div>
            )}
            <Likenesses one={one} />
            <Facts
              rows={[
                [text.state, <span class="badge">{text.states[one.state]}</span>],
                [text.at, timeText(one.created_at)],
                ...(one.state === 'new'
                  ? [[text.waits, <Since at={one.created_at} />] as const]
                  : []),
                [text.name, personField('name', nameOf(one))],
                [text.email, personField('email', one.email)],
                [text.phone, personField('phone', one.phone)],
                [text.address, personField('address', one.address)],
                [text.city, personField('city', one.city)],
                [text.country, personField('country', one.country)],
                [text.language, one.language],
                [text.group, one.group],
                [text.leverage, one.leverage === 0 ? text.ofGroup : `1:${one.leverage}`],
                [text.ip, one.ip],
                ...(one.state === 'new' ? [] : decision(one)),
              ]}
            />
            {act === 'approve' && (
              <ApproveDialog one={one} onClose={() => setAct(null)} onDone={done} />
            )}
            {act === 'reject' && (
              <RejectDialog one={one} onClose={() => setAct(null)} onDone={done} />
            )}
            {act === 'block' && (
              <BlockDialog one={one} onClose={() => setAct(null)} onDone={done} />
            )}
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function decision(one: Application) {
  const text = applicationsWords.value
  const { decided_at: at, decided_by: by, login } = one
  return [
    [text.decided, at === null ? null : timeText(at)],
    [text.decidedBy, by],
    [text.reason, one.reason],
    [
      text.account,
      login === null ? null : (
        <PlaceLink page="accounts" parts={[login]}>
          {login}
        </PlaceLink>
      ),
    ],
  ] as const
}
