import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { ask, open, place } from '../../staff/place.js'
import type { Person } from '../../staff/records.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { rowsFound } from '../../text/typed-search.js'
import { words } from '../../text/words.js'
import { type RecordColumn, RecordGrid } from '../lists/record-grid.js'
import { TypedField } from '../lists/typed-field.js'
import { NewPerson } from './new-person.js'
import { PersonCard } from './person-card.js'

const ROWS_MAX = 1_000
/** The address part of the form for a new staff member. */
const NEW = 'new'

/** The staff page: list, card and the form for a new member. */
export function Staff() {
  const { parts, query } = place.value
  const text = staffWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const read = usePanelData(
    'GET /admin/v1/staff',
    { query: { limit: ROWS_MAX } },
    changes + lives.value,
  )
  const typed = query.get('q') ?? ''
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <div class="desk-tools">
          <div class="row desk-filter">
            <TypedField
              label={text.filter}
              value={typed}
              hint={text.hint}
              isFirst={true}
              onValue={(q) => ask({ q })}
            />
            <button type="button" class="primary" onClick={() => open([NEW])}>
              {text.add}
            </button>
          </div>
        </div>
        <ReadPanel read={read}>
          {({ items, total }) => {
            const rows = found(items, typed)
            return (
              <>
                <RecordGrid<Person>
                  name="staff"
                  label={text.title}
                  columns={columns()}
                  rows={rows}
                  idOf={({ login }) => String(login)}
                  lookOf={({ active }) => (active ? '' : 'off')}
                  open={id ?? null}
                  onOpen={({ login }, isAside) => open([login], id !== undefined && !isAside)}
                  onClose={() => closeRecord()}
                  empty={text.empty}
                />
                <div class="desk-foot row">
                  <span>{text.count({ n: countText(rows.length) })}</span>
                  {total > items.length && (
                    <span class="faint">{text.newestOnly({ n: String(items.length) })}</span>
                  )}
                </div>
              </>
            )
          }}
        </ReadPanel>
      </section>
      {id === NEW && <NewPerson onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <PersonCard key={id} login={Number(id)} count={changes} onChange={changed} />
      )}
    </div>
  )
}

/** The people that match every typed word, by name, login, group, e-mail or name of a right. */
function found(people: readonly Person[], typed: string): readonly Person[] {
  return rowsFound(people, typed, ({ login, name, group, email, rights }) => [
    login,
    name,
    group,
    email,
    ...rights,
  ])
}

function columns(): readonly RecordColumn<Person>[] {
  const text = staffWords.value
  const yesNo = (is: boolean) => (is ? text.yes : text.no)
  return [
    {
      name: 'login',
      label: text.login,
      px: 84,
      isNumber: true,
      cell: ({ login }) => login,
      by: ({ login }) => login,
    },
    { name: 'name', label: text.name, px: 170, cell: ({ name }) => name, by: ({ name }) => name },
    {
      name: 'group',
      label: text.group,
      px: 180,
      cell: ({ group }) => group,
      by: ({ group }) => group,
    },
    {
      name: 'rights',
      label: text.rights,
      px: 70,
      isNumber: true,
      cell: ({ rights }) => rights.length,
      by: ({ rights }) => rights.length,
    },
    {
      name: 'scope',
      label: text.scope,
      px: 160,
      cell: ({ group_scope }) => group_scope.join(', '),
      by: ({ group_scope }) => group_scope.join(', '),
    },
    {
      name: 'active',
      label: text.active,
      px: 70,
      cell: ({ active }) => yesNo(active),
      by: ({ active }) => Number(active),
    },
    {
      name: 'codes',
      label: text.codes,
      px: 70,
      cell: ({ otp_enabled }) => yesNo(otp_enabled),
      by: ({ otp_enabled }) => Number(otp_enabled),
    },
    {
      name: 'seen',
      label: text.seen,
      px: 164,
      cell: ({ last_access }) => (last_access === null ? words.value.none : timeText(last_access)),
      by: ({ last_access }) => last_access,
    },
    {
      name: 'email',
      label: text.email,
      px: 200,
      isExtra: true,
      cell: ({ email }) => email,
      by: ({ email }) => email,
    },
    {
      name: 'address',
      label: text.address,
      px: 130,
      isExtra: true,
      cell: ({ last_ip }) => last_ip,
      by: ({ last_ip }) => last_ip,
    },
  ]
}
