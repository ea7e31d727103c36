import type { UnixMs } from '../../engine/units.js'
import type { CronTimes } from './cron-times.js'

/** Something that is done at times, by nobody's hand (actors/schedule/job-runs.ts). */
export interface ScheduledJob {
  /** The name in metrics, notes (engine/text/reasons) and the log, under which the runs are kept. */
  readonly name: JobName
  readonly times: JobTimes
  /** The pause after a failure, twice as long after each further one in a row. */
  readonly retryMs: { readonly first: number; readonly max: number }
  /** The pause after the start before a run that was missed is made up for. */
  readonly settleMs: number
  /** Set where doing it again does no harm: then it is done even while its run cannot be stored. */
  readonly mayRepeat?: true
  /** Carries out a run; rejects when it was not done. `begunAt` names the run, also after a crash. */
  run(begunAt: UnixMs): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Stops a run that is under way, which then rejects. */
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
  /** The doer keeps what is due, and it is not due any more once it is done. */
  | { readonly kind: 'kept'; next(): UnixMs | undefined }
