import type { Route } from './route.js'
import { adminAccountActivityRoutes } from './routes/admin/account-activity.js'
import { adminAccountAuditRoutes } from './routes/admin/account-audit.js'
import { adminAccountDailyRoutes } from './routes/admin/account-daily.js'
import { adminAccountTradesRoutes } from './routes/admin/account-trades.js'
import { adminAccountRoutes } from './routes/admin/accounts.js'
import { adminDatafeedRoutes } from './routes/admin/datafeeds.js'
import { adminDealingRoutes } from './routes/admin/dealing.js'
import { adminGatewayRoutes } from './routes/admin/gateways.js'
import { adminGroupRoutes } from './routes/admin/groups.js'
import { adminHolidayRoutes } from './routes/admin/holidays.js'
import { adminJournalRoutes } from './routes/admin/journal.js'
import { adminLeverageProfileRoutes } from './routes/admin/leverage-profiles.js'
import { adminLeverageSwitchRoutes } from './routes/admin/leverage-switches.js'
import { adminPositionCorrectionRoutes } from './routes/admin/position-corrections.js'
import { adminPositionRoutes } from './routes/admin/positions.js'
import { adminRoutingRoutes } from './routes/admin/routing.js'
import { adminSettingsRoutes } from './routes/admin/settings.js'
import { adminStaffRoutes } from './routes/admin/staff.js'
import { adminSymbolRoutes } from './routes/admin/symbols.js'
import { adminTradesRoutes } from './routes/admin/trades.js'
import { authRoutes } from './routes/auth.js'
import { traderAccountRoutes } from './routes/trader/account.js'
import { traderSymbolRoutes } from './routes/trader/symbols.js'

import { traderTradeRoutes } from './routes/trader/trade.js'
import { traderTradesRoutes } from './routes/trader/trades.js'

/** Every route of the contract that is served. The system routes are added where they are wired. */
export const catalog: readonly Route[] = [
  ...authRoutes,
  ...adminAccountRoutes,
  ...adminAccountActivityRoutes,
  ...adminAccountAuditRoutes,
  ...adminAccountDailyRoutes,
  ...adminAccountTradesRoutes,
  ...adminDatafeedRoutes,
  ...adminDealingRoutes,
  ...adminGatewayRoutes,
  ...adminGroupRoutes,
  ...adminHolidayRoutes,
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
