import { textFromScaled } from '../../engine/numbers/decimal.js'
import { MONEY_DIGITS_DEFAULT } from '../../engine/units.js'
import { type CsvCell, CsvNumber } from '../format/csv.js'
import {
  JSON_NULL,
  type JsonFields,
  type JsonValue,
  joinedFields,
  jsonField,
  jsonObject,
  jsonOf,
  namedFields,
} from '../format/json-parts.js'
import type { AccountField, AccountFieldKind } from './account-field.js'
import {
  ACCOUNT_FIELDS,
  type AccountFieldName,
  accountField,
  HOLDER_FIELDS,
  WINDOW_AMOUNTS,
} from './account-fields.js'
import type { StoredAccount, StoredAccountState } from './stored-account.js'

/**
 * Writes an account as JSON text from stored values in the order of `ACCOUNT_FIELDS`. Pages of a
 * thousand accounts are written on the thread that reads the rows and put into the answer
 * unchanged.
 */
interface Field extends Pick<AccountField, 'kind'> {
  readonly name: AccountFieldName
  readonly ofGroup: AccountField['ofGroup']
  readonly isTextInWindows: boolean
}

/**
 * The fields of an account as objects of the same shape, because they are iterated for every
 * account of a list.
 */
const FIELDS = ACCOUNT_FIELDS.map((name): Field => {
  const { kind, ofGroup, isTextInWindows = false } = accountField(name)
  return { name, kind, ofGroup, isTextInWindows }
})

const HOLDER_PLACES = HOLDER_FIELDS.map((name) => ACCOUNT_FIELDS.indexOf(name))

const GROUP = ACCOUNT_FIELDS.indexOf('group')

/** The data of the group that an account's view contains. */
export interface GroupFacts {
  readonly path: string
  readonly currency: string
  readonly digits: number
  readonly leverage: number
}

/** Writes an account as JSON text, without its money. */
export function accountText(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
): JsonFields {
  const fields = namedFields(ACCOUNT_FIELDS, (i) => fieldText(i, values, group, hidden))
  return joinedFields(currencyField(group), fields)
}

/** An account as the client sees it: every field except those only for staff. */
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

/** The column names of an export, without hidden fields. */
export function accountColumns(hidden: readonly string[]): string[] {
  const shown = ACCOUNT_FIELDS.filter((name) => !hidden.includes(name))
  return [...shown.slice(0, 2), 'currency', ...shown.slice(2), ...AMOUNTS]
}

/** The cells of a CSV line. `values` are as in `accountText`. */
export function accountCells(
  values: readonly unknown[],
  group: GroupFacts | undefined,
  hidden: readonly string[],
  balances: Balances,
): (CsvCell | CsvNumber)[] {
  const cells: (CsvCell | CsvNumber)[] = []
  FIELDS.forEach((field, i) => {
    if (!hidden.includes(field.name)) cells.push(cellOf(told(field, values[i], group), field.kind))
  })
  cells.splice(2, 0, group?.currency ?? '')
  const { balance, balancePrevDay, balancePrevMonth, credit } = balances
  for (const amount of [balance, balancePrevDay, balancePrevMonth, credit]) {
    cells.push(new CsvNumber(textFromScaled(amount, group?.digits ?? MONEY_DIGITS_DEFAULT)))
  }
  return cells
}

function cellOf(value: unknown, kind: AccountFieldKind): CsvCell {
  if (value === null) return null
  if (kind === 'flag') return value === true || value === 1
  if (kind === 'time') return new Date(value as number).toISOString()
  if (kind === 'list') return listOf(value).join(' ')
  return value as string | number
}

/** A row of a window as JSON. `values` are followed by the balances. Live money is not included. */
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
  for (const [i, { name, isTextInWindows }] of FIELDS.entries()) {
    add(name, () => {
      const value = fieldText(i, values, group, hidden)
      return isTextInWindows && value !== JSON_NULL ? jsonOf(String(values[i])) : value
    })
  }
  for (const [i, name] of WINDOW_AMOUNTS.entries()) {
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
  const field = FIELDS[i] as Field
  if (hidden.length > 0 && hidden.includes(field.name)) return JSON_NULL
  return valueText(told(field, values[i], group), field.kind)
}

/** The account's value, or the value of its group if the account has none. */
function told({ ofGroup }: Field, value: unknown, group: GroupFacts | undefined): unknown {
  return ofGroup === undefined ? value : value || (group?.[ofGroup] ?? 0)
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

/** Parses a list, which SQLite stores as JSON text. */
function listOf(value: unknown): readonly string[] {
  return (typeof value === 'string' ? JSON.parse(value) : value) as readonly string[]
}

/** SQLite stores flags as 0 and 1. */
function valueText(value: unknown, kind: AccountFieldKind): JsonValue {
  if (value === null) return JSON_NULL
  if (kind === 'flag') return jsonOf(value === true || value === 1)
  if (kind === 'list') return jsonOf(listOf(value))
  return jsonOf(kind === 'time' ? new Date(value as number).toISOString() : value)
}
