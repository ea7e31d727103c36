import { adminAccountActivityRoutes } from './routes/accounts/account-activity.js'
import { adminAccountAuditRoutes } from './routes/accounts/account-audit-routes.js'
import { adminAccountClientRoutes } from './routes/accounts/account-clients.js'
import { accountResetOtpRoute } from './routes/accounts/account-codes.js'
import { adminAccountMarginRoute } from './routes/accounts/account-margin.js'
import { adminAccountPasswordRoutes } from './routes/accounts/account-passwords.js'
import {
  adminAccountStatementRoute,
  adminStatementEmailRoute,
  traderStatementRoute,
} from './routes/accounts/account-statement.js'
import { adminAccountRoutes } from './routes/accounts/accounts.js'
import { adminAccountDailyRoutes, traderDailyRoutes } from './routes/accounts/daily.js'
import { adminLowMarginsRoute } from './routes/accounts/low-margins.js'
import { adminPaymentRoutes } from './routes/accounts/payments.js'
import { adminAccountChangeRoutes } from './routes/accounts/placement.js'
import { adminAccountEditRoutes } from './routes/accounts/record.js'
import { traderAccountRoutes } from './routes/accounts/trader-account.js'
import { adminAllocationRoutes } from './routes/allocations/allocations.js'
import { adminApiKeyRoutes } from './routes/api-keys/api-keys.js'
import { applicationRoutes } from './routes/applications/applications.js'
import { apiPasswordRoutes } from './routes/auth/api-password.js'
import { authRoutes } from './routes/auth/auth.js'
import { codeRoutes } from './routes/auth/one-time-codes.js'
import { ownSessionRoutes } from './routes/auth/own-sessions.js'
import { adminConfirmationRoutes } from './routes/confirmations/confirmations.js'
import { adminDatafeedRoutes } from './routes/connections/datafeeds.js'
import { adminGatewayRoutes } from './routes/connections/gateways.js'
import { adminDealingRoutes } from './routes/dealing/dealing.js'
import { adminEventRoutes } from './routes/events/events.js'
import { adminHolderRoutes } from './routes/exposure/holders.js'
import { adminFindRoute } from './routes/find/find.js'
import { adminGroupRoutes } from './routes/groups/groups.js'
import { adminHolidayRoutes } from './routes/holidays/holidays.js'
import { adminJobRoutes } from './routes/jobs/jobs.js'
import { adminJournalRoutes } from './routes/journal/journal.js'
import { adminLeverageProfileRoutes } from './routes/leverage/leverage-profiles.js'
import { adminLeverageSwitchRoutes } from './routes/leverage/leverage-switches.js'
import { adminLicenceRoutes } from './routes/licence/licence.js'
import { traderBrandRoutes } from './routes/licence/trader-brand.js'
import { adminLogRoutes } from './routes/logs/log-archive.js'
import { mailRoutes } from './routes/mail/mail-routes.js'
import { adminMailServerRoutes } from './routes/mail-servers/mail-servers.js'
import { metaRoutes } from './routes/meta/meta.js'
import { adminNetworkRoutes } from './routes/network/network.js'
import { adminNewsRoutes, traderNewsRoutes } from './routes/news/news.js'
import { noteRoutes } from './routes/notes/notes.js'
import { notificationRoutes } from './routes/notifications/notifications.js'
import { adminOnlineRoutes } from './routes/online/online.js'
import { adminOverviewRoute } from './routes/overview/overview.js'
import { preferencesRoutes } from './routes/preferences/preferences.js'
import { reportConfigRoutes } from './routes/reports/configs.js'
import { reportJobRoutes } from './routes/reports/jobs.js'
import { reportScheduleRoutes } from './routes/reports/schedules.js'
import { reportViewRoutes } from './routes/reports/views.js'
import type { FrontRoute } from './routes/route.js'
import { adminRoutingRoutes } from './routes/routing/routing.js'
import { adminSettingsRoutes } from './routes/settings/server-settings.js'
import { adminSignInLinkRoutes } from './routes/sign-in-links/staff-links.js'
import { signInLinkRoutes } from './routes/sign-in-links/trader-links.js'
import { signUpRoutes } from './routes/sign-up/routes.js'
import { adminStaffRoutes } from './routes/staff/staff.js'
import { adminSymbolRoutes } from './routes/symbols/staff-symbols.js'
import { traderSymbolRoutes } from './routes/symbols/trader-symbols.js'
import { balanceReversalRoute } from './routes/trades/balance-reversal.js'
import { adminBulkCloseRoutes } from './routes/trades/bulk-close.js'
import { adminDealCorrectionRoutes } from './routes/trades/deal-corrections.js'
import { adminHeldFillRoutes } from './routes/trades/held-fills.js'
import { oneTradeRoute } from './routes/trades/one-trade.js'
import { outcomeRoutes } from './routes/trades/outcome.js'
import { adminPositionCorrectionRoutes } from './routes/trades/position-corrections.js'
import { adminPositionPaymentRoutes } from './routes/trades/position-payments.js'
import { refusedRequestRoute, refusedRequestsRoute } from './routes/trades/refused-requests.js'
import { adminAccountTradesRoutes } from './routes/trades/staff-account-trades.js'
import { adminPositionRoutes } from './routes/trades/staff-positions.js'
import { adminTradesRoutes } from './routes/trades/staff-trades.js'
import { tradeChangesRoutes } from './routes/trades/trade-changes.js'
import { tradeExportRoute } from './routes/trades/trade-export.js'
import { adminTradeWindowRoutes } from './routes/trades/trade-windows.js'
import { traderTradeRoutes } from './routes/trades/trader-trade.js'
import { traderTradesRoutes } from './routes/trades/trader-trades.js'
import { adminTransferRoutes } from './routes/transfer/transfer.js'
import { adminWaitingRoutes } from './routes/waiting/waiting.js'
import { traderWatchlistRoutes } from './routes/watchlists/watchlists.js'
import { adminWebhookRoutes } from './routes/webhooks/webhooks.js'

/** Every route of the API. Only the system routes are added elsewhere (`http/main.ts`). */
export const catalog: readonly FrontRoute[] = [
  // Routes for sign-in, sessions, preferences and staff.
  ...authRoutes,
  ...codeRoutes,
  ...ownSessionRoutes,
  ...apiPasswordRoutes,
  ...signInLinkRoutes,
  accountResetOtpRoute,
  ...adminOnlineRoutes,
  ...preferencesRoutes,
  ...adminStaffRoutes,
  // Routes of trading accounts.
  ...adminAccountRoutes,
  ...adminAccountActivityRoutes,
  ...adminAccountAuditRoutes,
  ...adminAccountChangeRoutes,
  ...adminAccountClientRoutes,
  ...adminAccountDailyRoutes,
  ...adminAccountEditRoutes,
  adminAccountMarginRoute,
  adminLowMarginsRoute,
  ...adminAccountPasswordRoutes,
  ...adminSignInLinkRoutes,
  adminAccountStatementRoute,
  adminStatementEmailRoute,
  ...adminAccountTradesRoutes,
  refusedRequestsRoute,
  ...adminPaymentRoutes,
  ...noteRoutes,
  ...traderAccountRoutes,
  ...traderDailyRoutes,
  traderStatementRoute,
  // Routes of settings, and of symbols as traders see them.
  ...adminAllocationRoutes,
  ...adminDatafeedRoutes,
  ...adminGatewayRoutes,
  ...adminGroupRoutes,
  ...adminHolidayRoutes,
  ...adminLeverageProfileRoutes,
  ...adminLeverageSwitchRoutes,
  ...adminLicenceRoutes,
  ...adminMailServerRoutes,
  ...adminNetworkRoutes,
  ...adminRoutingRoutes,
  ...adminSettingsRoutes,
  ...adminSymbolRoutes,
  ...adminTransferRoutes,
  ...traderSymbolRoutes,
  // Routes for positions, orders, deals, dealing, and confirmation codes.
  balanceReversalRoute,
  ...adminBulkCloseRoutes,
  ...adminConfirmationRoutes,
  ...adminDealCorrectionRoutes,
  ...adminDealingRoutes,
  ...adminHolderRoutes,
  adminOverviewRoute,
  ...adminHeldFillRoutes,
  ...adminPositionCorrectionRoutes,
  ...adminPositionPaymentRoutes,
  ...adminPositionRoutes,
  ...adminTradesRoutes,
  ...adminTradeWindowRoutes,
  tradeExportRoute,
  oneTradeRoute,
  refusedRequestRoute,
  ...tradeChangesRoutes,
  ...outcomeRoutes,
  ...traderTradeRoutes,
  ...traderTradesRoutes,
  // Routes for global search, jobs, the journal and news.
  adminFindRoute,
  ...adminJobRoutes,
  ...adminEventRoutes,
  ...adminJournalRoutes,
  ...metaRoutes,
  ...adminWaitingRoutes,
  ...adminLogRoutes,
  ...adminNewsRoutes,
  ...traderNewsRoutes,
  // Routes for reports.
  ...reportConfigRoutes,
  ...reportViewRoutes,
  ...reportJobRoutes,
  ...reportScheduleRoutes,
  // Routes for traders' own data, messages from the broker, API keys and webhooks, and sign-up.
  ...adminApiKeyRoutes,
  ...adminWebhookRoutes,
  ...applicationRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...signUpRoutes,
  ...traderBrandRoutes,
  ...traderWatchlistRoutes,
]
