import { RIGHTS } from '../../../engine/access/rights.js'
import { Email } from '../../types/formatted-texts.js'
import {
  AddressPrefixes,
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupMask,
  GroupPath,
  Int,
  Limit,
  List,
  Login,
  LoginText,
  Nullable,
  NumberText,
  Optional,
  Page,
  PageOf,
  Params,
  Query,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { PASSWORD_TEXT_MAX } from '../accounts/account.js'

/** Request and answer schemas of staff users (docs/decisions/staff.md). */
const MONTHS_MAX = 120
const DEPTH_DAYS_MAX = 36_500
/**
 * The most entries of a list as sent. Its actual limit applies after duplicates have been removed.
 */
const ENTRIES_MAX = 1024

const PROFILE = {
  group_scope: List(GroupMask, ENTRIES_MAX),
  ip_allow: AddressPrefixes,
  logs_months: Int(0, MONTHS_MAX),
  mailbox_name: Text(128),
  reports_months: Int(0, MONTHS_MAX),
  rights: List(Choice(RIGHTS), ENTRIES_MAX),
}

const OPTIONAL_PROFILE = {
  group_scope: Optional(PROFILE.group_scope),
  ip_allow: Optional(PROFILE.ip_allow),
  logs_months: Optional(PROFILE.logs_months),
  mailbox_name: Optional(PROFILE.mailbox_name),
  reports_months: Optional(PROFILE.reports_months),
  rights: Optional(PROFILE.rights),
}

const REPORT_LINE = {
  path: Text(128, 1),
  view: Flag,
  export: Flag,
  depth_days: Int(0, DEPTH_DAYS_MAX),
}

export const StaffParams = Params({ login: LoginText })

const STAFF_LIMIT_DEFAULT = 100
export const StaffQuery = Query({
  group: Optional(GroupMask),
  login: Optional(NumberText(0)),
  name: Optional(Text(128, 1)),
  page: Default(Page, 1),
  limit: Default(Limit(1000), STAFF_LIMIT_DEFAULT),
})

export const CreateStaffBody = Body({ login: Login, ...OPTIONAL_PROFILE })

/** A staff user in a settings file from another server. */
export const StaffFileItem = Body({
  login: Login,
  group: Optional(GroupPath),
  name: Optional(Text(128)),
  email: Optional(Email),
  active: Optional(Flag),
  reports: Optional(List(Body(REPORT_LINE), ENTRIES_MAX)),
  ...OPTIONAL_PROFILE,
})

export const PatchStaffBody = Body({
  version: Version,
  group: Optional(GroupPath),
  name: Optional(Text(128)),
  email: Optional(Email),
  active: Optional(Flag),
  ...OPTIONAL_PROFILE,
})

export const StaffView = View({
  active: Flag,
  created_at: Time,
  email: AnyText,
  group: AnyText,
  group_scope: Rows(AnyText),
  ip_allow: Rows(AnyText),
  last_access: Nullable(Time),
  last_ip: AnyText,
  login: Login,
  logs_months: PROFILE.logs_months,
  mailbox_name: AnyText,
  name: AnyText,
  otp_enabled: Flag,
  reports_months: PROFILE.reports_months,
  rights: Rows(AnyText),
  updated_at: Time,
  version: Version,
  warnings: Rows(AnyText),
})

export const StaffPageView = PageOf(StaffView)

export const StaffPasswordBody = Body({ password: Text(PASSWORD_TEXT_MAX, 1) })

export const StaffReportsBody = Body({
  version: Version,
  lines: List(Body(REPORT_LINE), ENTRIES_MAX),
})

export const StaffReportsView = View({ version: Version, lines: Rows(View(REPORT_LINE)) })

export const RightsView = Rows(View({ name: AnyText, description: AnyText, held: Flag }))
