import { useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { usePanelData } from '../../look/panel-data.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { lives } from '../../staff/connection/link.js'
import { closeRecord } from '../../staff/open-records.js'
import { open, place } from '../../staff/place.js'
import type { Person } from '../../staff/records.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { RecordPage } from '../records/record-page.js'
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
  const [id] = parts
  return (
    <RecordPage<Person, Data<'GET /admin/v1/staff'>>
      name="staff"
      title={text.title}
      columns={columns()}
      read={read}
      rowsOf={({ items }) => items}
      // The filter also finds people by the names of their rights.
      wordsOf={({ rights }) => rights}
      hint={text.hint}
      add={text.add}
      onAdd={() => open([NEW])}
      idOf={({ login }) => String(login)}
      lookOf={({ active }) => (active ? '' : 'off')}
      open={id ?? null}
      onOpen={({ login }, isAside) => open([login], id !== undefined && !isAside)}
      onClose={() => closeRecord()}
      empty={text.empty}
      count={(n) => text.count({ n })}
      note={({ items, total }) =>
        total > items.length && text.newestOnly({ n: String(items.length) })
      }
    >
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
    </RecordPage>
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
