import type { Route } from '../pipeline/route.js'
import { adminAccountActivityRoutes } from './accounts/account-activity.js'
import { adminAccountAuditRoutes } from './accounts/account-audit-routes.js'
import { adminAccountClientRoutes } from './accounts/account-clients.js'
import { adminAccountMarginRoute } from './accounts/account-margin.js'
import { adminAccountPasswordRoutes } from './accounts/account-passwords.js'
import { adminAccountStatementRoute, traderStatementRoute } from './accounts/account-statement.js'
import { adminAccountRoutes } from './accounts/accounts.js'
import { adminAccountDailyRoutes, traderDailyRoutes } from './accounts/daily.js'
import { adminPaymentRoutes } from './accounts/payments.js'
import { adminAccountChangeRoutes } from './accounts/placement.js'
import { adminAccountEditRoutes } from './accounts/record.js'
import { adminAccountTradesRoutes } from './accounts/staff-account-trades.js'
import { traderAccountRoutes } from './accounts/trader-account.js'

/** Routes of trading accounts. */
export const accountRoutes: readonly Route[] = [
  ...adminAccountRoutes,
  ...adminAccountActivityRoutes,
  ...adminAccountAuditRoutes,
  ...adminAccountChangeRoutes,
  ...adminAccountClientRoutes,
  ...adminAccountDailyRoutes,
  ...adminAccountEditRoutes,
  adminAccountMarginRoute,
  ...adminAccountPasswordRoutes,
  adminAccountStatementRoute,
  ...adminAccountTradesRoutes,
  ...adminPaymentRoutes,
  ...traderAccountRoutes,
  ...traderDailyRoutes,
  traderStatementRoute,
]
