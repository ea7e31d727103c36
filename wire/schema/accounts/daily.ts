import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Choice,
  Default,
  Limit,
  Nullable,
  Optional,
  Page,
  Query,
  Rows,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { Fence } from './account.js'

/** Daily rows of accounts (docs/trade/day-end.md). */
const DAILY_LIMIT_DEFAULT = 100

export const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-01-31'],
  'x-says': say('field.day'),
})

export const AccountDailyQuery = Query({
  from: Optional(Day),
  to: Optional(Day),
  page: Default(Page, 1),
  limit: Default(Limit(), DAILY_LIMIT_DEFAULT),
  min_projection_seq: Optional(Fence),
})

const TextOrNone = Nullable(AnyText)

export const DailyView = View({
  date: AnyText,
  login: Type.Integer(),
  group: AnyText,
  name: TextOrNone,
  currency: AnyText,
  balance: AnyText,
  balance_prev_day: AnyText,
  balance_prev_month: AnyText,
  credit: AnyText,
  swap: AnyText,
  equity: TextOrNone,
  margin: TextOrNone,
  margin_free: TextOrNone,
  floating_profit: TextOrNone,
  daily_profit: AnyText,
  daily_swap: AnyText,
  daily_fee: AnyText,
  daily_commission_instant: AnyText,
  daily_commission_turnover: AnyText,
  daily_deposits: AnyText,
  daily_withdrawals: AnyText,
  daily_credit: AnyText,
  daily_bonuses: AnyText,
  daily_charges: AnyText,
  daily_corrections: AnyText,
  daily_compensation: AnyText,
  at: Time,
})

/**
 * A page of daily rows. `consistency` and related fields are present if the request named a
 * `min_projection_seq`.
 */
export const DailyPageView = View({
  items: Rows(DailyView),
  page: Type.Integer(),
  total: Type.Integer(),
  consistency: Optional(Choice(['current', 'projection_pending'])),
  projection_seq: Optional(AnyText),
  retry_after_ms: Optional(Type.Integer()),
})
