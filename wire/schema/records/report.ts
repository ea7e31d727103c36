import { DailyView, Day } from '../accounts/daily.js'
import {
  AnyText,
  Flag,
  GroupMask,
  Id,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  PageOf,
  Query,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../scalars.js'
import { REPORT_CONFIG_FIELDS } from '../settings/report-config.js'
import { Type } from '../type.js'

/** Reports: what may be run, and the two that are answered at once. */
export const REPORT_DAILY_LIMIT_DEFAULT = 100
const COMPANY_CHARACTERS = 128

export const ModulesView = Rows(
  View({
    module: AnyText,
    title: AnyText,
    description: AnyText,
    inputs: Rows(AnyText),
    daily: Flag,
  }),
)

export const AvailableReportView = View({
  id: Id,
  ...REPORT_CONFIG_FIELDS,
  can_export: Flag,
  /** A row is a day, or what happened in it. */
  daily: Flag,
  description: AnyText,
  inputs: Rows(AnyText),
  oldest_from: Nullable(AnyText),
  created_at: Time,
  updated_at: Time,
  version: Version,
})

const accounts = {
  group: Optional(GroupMask),
  company: Optional(Text(COMPANY_CHARACTERS, 1)),
}

export const ReportDailyQuery = Query({
  ...accounts,
  login: Optional(LoginText),
  from: Optional(Day),
  to: Optional(Day),
  page: Optional(Page),
  limit: Optional(Limit()),
})
export const ReportDailyView = PageOf(DailyView)

export const ReportExposureQuery = Query(accounts)
export const ReportExposureView = Rows(
  View({
    symbol: AnyText,
    symbol_id: Type.Integer(),
    buy_volume: AnyText,
    sell_volume: AnyText,
    net_volume: AnyText,
    positions: Type.Integer(),
  }),
)
