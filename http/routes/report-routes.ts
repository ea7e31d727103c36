import type { Route } from '../pipeline/route.js'
import { reportConfigRoutes } from './reports/configs.js'
import { reportJobRoutes } from './reports/jobs.js'
import { reportScheduleRoutes } from './reports/schedules.js'
import { reportViewRoutes } from './reports/views.js'

/** Routes of reports. */
export const reportRoutes: readonly Route[] = [
  ...reportConfigRoutes,
  ...reportViewRoutes,
  ...reportJobRoutes,
  ...reportScheduleRoutes,
]
