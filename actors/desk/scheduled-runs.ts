import { metaRepo } from '../../storage/repos/meta.js'
import type { ScheduledRuns } from '../../wire/stored/scheduled-runs.js'
import { accept, type Handlers } from '../thread/ask.js'
import type { Desk } from './desk.js'

/** The runs that are kept of the jobs with set times (actors/schedule). */
export interface ScheduledRunsOperations {
  'schedule.known': {
    readonly request: { readonly jobs: readonly string[] }
    readonly answer: readonly (readonly [job: string, runs: ScheduledRuns])[]
  }
  'schedule.keep': {
    readonly request: { readonly job: string; readonly runs: ScheduledRuns }
    readonly answer: null
  }
}

export function scheduledRunsDesk(desk: Desk): Handlers<ScheduledRunsOperations> {
  const meta = metaRepo(desk.db)
  return {
    'schedule.known': ({ jobs }) =>
      accept(
        jobs.flatMap((job) => {
          const kept = meta.get(`runs_of_${job}`)
          return kept === undefined ? [] : [[job, JSON.parse(kept) as ScheduledRuns] as const]
        }),
      ),
    'schedule.keep': ({ job, runs }) =>
      desk.change(() => {
        meta.set(`runs_of_${job}`, JSON.stringify(runs))
        return accept(null)
      }),
  }
}
