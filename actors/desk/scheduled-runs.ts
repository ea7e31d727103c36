import type { ScheduledRuns } from '../../wire/stored/scheduled-runs.js'
import { accept, type Outcome } from '../thread/ask.js'
import type { Desk } from './desk.js'

/** The stored runs of jobs with set times (actors/schedule). */

export function scheduledRunsDesk(desk: Desk) {
  const { meta } = desk.tables
  return {
    'schedule.known': ({
      jobs,
    }: {
      readonly jobs: readonly string[]
    }): Outcome<readonly (readonly [job: string, runs: ScheduledRuns])[]> =>
      accept(
        jobs.flatMap((job) => {
          const kept = meta.get(`runs_of_${job}`)
          return kept === undefined ? [] : [[job, JSON.parse(kept) as ScheduledRuns] as const]
        }),
      ),
    'schedule.keep': ({
      job,
      runs,
    }: {
      readonly job: string
      readonly runs: ScheduledRuns
    }): Outcome<null> =>
      desk.change(() => {
        meta.set(`runs_of_${job}`, JSON.stringify(runs))
        return accept(null)
      }),
  }
}
