import { textFromScaled } from '../../engine/numbers/decimal.js'
import { MONEY_DIGITS_DEFAULT } from '../../engine/units.js'
import type { StoredAccount, StoredAccountState } from '../stored/stored-account.js'
import { type CsvCell, CsvNumber } from './csv.js'
import {
  JSON_NULL,
  type JsonFields,
  type JsonValue,
  joinedFields,
  jsonField,
  jsonObject,
  jsonOf,
  namedFields,
} from './json-parts.js'

/**
 * An account as JSON text, from stored values in the order of `ACCOUNT_FIELDS`. Lists of a thousand are
 * written where the rows are read and put into the answer as they are.
 */
type Kind = 'number' | 'text' | 'flag' | 'time' | 'list'

const KINDS = {
  login: 'number',
  group: 'text',
  leverage: 'number',
  limit_orders: 'number',
  limit_positions: 'number',
  name: 'text',
  last_name: 'text',
  middle_name: 'text',
  comment: 'text',
  email: 'text',
  phone: 'text',
  address: 'text',
  city: 'text',
  country: 'text',
  state: 'text',
  zip_code: 'text',
  id_number: 'text',
  company: 'text',
  bank_account: 'text',
  lead_campaign: 'text',
  lead_source: 'text',
  color: 'text',
  language: 'text',
  status: 'text',
  agent: 'number',
  client_id: 'number',
  enabled: 'flag',
  trading_enabled: 'flag',
  expert_enabled: 'flag',
  api_enabled: 'flag',
  api_ip_allow: 'list',
  api_password_set: 'flag',
  must_change_password: 'flag',
  otp_enabled: 'flag',
  policy_revision: 'number',
  archived_at: 'time',
  last_access: 'time',
  last_ip: 'text',
  created_at: 'time',
  updated_at: 'time',
  version: 'number',
} as const satisfies Record<keyof StoredAccount, Kind>

const FIELDS = Object.entries(KINDS) as readonly (readonly [keyof StoredAccount, Kind])[]

export const ACCOUNT_FIELDS: readonly (keyof StoredAccount)[] = FIELDS.map(([name]) => name)

/** The fields that staff keep about an account, and its holder is never told. */
export const STAFF_ONLY_FIELDS = [
  'comment',
  'color',
  'agent',
  'client_id',
  'lead_campaign',
  'lead_source',
  'policy_revision',
  'last_ip',
  'api_ip_allow',
] as const satisfies readonly (keyof StoredAccount)[]

const HOLDER_FIELDS = ACCOUNT_FIELDS.filter(
  (name) => !(STAFF_ONLY_FIELDS as readonly string[]).includes(name),
)
const HOLDER_PLACES = HOLDER_FIELDS.map((name) => ACCOUNT_FIELDS.indexOf(name))

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

/** Its money is not among them. */
export function accountText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
): JsonFields {
  const fields = namedFields(ACCOUNT_FIELDS, (i) => fieldText(i, values, group, hidden))
  return joinedFields(currencyField(group), fields)
}

/** As its holder sees it: nothing is hidden of what is not the staff's own. */
export function holderAccountText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
): JsonFields {
  const fields = namedFields(HOLDER_FIELDS, (i) =>
    fieldText(HOLDER_PLACES[i] as number, values, group, []),
  )
  return joinedFields(currencyField(group), fields)
}

function currencyField(group: GroupFacts | undefined): JsonFields {
  return jsonField('currency', jsonOf(group?.currency ?? ''))
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
  if (kind === 'list') return listOf(value).join(' ')
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

/** The fields that the row of a window may show, in its order. */
export const WINDOW_ROW_FIELDS: readonly string[] = [
  'currency',
  ...ACCOUNT_FIELDS,
  ...MONEY_FIELDS,
  'money',
]

/** A row of a window as JSON: `values` are followed by the balances. Live money is not in it. */
export function accountWindowText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
  shows: (field: string) => boolean,
): JsonValue {
  const parts: JsonFields[] = []
  const add = (name: string, value: () => JsonValue): void => {
    if (shows(name)) parts.push(jsonField(name, value()))
  }
  if (shows('currency')) parts.push(currencyField(group))
  for (const [i, name] of ACCOUNT_FIELDS.entries()) {
    add(name, () => {
      const value = fieldText(i, values, group, hidden)
      return WINDOW_TEXTS.has(name) && value !== JSON_NULL ? jsonOf(String(values[i])) : value
    })
  }
  for (const [i, name] of MONEY_FIELDS.entries()) {
    const amount = values[FIELDS.length + i] as number
    const digits = group?.digits ?? MONEY_DIGITS_DEFAULT
    add(name, () => jsonOf(textFromScaled(amount, digits)))
  }
  add('money', () => JSON_NULL)
  return jsonObject(...parts)
}

function fieldText(
  i: number,
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
): JsonValue {
  const [name, kind] = FIELDS[i] as readonly [string, Kind]
  if (hidden.length > 0 && hidden.includes(name)) return JSON_NULL
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

/** The stored amounts, which follow the fields. */
export function balanceText(of: Balances, digits: number): JsonFields {
  const text = (amount: number): JsonValue => jsonOf(textFromScaled(amount, digits))
  return joinedFields(
    jsonField('balance', text(of.balance)),
    jsonField('balance_prev_day', text(of.balancePrevDay)),
    jsonField('balance_prev_month', text(of.balancePrevMonth)),
    jsonField('credit', text(of.credit)),
  )
}

/** SQLite's lists are JSON. */
function listOf(value: unknown): readonly string[] {
  return (typeof value === 'string' ? JSON.parse(value) : value) as readonly string[]
}

/** SQLite's flags are 0 and 1. */
function valueText(value: unknown, kind: Kind): JsonValue {
  if (value === null) return JSON_NULL
  if (kind === 'flag') return jsonOf(value === true || value === 1)
  if (kind === 'list') return jsonOf(listOf(value))
  return jsonOf(kind === 'time' ? new Date(value as number).toISOString() : value)
}
