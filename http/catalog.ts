import type { Route } from './route.js'
import { adminAccountRoutes } from './routes/admin/accounts.js'
import { adminHolidayRoutes } from './routes/admin/holidays.js'
import { authRoutes } from './routes/auth.js'
import { traderAccountRoutes } from './routes/trader/account.js'

/** Every route of the contract that is served. The system routes are added where they are wired. */
export const catalog: readonly Route[] = [
  ...authRoutes,
  ...adminAccountRoutes,
  ...adminHolidayRoutes,
  ...traderAccountRoutes,
]
