import type { Login, UnixMs } from '../../engine/units.js'
import { timeOrNull, timeText } from '../format/time-text.js'
import type { ReportFormat } from './stored-report.js'

/** A schedule that runs a report automatically, with the rights and scope of its owner. */
export interface StoredReportSchedule {
  readonly id: number
  readonly owner: Login
  readonly config_id: number
  readonly cron: string
  readonly format: ReportFormat
  /** The e-mail addresses separated by commas, or empty. */
  readonly email_to: string
  /** The time of the next run; null if no further run is due. */
  readonly due_at: UnixMs | null
  readonly last_at: UnixMs | null
  /** The job of the last run; null if it could not be started. */
  readonly last_job: number | null
  /** The reason why the last run failed, if it did. */
  readonly error: string
  readonly created_at: UnixMs
  readonly updated_at: UnixMs
  readonly version: number
}

export function scheduleView(schedule: StoredReportSchedule) {
  const { due_at, last_at, last_job, owner, created_at, updated_at, ...rest } = schedule
  return {
    ...rest,
    requested_by: owner,
    next_run_at: timeOrNull(due_at),
    last_run_at: timeOrNull(last_at),
    last_job_id: last_job,
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
  }
}
