import type { UnixMs } from '../../engine/units.js'
import type { CronTimes } from '../thread/cron-times.js'

/** A job that runs automatically at set times (actors/schedule/job-runs.ts). */
export interface ScheduledJob {
  /** The name in metrics and in the log, under which its runs are stored. */
  readonly name: JobName
  readonly times: JobTimes
  /** The pause after a failure, doubled after each further one in a row. */
  readonly retryMs: { readonly first: number; readonly max: number }
  /** The pause after a start before a missed run is made up for. */
  readonly settleMs: number
  /** True if a repetition does no harm. The job then runs even if its run cannot be stored. */
  readonly mayRepeat?: true
  /** Carries out a run; rejects if it failed. `begunAt` names the run, also after a crash. */
  run(begunAt: UnixMs): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Stops a running job, whose promise then rejects. */
  stop?(): Promise<void>
}

export type JobName =
  | 'backup'
  | 'file_retention'
  | 'leverage_switches'
  | 'log_archive'
  | 'log_retention'
  | 'maintenance'
  | 'record_retention'
  | 'reports'
  | 'statements'

export type JobTimes =
  | { readonly kind: 'cron'; readonly cron: CronTimes }
  /** The job itself stores its next due time, and moves it forward when a run is done. */
  | { readonly kind: 'kept'; next(): UnixMs | undefined }
