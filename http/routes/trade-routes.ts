import type { Route } from '../pipeline/route.js'
import { adminConfirmationRoutes } from './confirmations/confirmations.js'
import { adminDealingRoutes } from './dealing/dealing.js'
import { adminBulkCloseRoutes } from './trades/bulk-close.js'
import { adminHeldFillRoutes } from './trades/held-fills.js'
import { outcomeRoutes } from './trades/outcome.js'
import { adminPositionCorrectionRoutes } from './trades/position-corrections.js'
import { adminPositionPaymentRoutes } from './trades/position-payments.js'
import { adminPositionRoutes } from './trades/staff-positions.js'
import { adminTradesRoutes } from './trades/staff-trades.js'
import { traderTradeRoutes } from './trades/trader-trade.js'
import { traderTradesRoutes } from './trades/trader-trades.js'

/** Routes of positions, orders, deals and the dealing desk, and of what is confirmed with a code. */
export const tradeRoutes: readonly Route[] = [
  ...adminBulkCloseRoutes,
  ...adminConfirmationRoutes,
  ...adminDealingRoutes,
  ...adminHeldFillRoutes,
  ...adminPositionCorrectionRoutes,
  ...adminPositionPaymentRoutes,
  ...adminPositionRoutes,
  ...adminTradesRoutes,
  ...outcomeRoutes,
  ...traderTradeRoutes,
  ...traderTradesRoutes,
]
