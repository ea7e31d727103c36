import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { JobsOperations } from '../desk/jobs.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock, Timer } from '../thread/clock.js'
import { CronTimes } from '../thread/cron-times.js'
import type { ScheduledJob } from './scheduled-job.js'

/** The request that a run sends to the desk. */
export interface LogArchiveDesk {
  ask(
    name: 'jobs.of_server',
    request: JobsOperations['jobs.of_server']['request'],
  ): Promise<Outcome<StoredJob>>
}

const FIRST_RETRY_MS = 5 * 60_000
const RETRY_MAX_MS = 3_600_000
/** The pause after a start, because the server has other work to do first. */
const SETTLE_MS = 1_000
const LOOK_MS = 1_000

/**
 * Archives the logs at set times with a job of the server itself, carried out like those of staff.
 * The run names the job, so after a crash it finds the job again. If staff cancel it, the run is
 * over until its next time.
 */
export function logArchiveJob(schedule: string, desk: LogArchiveDesk, clock: Clock): ScheduledJob {
  let isStopping = false
  let timer: Timer | undefined
  let wake: () => void = () => undefined
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
      timer = clock.after(LOOK_MS, resolve)
    })
  return {
    name: 'log_archive',
    times: { kind: 'cron', cron: CronTimes.of(schedule) },
    retryMs: { first: FIRST_RETRY_MS, max: RETRY_MAX_MS },
    settleMs: SETTLE_MS,
    async run(begunAt) {
      while (!isStopping) {
        const asked = await desk.ask('jobs.of_server', { kind: 'log.archive', begunAt })
        if (!asked.ok) throw new Error(asked.message)
        const { id, state, error, done } = asked.value
        if (state === 'failed') throw new Error(error)
        if (state === 'done' || state === 'cancelled') return { id, state, records: done }
        await rest()
      }
      throw new Error('the server stops')
    },
    async stop() {
      isStopping = true
      timer?.cancel()
      wake()
    },
  }
}
