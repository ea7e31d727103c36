import type { ReportModule } from '../../engine/reports/modules.js'
import type { ChartTitle, KeptSection } from '../../engine/reports/section.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { CSV_MEDIA } from '../format/csv.js'

export const REPORT_FORMATS = ['json', 'csv', 'xlsx', 'html'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

export const REPORT_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type ReportState = (typeof REPORT_STATES)[number]

const MEDIA: Readonly<Record<ReportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: CSV_MEDIA,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
}

export interface ReportParams {
  readonly config: Readonly<Record<string, string>>
  /** Days in server time, both inclusive; null means open. */
  readonly from: string | null
  readonly to: string | null
  /** The group masks separated by commas; empty means all groups within the scope. */
  readonly groups: string
  /** The group masks of the requester's scope. */
  readonly in_reach: readonly string[]
  readonly login: Login | null
  readonly logins: readonly Login[]
  /** The logical server that the report is about. */
  readonly server: string
}

/** The request of a job of kind `report`. */
export interface ReportRequest {
  /** The id of the configuration; null for a report without one. */
  readonly config_id: number | null
  readonly module: ReportModule
  readonly name: string
  readonly format: ReportFormat
  readonly params: ReportParams
  /** The start of the part of the journal that the owner may read; null means all. */
  readonly journal_from: UnixMs | null
  /** The schedule that started it, or null. */
  readonly schedule_id: number | null
  /** The job whose rows are converted to another format; omitted for a normal report. */
  readonly copy_of?: number
}

/** A report job as it is stored. It is kept longer than the background job and the result file. */
export interface StoredReport {
  readonly id: number
  readonly owner: Login
  readonly state: ReportState
  readonly request: ReportRequest
  /** The rights and scope with which the job was created. */
  readonly rights: readonly string[]
  readonly scope: readonly string[]
  readonly attempts: number
  readonly rows: number
  readonly error: string
  readonly created_at: UnixMs
  readonly finished_at: UnixMs | null
  /** The sections of the result; empty until the job is done. */
  readonly sections: readonly KeptSection[]
}

/** The file name and media type of a report. */
export function reportFile(
  id: number,
  { format, module }: Pick<ReportRequest, 'format' | 'module'>,
) {
  return { name: `${module}-${id}.${format}`, media: MEDIA[format] }
}

/** A report in the form of the API. Its `sections` are only read for a single job. */
export function reportView(report: Omit<StoredReport, 'sections'>) {
  const { id, owner, state, request, attempts, rows, error, created_at, finished_at } = report
  const { config_id, module, name, format, params, copy_of = null } = request
  return {
    id,
    config_id,
    module,
    name,
    format,
    copy_of,
    params,
    requested_by: owner,
    state,
    attempts,
    rows,
    error,
    created_at: new Date(created_at).toISOString(),
    finished_at: finished_at === null ? null : new Date(finished_at).toISOString(),
  }
}

/** The title of charts that may be stored without `by`, although their labels are values. */
const TITLE_BY_ROUTE: ChartTitle = 'Volume by route'

/** A section in the form of the API, without the positions of its rows in the file. */
export function sectionView({ places: _, charts = [], ...section }: KeptSection) {
  return {
    ...section,
    charts: charts.map(({ isByDay, points, names, ...chart }) => ({
      ...(chart.title === TITLE_BY_ROUTE && { by: 'route' }),
      ...chart,
      by_day: isByDay,
      names: [...names],
      points: points.map(({ label, value, second = null }) => ({ label, value, second })),
    })),
  }
}
