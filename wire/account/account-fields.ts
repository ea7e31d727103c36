import type { Right } from '../../engine/access/rights.js'
import { Colour, Email, Language } from '../types/formatted-texts.js'
import {
  AddressPrefixes,
  Choice,
  Flag,
  Int,
  Login,
  Multiline,
  Nullable,
  Text,
} from '../types/scalars.js'
import {
  type AccountField,
  no,
  number,
  numberOrNone,
  text,
  texts,
  time,
  timeOrNone,
  yes,
} from './account-field.js'

const LEVERAGE_MAX = 10_000
const LIMIT_MAX = 1_000_000

const Name = Text(128)
const Detail = Text(256)
const Limit = Int(0, LIMIT_MAX)

/**
 * All fields of an account with their rules, in the order of answers and exports. Storage, views,
 * hiding, setting, import and search are derived from this list; each field is a database column
 * with the same name (docs/adding-an-account-field.md).
 */
export const ACCOUNT = {
  login: number({ shown: Login, inWindows: true, isTextInWindows: true }),
  group: text({ inWindows: true, isSent: true }),
  leverage: number({ set: Int(0, LEVERAGE_MAX), inWindows: true, ofGroup: 'leverage' }),
  /** 0 means the group's limit. Answers also show 0 then. */
  limit_orders: number({ set: Limit }),
  limit_positions: number({ set: Limit }),
  name: text({ set: Name, right: 'accounts.name', inWindows: true }),
  last_name: text({ set: Name, right: 'accounts.name', inWindows: true }),
  middle_name: text({ set: Name, right: 'accounts.name', inWindows: true }),
  comment: text({
    set: Multiline(256),
    right: 'accounts.name',
    isOfStaff: true,
    inWindows: true,
  }),
  email: text({ set: Email, right: 'accounts.email', inWindows: true }),
  phone: text({ set: Detail, right: 'accounts.phone', inWindows: true }),
  address: text({ set: Detail, right: 'accounts.address' }),
  city: text({ set: Detail, right: 'accounts.address', inWindows: true }),
  country: text({ set: Detail, right: 'accounts.address', inWindows: true }),
  state: text({ set: Detail, right: 'accounts.address' }),
  zip_code: text({ set: Detail, right: 'accounts.address' }),
  id_number: text({ set: Detail, right: 'accounts.address' }),
  company: text({ set: Detail, inWindows: true, isSent: true }),
  bank_account: text({ change: Detail, right: 'accounts.address' }),
  lead_campaign: text({ set: Detail, isOfStaff: true, inWindows: 'scanned', isSent: true }),
  lead_source: text({ set: Detail, isOfStaff: true, inWindows: 'scanned', isSent: true }),
  color: text({ change: Colour, isOfStaff: true, inWindows: 'scanned', isSent: true }),
  language: text({ set: Language, inWindows: 'scanned', isSent: true }),
  status: text({ set: Choice(['RE', 'NR', '']), inWindows: 'scanned', isSent: true }),
  agent: numberOrNone({
    change: Nullable(Login),
    isOfStaff: true,
    inWindows: true,
    isTextInWindows: true,
  }),
  client_id: numberOrNone({
    change: Nullable(Int(1)),
    rightToSet: 'clients.edit',
    isOfStaff: true,
    inWindows: true,
    isTextInWindows: true,
  }),
  enabled: yes({ change: Flag, inWindows: true }),
  trading_enabled: yes({ set: Flag, inWindows: true }),
  expert_enabled: yes({ change: Flag }),
  api_enabled: no({ change: Flag, inWindows: true }),
  /** Networks that the terminal `api` may be used from; empty means any address. */
  api_ip_allow: texts({ change: AddressPrefixes, isOfStaff: true, isSent: true }),
  /** The value is derived from the passwords. Data stored before the field existed lacks it. */
  api_password_set: no({ isMade: true }),
  must_change_password: no({ change: Flag }),
  otp_enabled: no({ inWindows: true }),
  policy_revision: number({ isOfStaff: true, isTextInWindows: true }),
  archived_at: timeOrNone({ inWindows: 'scanned' }),
  last_access: timeOrNone({ inWindows: true }),
  last_ip: text({ isOfStaff: true, inWindows: 'scanned', isSent: true }),
  created_at: time({ inWindows: true, isMade: true }),
  updated_at: time({ inWindows: true, isMade: true }),
  version: number({ isMade: true }),
} as const satisfies Readonly<Record<string, AccountField>>

export type AccountFields = typeof ACCOUNT
export type AccountFieldName = keyof AccountFields
/** The names of all fields that have a certain rule. */
export type FieldsWith<Rule> = {
  [Name in AccountFieldName]: AccountFields[Name] extends Rule ? Name : never
}[AccountFieldName]

export const ACCOUNT_FIELDS = Object.keys(ACCOUNT) as readonly AccountFieldName[]

export function accountField(name: AccountFieldName): AccountField {
  return ACCOUNT[name]
}

type StaffField = FieldsWith<{ readonly isOfStaff: true }>

function isOfStaff(name: AccountFieldName): name is StaffField {
  return accountField(name).isOfStaff === true
}

/** Fields only for staff, never shown to the client. */
export const STAFF_ONLY_FIELDS = ACCOUNT_FIELDS.filter(isOfStaff)

export const HOLDER_FIELDS = ACCOUNT_FIELDS.filter(
  (name): name is Exclude<AccountFieldName, StaffField> => !isOfStaff(name),
)

const PERSONAL = ACCOUNT_FIELDS.flatMap((name) => {
  const { right } = accountField(name)
  return right === undefined ? [] : [{ name, right }]
})

/** The fields that are null for a reader with these rights. */
export function hiddenFields(rights: ReadonlySet<string>): AccountFieldName[] {
  return PERSONAL.flatMap(({ name, right }) => (rights.has(right) ? [] : name))
}

/** The fields that are null for receivers of webhooks, whatever rights the owner has. */
export const UNSENT_FIELDS = ACCOUNT_FIELDS.filter((name) => {
  const { kind, right, isSent } = accountField(name)
  return right !== undefined || ((kind === 'text' || kind === 'list') && isSent !== true)
})

const RULES: ReadonlyMap<string, AccountField> = new Map(Object.entries(ACCOUNT))

/** The right to set a field; null if the right to change the account is enough. */
export function rightToSet(field: string): Right | null {
  const rules = RULES.get(field)
  return rules?.rightToSet ?? rules?.right ?? null
}

/** The amounts in window rows, in order. */
export const WINDOW_AMOUNTS = [
  'balance',
  'credit',
  'balance_prev_day',
  'balance_prev_month',
] as const

/** The fields that a window row can show, in order. */
export const WINDOW_ROW_FIELDS: readonly string[] = [
  'currency',
  ...ACCOUNT_FIELDS,
  ...WINDOW_AMOUNTS,
  'money',
]
