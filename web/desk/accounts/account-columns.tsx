import { amountLook } from '../../look/amount.js'
import type { ColumnFilter, ListColumn } from '../../look/table/column.js'
import { settings } from '../../settings/settings.js'
import { moneyOf } from '../../staff/accounts/money.js'
import { isHidden } from '../../staff/rights.js'
import { groupPaths } from '../../staff/settings/groups-and-symbols.js'
import { countries } from '../../text/countries.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { nameOf } from '../../text/name-of.js'
import { grouped, signed } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { personField } from '../changes/person-field.js'
import type { AccountRow } from './account-window.js'

type Column = ListColumn<AccountRow>
type Field = keyof AccountRow & string
type Moment = 'last_access' | 'created_at' | 'updated_at' | 'archived_at'
type Flag = 'enabled' | 'trading_enabled' | 'api_enabled' | 'otp_enabled'
type LiveName = 'balance' | 'credit' | 'equity' | 'profit' | 'margin_level'

/**
 * A live figure of an account. It redraws itself without redrawing its row. `listed` is the value
 * from the list, shown until the first live value arrives.
 */
function Live(props: { login: string; name: LiveName; listed?: string | null | undefined }) {
  const { login, name, listed = null } = props
  const value = moneyOf(Number(login)).value?.[name] ?? listed
  if (value === null) return <i class="faint">·</i>
  if (name !== 'profit') return <>{grouped(value)}</>
  return <span class={amountLook(value)}>{signed(value)}</span>
}

export function clientName({ name, middle_name, last_name }: Partial<AccountRow>): string {
  return [name, middle_name, last_name].filter((part) => part !== null && part !== '').join(' ')
}

const EXTRA = { isExtra: true }

/** The values of these fields, for the conditions of a filter. */
const OFFERED: Readonly<Record<string, Partial<ColumnFilter>>> = {
  group: { offered: () => groupPaths.value },
  country: { choices: () => countries(settings.value.language) },
}

/** The columns of the account list. The server filters by the fields that they are named after. */
export function accountColumns(): readonly Column[] {
  const { fields, record } = accountsWords.value
  const text = (name: Field, px: number, more: Partial<Column> = {}): Column => ({
    id: name,
    label: nameOf(fields, name),
    px,
    isSorted: true,
    filter: { type: 'text', ...OFFERED[name] },
    cell: (row) => (isHidden(name) ? personField(name, null) : String(row[name] ?? '')),
    ...more,
  })
  const whole = (name: Field, px: number, more: Partial<Column> = {}) =>
    text(name, px, { isNumber: true, filter: { type: 'whole' }, ...more })
  const amount = (name: 'balance' | 'credit', px: number, more: Partial<Column> = {}) =>
    text(name, px, {
      isNumber: true,
      filter: { type: 'amount' },
      cell: (row) => <Live login={row.login} name={name} listed={row[name]} />,
      ...more,
    })
  const moment = (name: Moment, more: Partial<Column> = {}) =>
    text(name, 160, {
      filter: { type: 'time' },
      cell: (row) => (typeof row[name] === 'string' ? timeText(row[name]) : ''),
      ...more,
    })
  const flag = (name: Flag) =>
    text(name, 74, {
      isExtra: true,
      filter: { type: 'flag' },
      cell: (row) => (row[name] === true ? record.yes : record.no),
    })
  const live = (name: LiveName, label: string, px: number): Column => ({
    id: name,
    label,
    px,
    isNumber: true,
    fields: [],
    filter: { why: 'live' },
    cell: ({ login }) => <Live login={login} name={name} />,
  })
  return [
    whole('login', 84),
    text('last_name', 170, {
      label: fields['client'] ?? '',
      fields: ['name', 'middle_name', 'last_name'],
      cell: (row) => (isHidden('name') ? personField('name', null) : clientName(row)),
    }),
    text('group', 150),
    amount('balance', 110),
    live('equity', fields['equity'] ?? '', 110),
    live('profit', fields['profit'] ?? '', 100),
    live('margin_level', fields['level'] ?? '', 90),
    text('currency', 76, { isSorted: false, filter: { why: 'group' } }),
    whole('leverage', 76, { cell: ({ leverage }) => `1:${leverage ?? ''}` }),
    text('country', 76),
    moment('last_access'),
    moment('created_at'),
    amount('credit', 100, EXTRA),
    text('name', 120, EXTRA),
    text('middle_name', 120, EXTRA),
    text('email', 220, EXTRA),
    text('phone', 130, EXTRA),
    text('city', 120, EXTRA),
    text('company', 140, EXTRA),
    text('comment', 200, EXTRA),
    whole('agent', 84, EXTRA),
    whole('client_id', 84, EXTRA),
    text('status', 90, EXTRA),
    text('color', 90, EXTRA),
    text('language', 80, EXTRA),
    text('lead_campaign', 120, EXTRA),
    text('lead_source', 120, EXTRA),
    text('last_ip', 130, EXTRA),
    flag('enabled'),
    flag('trading_enabled'),
    flag('api_enabled'),
    flag('otp_enabled'),
    moment('updated_at', EXTRA),
    moment('archived_at', EXTRA),
  ]
}
