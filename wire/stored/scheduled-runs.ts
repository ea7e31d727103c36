import type { UnixMs } from '../../engine/units.js'

/** The state that is kept of a job that runs at set times (actors/schedule/job-runs.ts). */
export interface ScheduledRuns {
  /** The times that it was kept for: with others it begins anew. */
  readonly times: string
  /** Times up to here are dealt with. */
  readonly settledAt: UnixMs
  /** The run that was begun and is not done. */
  readonly open: OpenRun | null
  /** Why the newest run was not done; null when it was. */
  readonly failure: string | null
  /** When a run was done last; null before the first. */
  readonly doneAt: UnixMs | null
}

export interface OpenRun {
  readonly due: UnixMs
  /** When it was begun: by this it is known again after a crash. */
  readonly begunAt: UnixMs
  /** The number of times that it was begun. */
  readonly attempts: number
}
