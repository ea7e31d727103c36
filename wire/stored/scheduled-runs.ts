import type { UnixMs } from '../../engine/units.js'

/** The stored state of a job that runs at scheduled times (actors/schedule/job-runs.ts). */
export interface ScheduledRuns {
  /** The schedule that the state belongs to. A different schedule starts with a new state. */
  readonly times: string
  /** All scheduled times up to this one have been handled. */
  readonly settledAt: UnixMs
  /** The run that has started and not finished. */
  readonly open: OpenRun | null
  /** The reason why the last run failed; null if it succeeded. */
  readonly failure: string | null
  /** The time when a run last succeeded; null before the first. */
  readonly doneAt: UnixMs | null
}

export interface OpenRun {
  readonly due: UnixMs
  /** The start time, by which the run is recognised after a crash. */
  readonly begunAt: UnixMs
  /** How often the run has been started. */
  readonly attempts: number
}
