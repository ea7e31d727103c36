import { REPORT_LOGINS_MAX } from '../../../engine/limits/jobs.js'
import { REPORT_MODULES } from '../../../engine/reports/modules.js'
import { CHART_KINDS } from '../../../engine/reports/section.js'
import { REPORT_FORMATS, REPORT_STATES } from '../../stored/stored-report.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  FlagText,
  GroupMask,
  Id,
  IdText,
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
import { Type } from '../../types/type.js'
import { DailyView, Day } from '../accounts/daily.js'
import { REPORT_CONFIG_FIELDS } from '../settings/report-config.js'

/** Available reports, report jobs, and the two reports that are answered directly. */
const REPORT_DAILY_LIMIT_DEFAULT = 100
const REPORT_ROWS_LIMIT_DEFAULT = 100
const SECTION_MAX = 99
const COMPANY_CHARACTERS = 128
const MASK_CHARACTERS = 1024

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
  /** Whether rows are about days or events of a day. */
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
  page: Default(Page, 1),
  limit: Default(Limit(), REPORT_DAILY_LIMIT_DEFAULT),
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

const CELL = Type.Union([Type.String(), Type.Integer(), Type.Null()])

/** A chart by day, or of the largest values by name. */
export const ReportChartView = View({
  title: AnyText,
  unit: AnyText,
  kind: Choice(CHART_KINDS),
  by: Optional(AnyText),
  by_day: Flag,
  names: Rows(AnyText),
  points: Rows(View({ label: AnyText, value: Type.Number(), second: Nullable(Type.Number()) })),
})

export const SectionView = View({
  title: AnyText,
  columns: Rows(View({ name: AnyText, type: AnyText })),
  /** The first hundred rows, up to 64 KiB; the file contains all. */
  rows: Rows(Rows(CELL)),
  row_count: Type.Integer(),
  /** Sums of each column, one row for each currency or other group of totals. */
  totals: Rows(Type.Unsafe<Readonly<Record<string, string | number | null>>>({ type: 'object' })),
  charts: Rows(ReportChartView),
})

export const ReportRowsParams = Params({ id: IdText, n: NumberText(0, SECTION_MAX) })
export const ReportRowsQuery = Query({
  offset: Default(NumberText(0), 0),
  limit: Default(Limit(), REPORT_ROWS_LIMIT_DEFAULT),
})
/** Rows of a section as in the file, starting at `offset`. */
export const ReportRowsView = View({
  offset: Type.Integer(),
  rows: Rows(Rows(CELL)),
  row_count: Type.Integer(),
})

export const ReportJobInputView = View({
  config: Type.Unsafe<Readonly<Record<string, string>>>({ type: 'object' }),
  from: Nullable(AnyText),
  to: Nullable(AnyText),
  groups: AnyText,
  in_reach: Rows(AnyText),
  login: Nullable(Login),
  logins: Rows(Login),
  server: AnyText,
})

const REPORT_JOB = {
  id: Id,
  /** The report configuration; null for a job that names a module instead. */
  config_id: Nullable(Id),
  module: AnyText,
  name: AnyText,
  format: Choice(REPORT_FORMATS),
  /** The job whose rows were converted; null if the job collected its rows itself. */
  copy_of: Nullable(Id),
  params: ReportJobInputView,
  requested_by: Login,
  state: Choice(REPORT_STATES),
  attempts: Type.Integer(),
  rows: Type.Integer(),
  error: AnyText,
  created_at: Time,
  finished_at: Nullable(Time),
}

export const ReportJobView = View(REPORT_JOB)
export const ReportJobsView = PageOf(ReportJobView)
/** A report job with its tables, which are empty until it is done. */
export const ReportJobTablesView = View({ ...REPORT_JOB, sections: Rows(SectionView) })

const REPORT_JOBS_LIMIT_DEFAULT = 50
export const ReportJobsQuery = Query({
  all: Default(FlagText, false),
  page: Default(Page, 1),
  limit: Default(Limit(200), REPORT_JOBS_LIMIT_DEFAULT),
})
export const ReportJobParams = Params({ id: IdText })

/** The inputs of report modules. */
const ReportParamsBody = Body({
  from: Optional(Day),
  to: Optional(Day),
  groups: Optional(Text(MASK_CHARACTERS, 1)),
  login: Optional(Login),
  logins: Optional(List(Login, REPORT_LOGINS_MAX)),
})

export const RunReportBody = Body({
  config_id: Optional(Id),
  module: Optional(Choice(REPORT_MODULES)),
  /** A job whose rows to write in another format, instead of running a report. */
  job_id: Optional(Id),
  format: Choice(REPORT_FORMATS),
  params: Optional(ReportParamsBody),
})
