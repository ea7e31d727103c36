import { amountLook } from '../../look/amount.js'
import type { GridColumn } from '../../look/grid/column.js'
import { moneyOf } from '../../staff/accounts/money.js'
import { isHidden } from '../../staff/rights.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { nameOf } from '../../text/name-of.js'
import { grouped, signed } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { personField } from '../changes/person-field.js'
import type { AccountRow } from './account-window.js'

type Column = GridColumn<AccountRow>
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

/** The columns of the account list. */
export function accountColumns(): readonly Column[] {
  const { fields, record } = accountsWords.value
  const text = (
    name: keyof AccountRow & string,
    px: number,
    more: Partial<Column> = {},
  ): Column => ({
    name,
    label: nameOf(fields, name),
    px,
    isSorted: true,
    cell: (row) => (isHidden(name) ? personField(name, null) : String(row[name] ?? '')),
    ...more,
  })
  const amount = (name: 'balance' | 'credit', px: number, more: Partial<Column> = {}) =>
    text(name, px, {
      isNumber: true,
      cell: (row) => <Live login={row.login} name={name} listed={row[name]} />,
      ...more,
    })
  const moment = (name: 'last_access' | 'created_at' | 'updated_at', more: Partial<Column> = {}) =>
    text(name, 160, {
      cell: (row) => (typeof row[name] === 'string' ? timeText(row[name]) : ''),
      ...more,
    })
  const flag = (name: 'enabled' | 'trading_enabled') =>
    text(name, 74, {
      isExtra: true,
      cell: (row) => (row[name] === true ? record.yes : record.no),
    })
  const live = (name: LiveName, label: string, px: number, more: Partial<Column> = {}): Column => ({
    name,
    label,
    px,
    isNumber: true,
    fields: [],
    cell: ({ login }) => <Live login={login} name={name} />,
    ...more,
  })
  const extra = { isExtra: true }
  return [
    text('login', 84, { isNumber: true }),
    {
      name: 'last_name',
      label: fields['client'] ?? '',
      px: 170,
      isSorted: true,
      fields: ['name', 'middle_name', 'last_name'],
      cell: (row) => (isHidden('name') ? personField('name', null) : clientName(row)),
    },
    text('group', 150),
    amount('balance', 110),
    live('equity', fields['equity'] ?? '', 110),
    live('profit', fields['profit'] ?? '', 100),
    live('margin_level', fields['level'] ?? '', 90),
    text('currency', 76, { isSorted: false }),
    text('leverage', 76, { isNumber: true, cell: ({ leverage }) => `1:${leverage ?? ''}` }),
    text('country', 76),
    moment('last_access'),
    moment('created_at'),
    amount('credit', 100, extra),
    text('email', 220, extra),
    text('phone', 130, extra),
    text('city', 120, extra),
    text('company', 140, extra),
    text('comment', 200, extra),
    text('agent', 84, { ...extra, isNumber: true }),
    text('client_id', 84, { ...extra, isNumber: true }),
    flag('enabled'),
    flag('trading_enabled'),
    moment('updated_at', extra),
  ]
}
