import { BALANCE_ACTIONS } from '../../../engine/account/event.js'
import { MOVES_PER_REQUEST_MAX, PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  ACCOUNT,
  ACCOUNT_FIELDS,
  type AccountFieldName,
  type AccountFields,
  accountField,
  type FieldsWith,
  HOLDER_FIELDS,
} from '../../account/account-fields.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
  Default,
  Flag,
  GroupMask,
  GroupPath,
  Int,
  Limit,
  List,
  Login,
  LoginText,
  Multiline,
  Nullable,
  Optional,
  Page,
  Params,
  Query,
  Rows,
  Text,
  Time,
  type TSchema,
  Uuid,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { EffectsView } from '../settings/config.js'
import { CONFIRMED_BY } from '../shared/confirmation.js'

/** Request and answer schemas of trading accounts. */
export const PASSWORD_TEXT_MAX = 128

type FieldsSet<Rule extends 'set' | 'change'> = {
  [Name in FieldsWith<Readonly<Record<Rule, TSchema>>>]: AccountFields[Name] extends {
    readonly [key in Rule]: infer Schema extends TSchema
  }
    ? ReturnType<typeof Optional<Schema>>
    : never
}

/** These fields are validated and documented before all others. */
const FIRST: readonly AccountFieldName[] = [
  'name',
  'email',
  'leverage',
  'limit_orders',
  'limit_positions',
  'trading_enabled',
  'address',
  'city',
  'comment',
  'company',
  'country',
  'id_number',
  'last_name',
  'lead_campaign',
  'lead_source',
  'middle_name',
  'phone',
  'state',
  'zip_code',
]

function fieldsSet<Rule extends 'set' | 'change'>(rule: Rule): FieldsSet<Rule> {
  const names = [...new Set([...FIRST, ...ACCOUNT_FIELDS])]
  const given = names.flatMap((name) => {
    const schema = accountField(name)[rule]
    return schema === undefined ? [] : [[name, Optional(schema)] as const]
  })
  return Object.fromEntries(given) as FieldsSet<Rule>
}

/** The fields that can be set when an account is opened and changed later. */
export const accountSettings = fieldsSet('set')

/** The fields that can be changed later but not set at opening. */
export const laterSettings = fieldsSet('change')

/** The fields for opening an account, by request or import. */
export const openingFields = {
  group: GroupPath,
  master_password: Optional(Text(PASSWORD_TEXT_MAX, 1)),
  investor_password: Optional(Text(PASSWORD_TEXT_MAX, 1)),
  phone_password: Optional(Text(PASSWORD_TEXT_MAX, 1)),
  login: Default(Int(0), 0),
  ...accountSettings,
}

export const CreateAccountBody = Body({ ...openingFields, welcome_email: Default(Flag, false) })

export const MoveBody = Body({ group: GroupPath, version: Optional(Int(1)) })

const moved = {
  logins: List(Login, MOVES_PER_REQUEST_MAX * REPEATS_TIMES_MAX, 1),
  group: GroupPath,
}

/** The part of the body that the confirmation covers. */
export const MoveManyParams = Body(moved)

export const MoveManyBody = Body({ ...moved, ...CONFIRMED_BY })

export const MovedRow = View({ login: Login, code: AnyText, message: AnyText })

export const LeverageBody = Body({ leverage: ACCOUNT.leverage.set, version: Optional(Int(1)) })

export const MoneyView = View({
  balance: AnyText,
  credit: AnyText,
  equity: Nullable(AnyText),
  margin: Nullable(AnyText),
  margin_free: Nullable(AnyText),
  margin_level: Nullable(AnyText),
  profit: Nullable(AnyText),
  swap: AnyText,
  commission: AnyText,
  seq: AnyText,
  at: Time,
})

/** The fields that the view has in addition to the stored ones. */
const FIGURES = {
  balance: Nullable(AnyText),
  balance_prev_day: Nullable(AnyText),
  balance_prev_month: Nullable(AnyText),
  credit: Nullable(AnyText),
  money: Nullable(MoneyView),
}

function fieldsShown<Name extends AccountFieldName>(names: readonly Name[]) {
  const fields = {} as Record<Name | 'currency', TSchema>
  for (const name of names) {
    const { shown, right } = accountField(name)
    fields[name] = right === undefined ? shown : Nullable(shown)
    if (name === 'group') fields.currency = AnyText
  }
  return { ...fields, ...FIGURES }
}

/** An account as staff see it. `effects` is only in the answer to a dry run. */
export const AccountView = View({
  ...fieldsShown(ACCOUNT_FIELDS),
  effects: Optional(EffectsView),
})

/** A new account with its generated passwords. */
export const OpenedAccountView = View({
  ...fieldsShown(ACCOUNT_FIELDS),
  master_password: Nullable(AnyText),
  investor_password: Nullable(AnyText),
})

/** The trading terms of an account (wire/trade/account-terms.ts). */
export const AccountTermsView = View({
  currency: AnyText,
  currency_digits: Type.Integer(),
  margin_mode: Choice(['hedging', 'netting']),
  leverage: Type.Integer(),
  margin_call_level: AnyText,
  stop_out_level: AnyText,
  stop_out_mode: Choice(['percent', 'money']),
  free_margin_mode: Choice(['use_all', 'use_profit', 'use_loss', 'balance_only']),
  negative_balance_protection: Flag,
  limit_orders: Type.Integer(),
  limit_positions: Type.Integer(),
  trade_enabled: Flag,
  company: AnyText,
  deposit_url: AnyText,
  withdraw_url: AnyText,
})

/** An account as the client sees it, without fields only for staff. */
export const TraderAccountView = View({
  ...fieldsShown(HOLDER_FIELDS),
  terms: Nullable(AccountTermsView),
})

export const AccountParams = Params({ login: LoginText })

export const Fence = Type.String({
  pattern: '^(0|[1-9]\\d{0,18})$',
  'x-says': say('field.int64_0'),
})

/** The filters of the account list. A login is a number in a body and text in a query. */
export function accountFilters<L extends TSchema>(login: L) {
  return {
    group: Optional(GroupMask),
    company: Optional(Text(128, 1)),
    login: Optional(login),
    name: Optional(Text(128, 1)),
    email: Optional(Text(128, 1)),
  }
}

const ACCOUNTS_LIMIT_DEFAULT = 100

export const AccountsQuery = Query({
  ...accountFilters(LoginText),
  page: Default(Page, 1),
  limit: Default(Limit(1000), ACCOUNTS_LIMIT_DEFAULT),
  min_projection_seq: Optional(Fence),
})

export const AccountsCountQuery = Query({
  ...accountFilters(LoginText),
  page: Default(Page, 1),
  limit: Default(Limit(1000), ACCOUNTS_LIMIT_DEFAULT),
})

/**
 * A page of accounts. `consistency` and related fields are present if the request named a
 * `min_projection_seq`.
 */
export const AccountsPageView = View({
  items: Rows(AccountView),
  page: Type.Integer(),
  total: Type.Integer(),
  consistency: Optional(Choice(['current', 'projection_pending'])),
  projection_seq: Optional(AnyText),
  retry_after_ms: Optional(Type.Integer()),
})

const payment = {
  action: Choice(BALANCE_ACTIONS),
  amount: Decimal,
  comment: Optional(Multiline(64)),
  request_id: Uuid,
}

const balance = { ...payment, skip_margin_check: Optional(Flag) }

/**
 * The parameters of a balance operation that the confirmation covers: its body and the login in the
 * path.
 */
export const BalanceParams = Body({ login: Login, ...balance })

export const BalanceBody = Body({ ...balance, ...CONFIRMED_BY })

export const PaymentItem = Body({ login: Login, ...payment })

const payments = {
  items: List(PaymentItem, PAYMENTS_PER_REQUEST_MAX, 1),
  skip_margin_check: Optional(Flag),
}

/** The part of the body that the confirmation covers. */
export const BalanceBulkParams = Body(payments)

export const BalanceBulkBody = Body({ ...payments, ...CONFIRMED_BY })

export const PaymentRow = View({
  amount: AnyText,
  code: AnyText,
  deal_id: Nullable(Type.Integer()),
  login: Login,
  message: AnyText,
  request_id: AnyText,
  side: Nullable(AnyText),
  status: Choice(['done', 'rejected']),
  projection_seq: Nullable(AnyText),
})
