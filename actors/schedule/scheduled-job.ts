import type { UnixMs } from '../../engine/units.js'
import type { CronTimes } from './cron-times.js'

/** Something that is done at times, by nobody's hand (actors/schedule/job-runs.ts). */
export interface ScheduledJob {
  /** In metrics and in the log, and what is kept of it is kept under this name. */
  readonly name: JobName
  /** How it reads in a note, like `The backup`. */
  readonly title: string
  readonly times: JobTimes
  /** After failures in a row it waits twice as long each time. */
  readonly retryMs: { readonly first: number; readonly max: number }
  /** What was missed before the start waits for so long after it. */
  readonly settleMs: number
  /** It does no harm to do it again: it is done although nothing can be kept of it. */
  readonly mayRepeat?: true
  /** Rejects when it was not done. `begunAt` names the run, and is the same after a crash. */
  run(begunAt: UnixMs): Promise<Readonly<Record<string, unknown>> | undefined>
  /** Lets go of a run that is under way, which rejects then. */
  stop?(): Promise<void>
}

export type JobName =
  | 'backup'
  | 'file_retention'
  | 'leverage_switches'
  | 'log_archive'
  | 'log_retention'

export type JobTimes =
  | { readonly kind: 'cron'; readonly cron: CronTimes }
  /** What is due is kept by whoever does it, and is not due any more once it is done. */
  | { readonly kind: 'kept'; next(): UnixMs | undefined }
