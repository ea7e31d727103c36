import { because } from '../../engine/reasons/reasons.js'
import { type JobFilter, jobsRepo } from '../../storage/repos/records/jobs.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { JobFacts, StoredJob } from '../../wire/stored/stored-job.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

export interface JobQueries {
  'job.get': { readonly request: { readonly id: number }; readonly answer: StoredJob }
  'jobs.page': {
    readonly request: {
      readonly filter: JobFilter
      readonly page: number
      readonly limit: number
    }
    readonly answer: { readonly rows: readonly JobFacts[]; readonly total: number }
  }
}

export function jobQueries(db: Sqlite): Handlers<JobQueries> {
  const jobs = jobsRepo(db)
  return {
    'job.get': ({ id }) => {
      const job = jobs.get(id)
      return job === undefined ? because('not_found.job', { id }) : accept(job)
    },
    'jobs.page': ({ filter, page, limit }) => {
      if (!isPage(page, limit)) return BAD_PAGE
      return inSnapshot(db, () => accept(jobs.page(filter, (page - 1) * limit, limit)))
    },
  }
}
