import { useEffect } from 'preact/hooks'
import { Skeleton } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import {
  followLowMargins,
  LOW_LEVEL,
  type LowMargin,
  lowMargins,
} from '../../staff/accounts/low-margins.js'
import { personOf } from '../../staff/accounts/persons.js'
import { isHidden } from '../../staff/rights.js'
import { overviewWords } from '../../text/desk/overview-words.js'
import { PersonPhone, usePersons } from '../lists/person.js'
import { PlaceLink } from '../shell/place-link.js'

const ROWS = 20

/** The accounts with the lowest margin levels, with names and phone numbers. */
export function AtRisk({ group }: { group: string }) {
  useEffect(() => followLowMargins({ group, below: LOW_LEVEL, limit: ROWS }), [group])
  const { margins, noMargins } = overviewWords.value
  const told = lowMargins.value
  const rows = told?.group === group ? told.rows : null
  usePersons((rows ?? []).map(({ login }) => login))
  return (
    <section class="panel">
      <h2 class="title">
        <PlaceLink page="accounts" query={{ risk: LOW_LEVEL }}>
          {margins({ level: LOW_LEVEL })}
        </PlaceLink>
      </h2>
      {rows === null ? (
        <Skeleton />
      ) : rows.length === 0 ? (
        <p class="empty">{noMargins}</p>
      ) : (
        <Table
          name="overview.margins"
          label={margins({ level: LOW_LEVEL })}
          rows={rows}
          keyOf={({ login }) => String(login)}
          lookOf={({ call }) => (call ? 'loss' : '')}
          columns={columns()}
        />
      )}
    </section>
  )
}

function columns() {
  const { columns: text } = overviewWords.value
  const kinds = columnKinds<LowMargin>()
  return [
    kinds.text('login', text.login, ({ login }) => login, {
      narrow: 'row',
      cell: ({ login }) => (
        <PlaceLink page="accounts" parts={[login]}>
          {login}
        </PlaceLink>
      ),
    }),
    ...(isHidden('name')
      ? []
      : [kinds.text('name', text.name, ({ login }) => personOf(login).name, { narrow: 'row' })]),
    ...(isHidden('phone')
      ? []
      : [
          kinds.text('phone', text.phone, ({ login }) => personOf(login).phone, {
            narrow: 'below',
            cell: ({ login }) => <PersonPhone login={login} />,
          }),
        ]),
    kinds.text('group', text.group, ({ group }) => group, { narrow: 'below' }),
    kinds.amount('level', text.level, ({ level }) => level, { narrow: 'row' }),
    kinds.amount('equity', text.equity, ({ equity }) => equity, { narrow: 'below' }),
    kinds.amount('margin', text.margin, ({ margin }) => margin, { narrow: 'below' }),
    kinds.gain('profit', text.profit, ({ profit }) => profit, { narrow: 'below' }),
    kinds.text('call', text.call, ({ call }) => (call ? text.called : null), { narrow: 'below' }),
  ]
}
