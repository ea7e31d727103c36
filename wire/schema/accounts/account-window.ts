import { say } from '../../../engine/reasons/reasons.js'
import { ACCOUNT_FIELDS, accountField } from '../../account/account-fields.js'
import {
  AnyText,
  Choice,
  Default,
  Flag,
  FlagText,
  GroupMask,
  Limit,
  LoginText,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  Text,
  Time,
  type TSchema,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { WINDOW_EDGES } from '../../window/window.js'
import { FILTER_CHARACTERS_MAX } from '../../window/window-query.js'
import { AccountView, Fence } from './account.js'

/** Request and answer schemas of the account window. */
export const CLIENT_ID_MAX = 9_223_372_036_854_775_807n
const CURSOR_MAX = 512

/** Names of fields, up to the longest allowed query value. */
export const FieldNames = Type.String({
  maxLength: 512,
  pattern: '^[a-z_]+(,[a-z_]+)*$',
  description: 'Names of fields of a row, between commas. Its number is always there.',
  'x-says': say('field.field_names'),
})

export const FilterText = Type.String({
  minLength: 1,
  maxLength: FILTER_CHARACTERS_MAX,
  description:
    'A JSON list of objects with field, op (eq, ne, gt, ge, lt, le, in, contains, starts) and value, all ' +
    'of which must hold; of a list of such objects in it one must. eq and ne take null where a field may be null. At ' +
    'most 32 of them, and 100 values of an in.',
  examples: ['[{"field":"country","op":"eq","value":"DE"}]'],
})

export const ClientId = Type.String({
  pattern: '^[1-9]\\d{0,18}$',
  'x-says': say('field.int64_1'),
})

export const AccountWindowQuery = Query({
  edge: Default(Choice(WINDOW_EDGES), 'first'),
  cursor: Optional(Text(CURSOR_MAX, 1)),
  anchor: Optional(LoginText),
  offset: Optional(NumberText(0)),
  limit: Default(Limit(100), 100),
  sort: Default(Text(64, 1), 'login'),
  search: Optional(Text(128, 1)),
  filter: Optional(FilterText),
  group: Optional(GroupMask),
  group_path: Optional(Text(128, 1)),
  client: Optional(ClientId),
  fields: Optional(FieldNames),
  min_projection_seq: Optional(Fence),
})

const stored = AccountView.properties

/** A window row. With `fields` it contains only those. */
export const AccountWindowRow = View({
  currency: Optional(AnyText),
  ...Object.fromEntries(
    ACCOUNT_FIELDS.map((name) => [
      name,
      Optional(accountField(name).isTextInWindows ? Nullable(AnyText) : stored[name]),
    ]),
  ),
  login: AnyText,
  balance: Optional(AnyText),
  credit: Optional(AnyText),
  balance_prev_day: Optional(AnyText),
  balance_prev_month: Optional(AnyText),
  money: Optional(Type.Null()),
})

const consistency = Choice(['current', 'projection_pending'])

/** A page of a window with any type of row. */
export function windowPageView<Row extends TSchema>(row: Row) {
  return View({
    items: Rows(row),
    before: Nullable(AnyText),
    after: Nullable(AnyText),
    has_before: Flag,
    has_after: Flag,
    first_key: Nullable(AnyText),
    last_key: Nullable(AnyText),
    first_offset: Optional(Type.Integer()),
    page_id: AnyText,
    proof: AnyText,
    calculated_at: Time,
    consistency,
    projection_seq: AnyText,
    retry_after_ms: Optional(Type.Integer()),
  })
}

export const AccountWindowView = windowPageView(AccountWindowRow)

/** The query for counting, which has no position in the list. */
export const AccountCountQuery = Query({
  ...AccountWindowQuery.properties,
  sums: Default(FlagText, false),
})

export const WindowCountView = View({
  resource: AnyText,
  query_id: AnyText,
  total: Nullable(Type.Integer()),
  consistency,
  projection_seq: AnyText,
  retry_after_ms: Optional(Type.Integer()),
})

/** Sums of money over accounts of one currency. */
export const AccountSumView = View({
  currency: AnyText,
  accounts: Type.Integer(),
  unpriced: Type.Integer(),
  balance: AnyText,
  credit: AnyText,
  equity: AnyText,
  profit: AnyText,
})

export const AccountCountView = View({
  ...WindowCountView.properties,
  sums: Nullable(Rows(AccountSumView)),
})
