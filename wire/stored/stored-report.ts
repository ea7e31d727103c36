import type { ReportModule } from '../../engine/reports/modules.js'
import type { KeptSection } from '../../engine/reports/section.js'
import type { Login, UnixMs } from '../../engine/units.js'
import { CSV_MEDIA } from '../answer/csv.js'

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

/** The parameters of a report. */
export interface ReportParams {
  /** The params of its configuration. */
  readonly config: Readonly<Record<string, string>>
  /** Days on the server's clock, both included; null is open. */
  readonly from: string | null
  readonly to: string | null
  /** Masks of groups with commas between; empty is every group in reach. */
  readonly groups: string
  /** The masks of groups that whoever asked may reach. */
  readonly in_reach: readonly string[]
  readonly login: Login | null
  readonly logins: readonly Login[]
  /** The logical server whose records it tells of. */
  readonly server: string
}

/** The request of a job of the kind `report`. */
export interface ReportRequest {
  /** Null without a configuration. */
  readonly config_id: number | null
  readonly module: ReportModule
  readonly name: string
  readonly format: ReportFormat
  readonly params: ReportParams
  /** The first moment of the journal that its owner may read; null is all. */
  readonly journal_from: UnixMs | null
  /** The schedule that asked for it; null where somebody did. */
  readonly schedule_id: number | null
  /** The job whose rows it has in another format; left out where it finds its own. */
  readonly copy_of?: number
}

/** A report job. It outlives the job that makes it, and the result. */
export interface StoredReport {
  readonly id: number
  readonly owner: Login
  readonly state: ReportState
  readonly request: ReportRequest
  /** The rights and the scope that it was made with. */
  readonly rights: readonly string[]
  readonly scope: readonly string[]
  readonly attempts: number
  readonly rows: number
  readonly error: string
  readonly created_at: UnixMs
  readonly finished_at: UnixMs | null
  /** Once it is done. */
  readonly sections: readonly KeptSection[]
}

/** The file of a report, as it is downloaded. */
export function reportFile(
  id: number,
  { format, module }: Pick<ReportRequest, 'format' | 'module'>,
) {
  return { name: `${module}-${id}.${format}`, media: MEDIA[format] }
}

/** A report as people see it; its `sections` are read only with a single job. */
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

/** A section as people see it; where rows lie in the file is nobody's business. */
export function sectionView({ places: _, charts = [], ...section }: KeptSection) {
  return {
    ...section,
    charts: charts.map(({ isByDay, points, names, ...chart }) => ({
      ...chart,
      by_day: isByDay,
      names: [...names],
      points: points.map(({ label, value, second = null }) => ({ label, value, second })),
    })),
  }
}
