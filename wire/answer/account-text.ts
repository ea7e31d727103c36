import { textFromScaled } from '../../engine/numbers/decimal.js'
import { MONEY_DIGITS_DEFAULT } from '../../engine/units.js'
import type { StoredAccount, StoredAccountState } from '../stored/stored-account.js'
import { type CsvCell, CsvNumber } from './csv.js'

/**
 * An account as JSON text, from stored values in the order of `ACCOUNT_FIELDS`. Lists of a thousand are
 * written where the rows are read and put into the answer as they are.
 */
type Kind = 'number' | 'text' | 'flag' | 'time'

const FIELDS: readonly (readonly [keyof StoredAccount, Kind])[] = [
  ['login', 'number'],
  ['group', 'text'],
  ['leverage', 'number'],
  ['limit_orders', 'number'],
  ['limit_positions', 'number'],
  ['name', 'text'],
  ['last_name', 'text'],
  ['middle_name', 'text'],
  ['comment', 'text'],
  ['email', 'text'],
  ['phone', 'text'],
  ['address', 'text'],
  ['city', 'text'],
  ['country', 'text'],
  ['state', 'text'],
  ['zip_code', 'text'],
  ['id_number', 'text'],
  ['company', 'text'],
  ['bank_account', 'text'],
  ['lead_campaign', 'text'],
  ['lead_source', 'text'],
  ['color', 'text'],
  ['language', 'text'],
  ['status', 'text'],
  ['agent', 'number'],
  ['client_id', 'number'],
  ['enabled', 'flag'],
  ['trading_enabled', 'flag'],
  ['expert_enabled', 'flag'],
  ['api_enabled', 'flag'],
  ['must_change_password', 'flag'],
  ['otp_enabled', 'flag'],
  ['policy_revision', 'number'],
  ['archived_at', 'time'],
  ['last_access', 'time'],
  ['last_ip', 'text'],
  ['created_at', 'time'],
  ['updated_at', 'time'],
  ['version', 'number'],
]

export const ACCOUNT_FIELDS: readonly (keyof StoredAccount)[] = FIELDS.map(([name]) => name)

const GROUP = ACCOUNT_FIELDS.indexOf('group')
const LEVERAGE = ACCOUNT_FIELDS.indexOf('leverage')

/** Facts that an account's view takes from its group. */
export interface GroupFacts {
  readonly path: string
  readonly currency: string
  readonly digits: number
  readonly leverage: number
}

/** Personal fields by the right that opens them. Hidden ones read null. */
const PERSONAL: Readonly<Record<string, readonly (keyof StoredAccount)[]>> = {
  'accounts.name': ['name', 'last_name', 'middle_name', 'comment'],
  'accounts.email': ['email'],
  'accounts.phone': ['phone'],
  'accounts.address': ['address', 'city', 'country', 'state', 'zip_code', 'id_number'],
}

export function hiddenFields(rights: ReadonlySet<string>): string[] {
  return Object.entries(PERSONAL).flatMap(([right, fields]) => (rights.has(right) ? [] : fields))
}

/** The right that opens a field; null for one that everybody who sees the account sees. */
export function rightToSee(field: string): string | null {
  const opens = (fields: readonly string[]): boolean => fields.includes(field)
  return Object.entries(PERSONAL).find(([, fields]) => opens(fields))?.[0] ?? null
}

/** The fields without the closing brace: the account's money follows. */
export function accountText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
): string {
  let text = `{"currency":${JSON.stringify(group?.currency ?? '')}`
  for (let i = 0; i < FIELDS.length; i++) {
    const [name] = FIELDS[i] as readonly [string, Kind]
    text += `,"${name}":${fieldText(i, values, group, hidden)}`
  }
  return text
}

const AMOUNTS = ['balance', 'balance_prev_day', 'balance_prev_month', 'credit'] as const

/** The names of an export's columns: what is hidden is left out. */
export function accountColumns(hidden: readonly string[]): string[] {
  const shown = ACCOUNT_FIELDS.filter((name) => !hidden.includes(name))
  return [...shown.slice(0, 2), 'currency', ...shown.slice(2), ...AMOUNTS]
}

/** A line of these columns; `values` as in `accountText`. */
export function accountCells(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
  balances: Balances,
): (CsvCell | CsvNumber)[] {
  const cells: (CsvCell | CsvNumber)[] = []
  FIELDS.forEach(([name, kind], i) => {
    if (hidden.includes(name)) return
    const value = i === LEVERAGE ? values[i] || (group?.leverage ?? 0) : values[i]
    cells.push(cellOf(value, kind))
  })
  cells.splice(2, 0, group?.currency ?? '')
  const { balance, balancePrevDay, balancePrevMonth, credit } = balances
  for (const amount of [balance, balancePrevDay, balancePrevMonth, credit]) {
    cells.push(new CsvNumber(textFromScaled(amount, group?.digits ?? MONEY_DIGITS_DEFAULT)))
  }
  return cells
}

function cellOf(value: unknown, kind: Kind): CsvCell {
  if (value === null) return null
  if (kind === 'flag') return value === true || value === 1
  if (kind === 'time') return new Date(value as number).toISOString()
  return value as string | number
}

/** Written as text in windows, where nothing is lost of numbers beyond JavaScript's. */
const WINDOW_TEXTS: ReadonlySet<string> = new Set([
  'login',
  'agent',
  'client_id',
  'policy_revision',
])
const MONEY_FIELDS = ['balance', 'credit', 'balance_prev_day', 'balance_prev_month'] as const

/** What the row of a window may show, in its order. */
export const WINDOW_ROW_FIELDS: readonly string[] = [
  ...['currency', ...ACCOUNT_FIELDS],
  ...[...MONEY_FIELDS, 'money'],
]

/** A row of a window as JSON: `values` are followed by the balances. Live money is not in it. */
export function accountWindowText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
  shows: (field: string) => boolean,
): string {
  const parts: string[] = []
  const add = (name: string, text: () => string): void => {
    if (shows(name)) parts.push(`"${name}":${text()}`)
  }
  add('currency', () => JSON.stringify(group?.currency ?? ''))
  for (let i = 0; i < FIELDS.length; i++) {
    const [name] = FIELDS[i] as readonly [string, Kind]
    add(name, () => {
      const text = fieldText(i, values, group, hidden)
      return WINDOW_TEXTS.has(name) && text !== 'null' ? `"${text}"` : text
    })
  }
  for (let i = 0; i < MONEY_FIELDS.length; i++) {
    const amount = values[FIELDS.length + i] as number
    const digits = group?.digits ?? MONEY_DIGITS_DEFAULT
    add(MONEY_FIELDS[i] as string, () => `"${textFromScaled(amount, digits)}"`)
  }
  add('money', () => 'null')
  return `{${parts.join(',')}}`
}

function fieldText(
  i: number,
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
): string {
  const [name, kind] = FIELDS[i] as readonly [string, Kind]
  if (hidden.length > 0 && hidden.includes(name)) return 'null'
  return valueText(i === LEVERAGE ? values[i] || (group?.leverage ?? 0) : values[i], kind)
}

export function accountValues(account: StoredAccount): unknown[] {
  return ACCOUNT_FIELDS.map((field) => account[field])
}

export function groupOfValues(values: readonly unknown[]): string {
  return String(values[GROUP])
}

type Balances = Pick<
  StoredAccountState,
  'balance' | 'credit' | 'balancePrevDay' | 'balancePrevMonth'
>

/** `,"balance":"…"` and the others after the fields. */
export function balanceText(of: Balances, digits: number): string {
  const text = (amount: number): string => `"${textFromScaled(amount, digits)}"`
  return (
    `,"balance":${text(of.balance)},"balance_prev_day":${text(of.balancePrevDay)}` +
    `,"balance_prev_month":${text(of.balancePrevMonth)},"credit":${text(of.credit)}`
  )
}

/** SQLite's flags are 0 and 1. */
function valueText(value: unknown, kind: Kind): string {
  if (value === null) return 'null'
  if (kind === 'number') return String(value)
  if (kind === 'flag') return value === true || value === 1 ? 'true' : 'false'
  if (kind === 'time') return `"${new Date(value as number).toISOString()}"`
  return value === '' ? '""' : JSON.stringify(value)
}
