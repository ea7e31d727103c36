import { useState } from 'preact/hooks'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { foundRows } from '../../look/table/fitting.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { Person } from '../../staff/records.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { countText } from '../../text/numbers.js'
import { ListFoot } from '../lists/list-foot.js'
import { RecordGrid } from '../lists/record-grid.js'
import { RowsFilter, rowsFilter } from '../lists/rows-filter.js'
import { NewPerson } from './new-person.js'
import { PersonCard } from './person-card.js'

const ROWS_MAX = 1_000
/** The address part of the form for a new staff member. */
const NEW = 'new'

/** The staff page: list, card and the form for a new member. */
export function Staff() {
  const { parts } = place.value
  const text = staffWords.value
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((n) => n + 1)
  const read = usePanelData(
    'GET /admin/v1/staff',
    { query: { limit: ROWS_MAX } },
    changes + lives.value,
  )
  const typed = rowsFilter()
  const [id] = parts
  return (
    <div class={`desk-split ${id === undefined ? '' : 'open'}`}>
      <section class="desk-list" aria-label={text.title}>
        <RowsFilter columns={columns()} rows={read.data?.items ?? []} hint={text.hint}>
          <button type="button" class="primary" onClick={() => open([NEW])}>
            {text.add}
          </button>
        </RowsFilter>
        <ReadPanel read={read}>
          {({ items, total }) => {
            // The filter also finds people by the names of their rights.
            const rows = foundRows(columns(), items, typed, ({ rights }) => rights)
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
                <ListFoot
                  count={text.count({ n: countText(rows.length) })}
                  note={total > items.length && text.newestOnly({ n: String(items.length) })}
                />
              </>
            )
          }}
        </ReadPanel>
      </section>
      {id === NEW && <NewPerson onMade={changed} />}
      {id !== undefined && id !== NEW && (
        <PersonCard
          key={id}
          login={Number(id)}
          all={read.data?.items ?? []}
          count={changes}
          onChange={changed}
        />
      )}
    </div>
  )
}

function columns(): readonly ListColumn<Person>[] {
  const text = staffWords.value
  const kinds = columnKinds<Person>()
  const yesOrNo = (is: boolean) => (is ? text.yes : text.no)
  return [
    kinds.number('login', text.login, ({ login }) => login, { px: 84 }),
    kinds.text('name', text.name, ({ name }) => name, { px: 170 }),
    kinds.text('group', text.group, ({ group }) => group, { px: 180 }),
    kinds.number('rights', text.rights, ({ rights }) => rights.length, { px: 70 }),
    kinds.text('scope', text.scope, ({ group_scope }) => group_scope.join(', '), { px: 160 }),
    kinds.word('active', text.active, ({ active }) => active, yesOrNo, { px: 70 }),
    kinds.word('codes', text.codes, ({ otp_enabled: has }) => has, yesOrNo, { px: 70 }),
    kinds.moment('seen', text.seen, ({ last_access: at }) => at),
    kinds.text('email', text.email, ({ email }) => email, { px: 200, isExtra: true }),
    kinds.text('address', text.address, ({ last_ip }) => last_ip, { px: 130, isExtra: true }),
  ]
}
