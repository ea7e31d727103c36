import type { Route } from './pipeline/route.js'
import { adminAccountActivityRoutes } from './routes/accounts/account-activity.js'
import { adminAccountChangeRoutes } from './routes/accounts/account-changes.js'
import { adminAccountRoutes } from './routes/accounts/accounts.js'
import { adminAccountAuditRoutes } from './routes/accounts/audit.js'
import { adminAccountDailyRoutes } from './routes/accounts/daily.js'
import { adminPaymentRoutes } from './routes/accounts/payments.js'
import { adminAccountTradesRoutes } from './routes/accounts/staff-account-trades.js'
import { traderAccountRoutes } from './routes/accounts/trader-account.js'
import { authRoutes } from './routes/auth/auth.js'
import { adminConfirmationRoutes } from './routes/confirmations/confirmations.js'
import { adminDatafeedRoutes } from './routes/connections/datafeeds.js'
import { adminGatewayRoutes } from './routes/connections/gateways.js'
import { adminDealingRoutes } from './routes/dealing/dealing.js'
import { adminGroupRoutes } from './routes/groups/groups.js'
import { adminHolidayRoutes } from './routes/holidays/holidays.js'
import { adminJobRoutes } from './routes/jobs/jobs.js'
import { adminJournalRoutes } from './routes/journal/journal.js'
import { adminLeverageProfileRoutes } from './routes/leverage/leverage-profiles.js'
import { adminLeverageSwitchRoutes } from './routes/leverage/leverage-switches.js'
import { adminRoutingRoutes } from './routes/routing/routing.js'
import { adminSettingsRoutes } from './routes/settings/server-settings.js'
import { adminStaffRoutes } from './routes/staff/staff.js'
import { adminSymbolRoutes } from './routes/symbols/staff-symbols.js'
import { traderSymbolRoutes } from './routes/symbols/trader-symbols.js'
import { adminBulkCloseRoutes } from './routes/trades/bulk-close.js'
import { adminPositionCorrectionRoutes } from './routes/trades/position-corrections.js'
import { adminPositionRoutes } from './routes/trades/staff-positions.js'
import { adminTradesRoutes } from './routes/trades/staff-trades.js'

import { traderTradeRoutes } from './routes/trades/trader-trade.js'
import { traderTradesRoutes } from './routes/trades/trader-trades.js'

/** Every route of the contract that is served. The system routes are added where they are wired. */
export const catalog: readonly Route[] = [
  ...authRoutes,
  ...adminAccountRoutes,
  ...adminAccountActivityRoutes,
  ...adminAccountAuditRoutes,
  ...adminAccountChangeRoutes,
  ...adminAccountDailyRoutes,
  ...adminAccountTradesRoutes,
  ...adminPaymentRoutes,
  ...adminBulkCloseRoutes,
  ...adminConfirmationRoutes,
  ...adminDatafeedRoutes,
  ...adminDealingRoutes,
  ...adminGatewayRoutes,
  ...adminGroupRoutes,
  ...adminHolidayRoutes,
  ...adminJobRoutes,
  ...adminLeverageProfileRoutes,
  ...adminLeverageSwitchRoutes,
  ...adminPositionCorrectionRoutes,
  ...adminPositionRoutes,
  ...adminRoutingRoutes,
  ...adminSettingsRoutes,
  ...adminStaffRoutes,
  ...adminSymbolRoutes,
  ...adminTradesRoutes,

  ...adminJournalRoutes,
  ...traderAccountRoutes,
  ...traderSymbolRoutes,

  ...traderTradeRoutes,
  ...traderTradesRoutes,
]
