import type { Route } from './pipeline/route.js'
import { accountRoutes } from './routes/account-routes.js'
import { peopleRoutes } from './routes/people-routes.js'
import { recordRoutes } from './routes/record-routes.js'
import { reportRoutes } from './routes/report-routes.js'
import { settingsRoutes } from './routes/settings-routes.js'
import { signInRoutes } from './routes/sign-in-routes.js'
import { tradeRoutes } from './routes/trade-routes.js'

/** Every route of the contract that is served, an area a file. The system routes are added where they are wired. */
export const catalog: readonly Route[] = [
  ...signInRoutes,
  ...accountRoutes,
  ...settingsRoutes,
  ...tradeRoutes,
  ...recordRoutes,
  ...reportRoutes,
  ...peopleRoutes,
]
