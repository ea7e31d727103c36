import type { Route } from '../pipeline/route.js'
import { adminJobRoutes } from './jobs/jobs.js'
import { adminJournalRoutes } from './journal/journal.js'
import { adminLogRoutes } from './logs/log-archive.js'
import { adminNewsRoutes, traderNewsRoutes } from './news/news.js'

/** Routes of jobs, the journal and news. */
export const recordRoutes: readonly Route[] = [
  ...adminJobRoutes,
  ...adminJournalRoutes,
  ...adminLogRoutes,
  ...adminNewsRoutes,
  ...traderNewsRoutes,
]
