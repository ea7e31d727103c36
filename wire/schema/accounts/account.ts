import { BALANCE_ACTIONS } from '../../../engine/account/event.js'
import { MOVES_PER_REQUEST_MAX, PAYMENTS_PER_REQUEST_MAX } from '../../../engine/limits/bulk.js'
import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import { STAFF_ONLY_FIELDS } from '../../answer/account-text.js'
import type { StoredAccount } from '../../stored/stored-account.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
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
} from '../scalars.js'
import { Type } from '../type.js'

/** Trading accounts: what comes in and what goes out. */
export const PASSWORD_TEXT_MAX = 128
export const DETAIL_MAX = 256
const LEVERAGE_MAX = 10_000
const LIMIT_MAX = 1_000_000

export const Email = Type.String({
  maxLength: 128,
  pattern: '^([^\\s@<>"(),:;]+@[^\\s@<>"(),:;.]+(\\.[^\\s@<>"(),:;.]+)+)?$',
  'x-text': 'line',
  'x-says': 'must be a plain e-mail address, like name@example.com',
})

/** Set when an account is opened, and changed later. */
export const accountSettings = {
  name: Optional(Text(128)),
  email: Optional(Email),
  leverage: Optional(Int(0, LEVERAGE_MAX)),
  limit_orders: Optional(Int(0, LIMIT_MAX)),
  limit_positions: Optional(Int(0, LIMIT_MAX)),
  trading_enabled: Optional(Flag),
  address: Optional(Text(DETAIL_MAX)),
  city: Optional(Text(DETAIL_MAX)),
  comment: Optional(Multiline(DETAIL_MAX)),
  company: Optional(Text(DETAIL_MAX)),
  country: Optional(Text(DETAIL_MAX)),
  id_number: Optional(Text(DETAIL_MAX)),
  last_name: Optional(Text(128)),
  lead_campaign: Optional(Text(DETAIL_MAX)),
  lead_source: Optional(Text(DETAIL_MAX)),
  middle_name: Optional(Text(128)),
  phone: Optional(Text(DETAIL_MAX)),
  state: Optional(Text(DETAIL_MAX)),
  zip_code: Optional(Text(DETAIL_MAX)),
  status: Optional(Choice(['RE', 'NR', ''])),
}

export const CreateAccountBody = Body({
  group: GroupPath,
  master_password: Text(PASSWORD_TEXT_MAX, 1),
  investor_password: Text(PASSWORD_TEXT_MAX, 1),
  phone_password: Optional(Text(PASSWORD_TEXT_MAX, 1)),
  login: Optional(Int(0)),
  ...accountSettings,
})

export const MoveBody = Body({ group: GroupPath, version: Optional(Int(1)) })

export const MoveManyBody = Body({
  logins: List(Login, MOVES_PER_REQUEST_MAX * REPEATS_TIMES_MAX, 1),
  group: GroupPath,
})

export const MovedRow = View({ login: Login, code: AnyText, message: AnyText })

export const LeverageBody = Body({ leverage: Int(0, LEVERAGE_MAX), version: Optional(Int(1)) })

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

const Hidden = Nullable(AnyText)

/** The figures that its view has beside the stored fields. */
type AccountFigure =
  | 'currency'
  | 'balance'
  | 'balance_prev_day'
  | 'balance_prev_month'
  | 'credit'
  | 'money'

/** An account as staff see it. */
const account = {
  login: Login,
  group: AnyText,
  currency: AnyText,
  leverage: Type.Integer(),
  limit_orders: Type.Integer(),
  limit_positions: Type.Integer(),
  name: Hidden,
  last_name: Hidden,
  middle_name: Hidden,
  comment: Hidden,
  email: Hidden,
  phone: Hidden,
  address: Hidden,
  city: Hidden,
  country: Hidden,
  state: Hidden,
  zip_code: Hidden,
  id_number: Hidden,
  company: AnyText,
  bank_account: AnyText,
  lead_campaign: AnyText,
  lead_source: AnyText,
  color: AnyText,
  language: AnyText,
  status: AnyText,
  agent: Nullable(Type.Integer()),
  client_id: Nullable(Type.Integer()),
  enabled: Flag,
  trading_enabled: Flag,
  expert_enabled: Flag,
  api_enabled: Flag,
  api_ip_allow: Rows(AnyText),
  api_password_set: Flag,
  must_change_password: Flag,
  otp_enabled: Flag,
  policy_revision: Type.Integer(),
  archived_at: Nullable(Time),
  last_access: Nullable(Time),
  last_ip: AnyText,
  created_at: Time,
  updated_at: Time,
  version: Type.Integer(),
  balance: Nullable(AnyText),
  balance_prev_day: Nullable(AnyText),
  balance_prev_month: Nullable(AnyText),
  credit: Nullable(AnyText),
  money: Nullable(MoneyView),
} satisfies Record<keyof StoredAccount | AccountFigure, TSchema>

export const AccountView = View(account)

/** On which terms the account trades (wire/trade/account-terms.ts). */
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

/** As its holder sees it: nothing of what staff keep about it. */
export const TraderAccountView = View({ ...forHolder(account), terms: Nullable(AccountTermsView) })

function forHolder<Fields extends Readonly<Record<string, TSchema>>>(fields: Fields) {
  const isTold = (name: string): boolean => !STAFF_ONLY_FIELDS.some((field) => field === name)
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isTold(name))) as Omit<
    Fields,
    (typeof STAFF_ONLY_FIELDS)[number]
  >
}

export const AccountParams = Params({ login: LoginText })

export const Fence = Type.String({
  pattern: '^(0|[1-9]\\d{0,18})$',
  'x-says': 'must be a whole number from 0 to 9223372036854775807',
})

/** The filters of the list of accounts; a login is a number in a body and text in a query. */
export function accountFilters<L extends TSchema>(login: L) {
  return {
    group: Optional(GroupMask),
    company: Optional(Text(128, 1)),
    login: Optional(login),
    name: Optional(Text(128, 1)),
    email: Optional(Text(128, 1)),
  }
}

export const AccountsQuery = Query({
  ...accountFilters(LoginText),
  page: Optional(Page),
  limit: Optional(Limit(1000)),
  min_projection_seq: Optional(Fence),
})

export const AccountsCountQuery = Query({
  ...accountFilters(LoginText),
  page: Optional(Page),
  limit: Optional(Limit(1000)),
})

/** With the fence asked for, `consistency` and what comes with it are there too. */
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

export const BalanceBody = Body({ ...payment, skip_margin_check: Optional(Flag) })

export const BalanceBulkBody = Body({
  items: List(Body({ login: Login, ...payment }), PAYMENTS_PER_REQUEST_MAX, 1),
  skip_margin_check: Optional(Flag),
})

/** One row of a payment's answer. */
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
