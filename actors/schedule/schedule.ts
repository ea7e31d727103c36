import type { ScheduledRuns } from '../../wire/stored/scheduled-runs.js'
import { JobRuns, type JobRunsOptions, type RunFigures } from './job-runs.js'
import type { ScheduledJob } from './scheduled-job.js'

/** The work that the server does on its own at set times (job-runs.ts, S1 to S6). */
export interface ScheduleOptions extends JobRunsOptions {
  /** Reads the stored runs of each job; rejects while the desk does not answer. */
  known(): Promise<ReadonlyMap<string, ScheduledRuns>>
}

/** The pause before a failed read of the stored runs is repeated. */
const READ_AGAIN_MS = 5_000

export class Schedule {
  readonly #options: ScheduleOptions
  readonly #jobs: readonly ScheduledJob[]
  #runs: readonly JobRuns[] = []
  #isStopping = false

  constructor(options: ScheduleOptions, jobs: readonly ScheduledJob[]) {
    this.#options = options
    this.#jobs = jobs
  }

  /** Starts the jobs once the server is ready. */
  async start(): Promise<void> {
    const { clock, logger } = this.#options
    try {
      const known = await this.#options.known()
      if (this.#isStopping) return
      this.#runs = this.#jobs.map((job) => new JobRuns(job, this.#options, known.get(job.name)))
    } catch (error) {
      logger.error({ err: error }, 'what ran by the schedule cannot be read')
      clock.after(READ_AGAIN_MS, () => {
        if (!this.#isStopping) void this.start()
      })
      return
    }
    await Promise.all(this.#runs.map((runs) => runs.start()))
  }

  /** Sets all timers again after the settings have changed. */
  arm(): void {
    for (const runs of this.#runs) runs.arm()
  }

  get figures(): readonly RunFigures[] {
    return this.#runs.map(({ figures }) => figures)
  }

  /** Abandons running jobs; they begin again at the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#runs.map((runs) => runs.stop()))
  }
}
