import type { Route } from '../pipeline/route.js'
import { adminJobRoutes } from './jobs/jobs.js'
import { adminJournalRoutes } from './journal/journal.js'
import { adminLogRoutes } from './logs/log-archive.js'

/** Routes of jobs and the journal. */
export const recordRoutes: readonly Route[] = [
  ...adminJobRoutes,
  ...adminJournalRoutes,
  ...adminLogRoutes,
]
