// Written by the build from the server's schemas (bin/client-types.ts).

import type { UploadedForm } from '../platform.js'

/** Every route of the server: what it takes, and the data of its answer. */
export interface Routes {
  'DELETE /admin/v1/account-allocations/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/accounts/{login}': {
    params: Schemas['AccountParams']
    query: Schemas['ArchiveQuery']
    body: null
    data: Schemas['AccountView']
  }
  'DELETE /admin/v1/accounts/{login}/mail/drafts': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['RemovedDraftsView']
  }
  'DELETE /admin/v1/auth/sessions/{id}': {
    params: Schemas['OwnSessionParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/datafeeds/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/gateways/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/groups/{path}': {
    params: Schemas['GroupParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/holidays/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/leverage-profiles/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/leverage-profiles/{id}/rules/{n}': {
    params: Schemas['LeverageRuleParams']
    query: Schemas['LeverageRuleQuery']
    body: null
    data: Schemas['LeverageProfileView']
  }
  'DELETE /admin/v1/leverage-switches/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/licence/brands/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/licence/brands/{id}/images/{image}': {
    params: Schemas['BrandImageParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/mail-servers/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/mail/drafts/{id}/attachments/{file}': {
    params: Schemas['MailFileParams']
    query: null
    body: null
    data: Schemas['MailView']
  }
  'DELETE /admin/v1/mail/{id}': {
    params: Schemas['MailParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/reports/configs/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/reports/jobs/{id}': {
    params: Schemas['ReportJobParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/reports/schedules/{id}': {
    params: Schemas['ReportScheduleParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/routing/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/staff/{login}': {
    params: Schemas['StaffParams']
    query: null
    body: null
    data: null
  }
  'DELETE /admin/v1/symbols/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'DELETE /trader/v1/auth/sessions/{id}': {
    params: Schemas['OwnSessionParams']
    query: null
    body: null
    data: null
  }
  'DELETE /trader/v1/mail/drafts/{id}/attachments/{file}': {
    params: Schemas['MailFileParams']
    query: null
    body: null
    data: Schemas['MailView']
  }
  'DELETE /trader/v1/mail/{id}': {
    params: Schemas['MailParams']
    query: null
    body: null
    data: null
  }
  'DELETE /trader/v1/watchlists/{id}': {
    params: Schemas['WatchlistParams']
    query: null
    body: null
    data: null
  }
  'GET /admin/v1/account-allocations': {
    params: null
    query: null
    body: null
    data: readonly Schemas['AllocationView'][]
  }
  'GET /admin/v1/account-allocations/settings': {
    params: null
    query: null
    body: null
    data: Schemas['AllocationSettingsView']
  }
  'GET /admin/v1/account-allocations/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['AllocationView']
  }
  'GET /admin/v1/accounts': {
    params: null
    query: Schemas['AccountsQuery']
    body: null
    data: Schemas['AccountsPageView']
  }
  'GET /admin/v1/accounts/count': {
    params: null
    query: Schemas['AccountsCountQuery']
    body: null
    data: Schemas['CountView']
  }
  'GET /admin/v1/accounts/export': {
    params: null
    query: Schemas['AccountExportQuery']
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/accounts/groups': {
    params: null
    query: null
    body: null
    data: Schemas['AccountGroupsView']
  }
  'GET /admin/v1/accounts/window': {
    params: null
    query: Schemas['AccountWindowQuery']
    body: null
    data: Schemas['AccountWindowView']
  }
  'GET /admin/v1/accounts/window/count': {
    params: null
    query: Schemas['AccountWindowQuery']
    body: null
    data: Schemas['AccountWindowCountView']
  }
  'GET /admin/v1/accounts/{login}': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountView']
  }
  'GET /admin/v1/accounts/{login}/clients': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['ClientAccountsView']
  }
  'GET /admin/v1/accounts/{login}/daily': {
    params: Schemas['AccountParams']
    query: Schemas['AccountDailyQuery']
    body: null
    data: Schemas['DailyPageView']
  }
  'GET /admin/v1/accounts/{login}/deals': {
    params: Schemas['AccountParams']
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['DealsPageView']
  }
  'GET /admin/v1/accounts/{login}/journal': {
    params: Schemas['AccountParams']
    query: Schemas['AccountJournalQuery']
    body: null
    data: Schemas['JournalPageView']
  }
  'GET /admin/v1/accounts/{login}/margin': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountMarginView']
  }
  'GET /admin/v1/accounts/{login}/orders': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['OpenOrderRowsView']
  }
  'GET /admin/v1/accounts/{login}/orders/history': {
    params: Schemas['AccountParams']
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['OrdersPageView']
  }
  'GET /admin/v1/accounts/{login}/positions': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['PositionRowsView']
  }
  'GET /admin/v1/accounts/{login}/positions/closed': {
    params: Schemas['AccountParams']
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['ClosedPageView']
  }
  'GET /admin/v1/accounts/{login}/sessions': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: readonly Schemas['AccountSessionView'][]
  }
  'GET /admin/v1/accounts/{login}/statement': {
    params: Schemas['AccountParams']
    query: Schemas['StatementQuery']
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/applications': {
    params: null
    query: Schemas['ApplicationsQuery']
    body: null
    data: Schemas['ApplicationsPageView']
  }
  'GET /admin/v1/applications/{id}': {
    params: Schemas['ApplicationParams']
    query: null
    body: null
    data: Schemas['ApplicationView']
  }
  'GET /admin/v1/auth/me': {
    params: null
    query: null
    body: null
    data: Schemas['MeView']
  }
  'GET /admin/v1/auth/otp': {
    params: null
    query: null
    body: null
    data: Schemas['CodesView']
  }
  'GET /admin/v1/auth/sessions': {
    params: null
    query: null
    body: null
    data: readonly Schemas['OwnSessionView'][]
  }
  'GET /admin/v1/config/export': {
    params: null
    query: Schemas['ListExportQuery']
    body: null
    data: Schemas['ListExportView']
  }
  'GET /admin/v1/config/transfer/catalog': {
    params: null
    query: null
    body: null
    data: Schemas['CatalogView']
  }
  'GET /admin/v1/datafeeds': {
    params: null
    query: null
    body: null
    data: readonly Schemas['DatafeedView'][]
  }
  'GET /admin/v1/datafeeds/modules': {
    params: null
    query: null
    body: null
    data: readonly Schemas['ModuleView'][]
  }
  'GET /admin/v1/datafeeds/statuses': {
    params: null
    query: null
    body: null
    data: readonly Schemas['DatafeedStatusView'][]
  }
  'GET /admin/v1/datafeeds/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['DatafeedView']
  }
  'GET /admin/v1/datafeeds/{id}/log': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['DatafeedLogView']
  }
  'GET /admin/v1/dealing/queue': {
    params: null
    query: null
    body: null
    data: Schemas['DealingQueueView']
  }
  'GET /admin/v1/deals': {
    params: null
    query: Schemas['TradesQuery']
    body: null
    data: Schemas['DealsPageView']
  }
  'GET /admin/v1/gateways': {
    params: null
    query: null
    body: null
    data: readonly Schemas['GatewayView'][]
  }
  'GET /admin/v1/gateways/modules': {
    params: null
    query: null
    body: null
    data: readonly Schemas['ModuleView'][]
  }
  'GET /admin/v1/gateways/statuses': {
    params: null
    query: null
    body: null
    data: readonly Schemas['GatewayStatusView'][]
  }
  'GET /admin/v1/gateways/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['GatewayView']
  }
  'GET /admin/v1/gateways/{id}/instruments': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['GatewayInstrumentsView']
  }
  'GET /admin/v1/gateways/{id}/log': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['DatafeedLogView']
  }
  'GET /admin/v1/gateways/{id}/transactions': {
    params: Schemas['RecordParams']
    query: Schemas['GatewayTransactionsQuery']
    body: null
    data: Schemas['GatewayTransactionsView']
  }
  'GET /admin/v1/groups': {
    params: null
    query: null
    body: null
    data: readonly Schemas['GroupView'][]
  }
  'GET /admin/v1/groups/{path}': {
    params: Schemas['GroupParams']
    query: null
    body: null
    data: Schemas['GroupView']
  }
  'GET /admin/v1/held-fills': {
    params: null
    query: Schemas['HeldFillsQuery']
    body: null
    data: Schemas['HeldFillsView']
  }
  'GET /admin/v1/holidays': {
    params: null
    query: Schemas['HolidaysQuery']
    body: null
    data: readonly Schemas['HolidayView'][]
  }
  'GET /admin/v1/holidays/check': {
    params: null
    query: Schemas['HolidayCheckQuery']
    body: null
    data: Schemas['HolidayCheckView']
  }
  'GET /admin/v1/holidays/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['HolidayView']
  }
  'GET /admin/v1/jobs': {
    params: null
    query: Schemas['JobsQuery']
    body: null
    data: Schemas['JobsPageView']
  }
  'GET /admin/v1/jobs/{id}': {
    params: Schemas['JobParams']
    query: null
    body: null
    data: Schemas['JobView']
  }
  'GET /admin/v1/jobs/{id}/result': {
    params: Schemas['JobParams']
    query: null
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/journal': {
    params: null
    query: Schemas['JournalQuery']
    body: null
    data: Schemas['JournalPageView']
  }
  'GET /admin/v1/leverage-profiles': {
    params: null
    query: null
    body: null
    data: readonly Schemas['LeverageProfileView'][]
  }
  'GET /admin/v1/leverage-profiles/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['LeverageProfileView']
  }
  'GET /admin/v1/leverage-switches': {
    params: null
    query: null
    body: null
    data: readonly Schemas['LeverageSwitchView'][]
  }
  'GET /admin/v1/leverage-switches/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['LeverageSwitchView']
  }
  'GET /admin/v1/licence': {
    params: null
    query: null
    body: null
    data: Schemas['LicenceStatusView']
  }
  'GET /admin/v1/licence/brands': {
    params: null
    query: null
    body: null
    data: readonly Schemas['BrandView'][]
  }
  'GET /admin/v1/licence/brands/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['BrandView']
  }
  'GET /admin/v1/licence/brands/{id}/images/{image}': {
    params: Schemas['BrandImageParams']
    query: null
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/mail': {
    params: null
    query: Schemas['MailQuery']
    body: null
    data: Schemas['MailPageView'] | readonly Schemas['MailView'][]
  }
  'GET /admin/v1/mail-servers': {
    params: null
    query: null
    body: null
    data: readonly Schemas['MailServerView'][]
  }
  'GET /admin/v1/mail-servers/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['MailServerView']
  }
  'GET /admin/v1/mail/outbox': {
    params: null
    query: Schemas['OutboxQuery']
    body: null
    data: Schemas['OutboxView']
  }
  'GET /admin/v1/mail/{id}': {
    params: Schemas['MailParams']
    query: null
    body: null
    data: Schemas['MailView']
  }
  'GET /admin/v1/mail/{id}/attachments/{file}': {
    params: Schemas['MailFileParams']
    query: null
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/me/preferences': {
    params: null
    query: null
    body: null
    data: Schemas['PreferencesView']
  }
  'GET /admin/v1/network/servers': {
    params: null
    query: null
    body: null
    data: readonly Schemas['NetworkRecordView'][]
  }
  'GET /admin/v1/network/servers/{id}': {
    params: Schemas['NetworkServerParams']
    query: null
    body: null
    data: Schemas['NetworkRecordView']
  }
  'GET /admin/v1/network/servers/{id}/instances/{instance}': {
    params: Schemas['NetworkInstanceParams']
    query: null
    body: null
    data: Schemas['NetworkInstanceView']
  }
  'GET /admin/v1/network/servers/{id}/instances/{instance}/firewall': {
    params: Schemas['NetworkInstanceParams']
    query: null
    body: null
    data: Schemas['FirewallView']
  }
  'GET /admin/v1/network/servers/{id}/instances/{instance}/monitor': {
    params: Schemas['NetworkInstanceParams']
    query: null
    body: null
    data: Schemas['MonitorView']
  }
  'GET /admin/v1/news': {
    params: null
    query: Schemas['NewsQuery']
    body: null
    data: Schemas['NewsPageView']
  }
  'GET /admin/v1/news/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['NewsView']
  }
  'GET /admin/v1/online': {
    params: null
    query: null
    body: null
    data: Schemas['OnlineRowsView']
  }
  'GET /admin/v1/online/window': {
    params: null
    query: Schemas['OnlineWindowQuery']
    body: null
    data: Schemas['OnlineWindowView']
  }
  'GET /admin/v1/orders': {
    params: null
    query: Schemas['OpenQuery']
    body: null
    data: Schemas['OpenOrdersPageView']
  }
  'GET /admin/v1/orders/history': {
    params: null
    query: Schemas['TradesQuery']
    body: null
    data: Schemas['OrdersPageView']
  }
  'GET /admin/v1/positions': {
    params: null
    query: Schemas['OpenQuery']
    body: null
    data: Schemas['PositionsPageView']
  }
  'GET /admin/v1/positions/closed': {
    params: null
    query: Schemas['ClosedPositionsQuery']
    body: null
    data: Schemas['ClosedPageView']
  }
  'GET /admin/v1/positions/count': {
    params: null
    query: Schemas['OpenQuery']
    body: null
    data: Schemas['CountView']
  }
  'GET /admin/v1/positions/{id}': {
    params: Schemas['PositionParams']
    query: null
    body: null
    data: Schemas['OpenPositionView']
  }
  'GET /admin/v1/reports': {
    params: null
    query: null
    body: null
    data: readonly Schemas['AvailableReportView'][]
  }
  'GET /admin/v1/reports/configs': {
    params: null
    query: null
    body: null
    data: readonly Schemas['ReportConfigView'][]
  }
  'GET /admin/v1/reports/configs/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['ReportConfigView']
  }
  'GET /admin/v1/reports/daily': {
    params: null
    query: Schemas['ReportDailyQuery']
    body: null
    data: Schemas['ReportDailyView']
  }
  'GET /admin/v1/reports/exposure': {
    params: null
    query: Schemas['ReportExposureQuery']
    body: null
    data: Schemas['ReportExposureView']
  }
  'GET /admin/v1/reports/jobs': {
    params: null
    query: Schemas['ReportJobsQuery']
    body: null
    data: Schemas['ReportJobsView']
  }
  'GET /admin/v1/reports/jobs/{id}': {
    params: Schemas['ReportJobParams']
    query: null
    body: null
    data: Schemas['ReportJobTablesView']
  }
  'GET /admin/v1/reports/jobs/{id}/download': {
    params: Schemas['ReportJobParams']
    query: null
    body: null
    data: Uint8Array
  }
  'GET /admin/v1/reports/modules': {
    params: null
    query: null
    body: null
    data: Schemas['ModulesView']
  }
  'GET /admin/v1/reports/schedules': {
    params: null
    query: null
    body: null
    data: Schemas['ReportSchedulesView']
  }
  'GET /admin/v1/routing': {
    params: null
    query: null
    body: null
    data: readonly Schemas['RoutingRuleView'][]
  }
  'GET /admin/v1/routing/actions': {
    params: null
    query: null
    body: null
    data: readonly Schemas['RoutingActionView'][]
  }
  'GET /admin/v1/routing/fields': {
    params: null
    query: null
    body: null
    data: readonly Schemas['RoutingFieldView'][]
  }
  'GET /admin/v1/routing/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['RoutingRuleView']
  }
  'GET /admin/v1/routing/{id}/dealers': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['RoutingDealersView']
  }
  'GET /admin/v1/settings': {
    params: null
    query: null
    body: null
    data: Schemas['ServerSettingsView']
  }
  'GET /admin/v1/staff': {
    params: null
    query: Schemas['StaffQuery']
    body: null
    data: Schemas['StaffPageView']
  }
  'GET /admin/v1/staff/rights': {
    params: null
    query: null
    body: null
    data: Schemas['RightsView']
  }
  'GET /admin/v1/staff/{login}': {
    params: Schemas['StaffParams']
    query: null
    body: null
    data: Schemas['StaffView']
  }
  'GET /admin/v1/staff/{login}/reports': {
    params: Schemas['StaffParams']
    query: null
    body: null
    data: Schemas['StaffReportsView']
  }
  'GET /admin/v1/symbols': {
    params: null
    query: Schemas['SymbolsQuery']
    body: null
    data: Schemas['SymbolsPageView']
  }
  'GET /admin/v1/symbols/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['SymbolView']
  }
  'GET /admin/v1/symbols/{id}/quotes': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['SymbolQuotesView']
  }
  'GET /trader/v1/account': {
    params: null
    query: null
    body: null
    data: Schemas['TraderAccountView']
  }
  'GET /trader/v1/auth/me': {
    params: null
    query: null
    body: null
    data: Schemas['MeView']
  }
  'GET /trader/v1/auth/otp': {
    params: null
    query: null
    body: null
    data: Schemas['CodesView']
  }
  'GET /trader/v1/auth/sessions': {
    params: null
    query: null
    body: null
    data: readonly Schemas['OwnSessionView'][]
  }
  'GET /trader/v1/brand': {
    params: null
    query: null
    body: null
    data: Schemas['TraderBrandView']
  }
  'GET /trader/v1/brand/images/{image}': {
    params: Schemas['TraderBrandImageParams']
    query: Schemas['TraderBrandImageQuery']
    body: null
    data: Uint8Array
  }
  'GET /trader/v1/daily': {
    params: null
    query: Schemas['AccountDailyQuery']
    body: null
    data: Schemas['DailyPageView']
  }
  'GET /trader/v1/deals': {
    params: null
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['DealsPageView']
  }
  'GET /trader/v1/mail': {
    params: null
    query: Schemas['MailQuery']
    body: null
    data: Schemas['MailPageView'] | readonly Schemas['MailView'][]
  }
  'GET /trader/v1/mail/{id}': {
    params: Schemas['MailParams']
    query: null
    body: null
    data: Schemas['MailView']
  }
  'GET /trader/v1/mail/{id}/attachments/{file}': {
    params: Schemas['MailFileParams']
    query: null
    body: null
    data: Uint8Array
  }
  'GET /trader/v1/mailboxes': {
    params: null
    query: null
    body: null
    data: Schemas['MailboxesView']
  }
  'GET /trader/v1/me/preferences': {
    params: null
    query: null
    body: null
    data: Schemas['PreferencesView']
  }
  'GET /trader/v1/news': {
    params: null
    query: Schemas['TraderNewsQuery']
    body: null
    data: Schemas['TraderNewsPageView']
  }
  'GET /trader/v1/news/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['TraderNewsView']
  }
  'GET /trader/v1/notifications': {
    params: null
    query: Schemas['NotificationsQuery']
    body: null
    data: readonly Schemas['NotificationView'][]
  }
  'GET /trader/v1/orders': {
    params: null
    query: null
    body: null
    data: Schemas['OpenOrderRowsView']
  }
  'GET /trader/v1/orders/by-client-id/{id}': {
    params: { readonly id: string }
    query: null
    body: null
    data: Schemas['OutcomeView']
  }
  'GET /trader/v1/orders/history': {
    params: null
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['OrdersPageView']
  }
  'GET /trader/v1/positions': {
    params: null
    query: null
    body: null
    data: Schemas['PositionRowsView']
  }
  'GET /trader/v1/positions/closed': {
    params: null
    query: Schemas['HistoryQuery']
    body: null
    data: Schemas['ClosedPageView']
  }
  'GET /trader/v1/register': {
    params: null
    query: Schemas['SignUpQuery']
    body: null
    data: Schemas['SignUpOptionsView']
  }
  'GET /trader/v1/statement': {
    params: null
    query: Schemas['StatementQuery']
    body: null
    data: Uint8Array
  }
  'GET /trader/v1/symbols': {
    params: null
    query: null
    body: null
    data: readonly Schemas['TraderSymbolView'][]
  }
  'GET /trader/v1/symbols/{name}/candles': {
    params: Schemas['SymbolNameParams']
    query: Schemas['CandlesQuery']
    body: null
    data: Schemas['CandlesView']
  }
  'GET /trader/v1/watchlists': {
    params: null
    query: null
    body: null
    data: readonly Schemas['WatchlistView'][]
  }
  'PATCH /admin/v1/accounts/{login}': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['PatchAccountBody']
    data: Schemas['AccountView']
  }
  'PATCH /admin/v1/datafeeds/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchDatafeedBody']
    data: Schemas['DatafeedView']
  }
  'PATCH /admin/v1/gateways/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchGatewayBody']
    data: Schemas['GatewayView']
  }
  'PATCH /admin/v1/groups/{path}': {
    params: Schemas['GroupParams']
    query: null
    body: Schemas['PatchGroupBody']
    data: Schemas['GroupView']
  }
  'PATCH /admin/v1/holidays/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchHolidayBody']
    data: Schemas['HolidayView']
  }
  'PATCH /admin/v1/leverage-profiles/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchLeverageProfileBody']
    data: Schemas['LeverageProfileView']
  }
  'PATCH /admin/v1/leverage-profiles/{id}/rules/{n}': {
    params: Schemas['LeverageRuleParams']
    query: null
    body: Schemas['PatchLeverageRuleBody']
    data: Schemas['LeverageProfileView']
  }
  'PATCH /admin/v1/leverage-switches/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchLeverageSwitchBody']
    data: Schemas['LeverageSwitchView']
  }
  'PATCH /admin/v1/licence/brands/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchBrandBody']
    data: Schemas['BrandView']
  }
  'PATCH /admin/v1/mail-servers/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchMailServerBody']
    data: Schemas['MailServerView']
  }
  'PATCH /admin/v1/me/preferences': {
    params: null
    query: null
    body: Schemas['SavePreferencesBody']
    data: Schemas['PreferencesView']
  }
  'PATCH /admin/v1/network/servers/{id}': {
    params: Schemas['NetworkServerParams']
    query: null
    body: Schemas['PatchNetworkServerBody']
    data: Schemas['NetworkRecordView']
  }
  'PATCH /admin/v1/positions/{id}': {
    params: Schemas['PositionParams']
    query: null
    body: Schemas['PositionPatchBody']
    data: Schemas['OpenPositionView']
  }
  'PATCH /admin/v1/reports/configs/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchReportConfigBody']
    data: Schemas['ReportConfigView']
  }
  'PATCH /admin/v1/reports/schedules/{id}': {
    params: Schemas['ReportScheduleParams']
    query: null
    body: Schemas['PatchReportScheduleBody']
    data: Schemas['ReportScheduleView']
  }
  'PATCH /admin/v1/routing/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchRoutingRuleBody']
    data: Schemas['RoutingRuleView']
  }
  'PATCH /admin/v1/staff/{login}': {
    params: Schemas['StaffParams']
    query: null
    body: Schemas['PatchStaffBody']
    data: Schemas['StaffView']
  }
  'PATCH /admin/v1/symbols/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PatchSymbolBody']
    data: Schemas['SymbolView']
  }
  'PATCH /trader/v1/watchlists/{id}': {
    params: Schemas['WatchlistParams']
    query: null
    body: Schemas['PatchWatchlistBody']
    data: Schemas['WatchlistView']
  }
  'POST /admin/v1/account-allocations': {
    params: null
    query: null
    body: Schemas['CreateAllocationBody']
    data: Schemas['AllocationView']
  }
  'POST /admin/v1/accounts': {
    params: null
    query: null
    body: Schemas['CreateAccountBody']
    data: Schemas['AccountView']
  }
  'POST /admin/v1/accounts/balance/bulk': {
    params: null
    query: null
    body: Schemas['BalanceBulkBody']
    data: readonly Schemas['PaymentRow'][]
  }
  'POST /admin/v1/accounts/export': {
    params: null
    query: null
    body: Schemas['AccountExportBody']
    data: Schemas['JobView']
  }
  'POST /admin/v1/accounts/import': {
    params: null
    query: null
    body: Schemas['AccountImportBody']
    data: Schemas['AccountImportView']
  }
  'POST /admin/v1/accounts/import/file': {
    params: null
    query: null
    body: UploadedForm
    data: Schemas['AccountImportView']
  }
  'POST /admin/v1/accounts/move': {
    params: null
    query: null
    body: Schemas['MoveManyBody']
    data: readonly Schemas['MovedRow'][]
  }
  'POST /admin/v1/accounts/{login}/balance': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['BalanceBody']
    data: Schemas['PaymentRow']
  }
  'POST /admin/v1/accounts/{login}/check': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountCheckView']
  }
  'POST /admin/v1/accounts/{login}/disable': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountView']
  }
  'POST /admin/v1/accounts/{login}/enable': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountView']
  }
  'POST /admin/v1/accounts/{login}/group': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['MoveBody']
    data: Schemas['AccountView']
  }
  'POST /admin/v1/accounts/{login}/held-fills/{order_id}/{number}': {
    params: Schemas['HeldFillParams']
    query: null
    body: Schemas['FillDecisionBody']
    data: Schemas['HeldFillView']
  }
  'POST /admin/v1/accounts/{login}/leverage': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['LeverageBody']
    data: Schemas['AccountView']
  }
  'POST /admin/v1/accounts/{login}/passwords': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['AccountPasswordBody']
    data: Schemas['AccountPasswordView']
  }
  'POST /admin/v1/accounts/{login}/passwords/check': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['PasswordCheckBody']
    data: Schemas['PasswordCheckView']
  }
  'POST /admin/v1/accounts/{login}/repair': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: Schemas['AccountRepairView']
  }
  'POST /admin/v1/accounts/{login}/reset-otp': {
    params: Schemas['AccountParams']
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/accounts/{login}/trade': {
    params: Schemas['AccountParams']
    query: null
    body: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined }
    data: Schemas['TradeAnswerView']
  }
  'POST /admin/v1/accounts/{login}/trade/check': {
    params: Schemas['AccountParams']
    query: null
    body: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined; readonly risk?: { readonly amount?: string | undefined; readonly percent?: string | undefined } | undefined }
    data: Schemas['TradeCheckView']
  }
  'POST /admin/v1/applications/{id}/approve': {
    params: Schemas['ApplicationParams']
    query: null
    body: Schemas['ApproveApplicationBody']
    data: Schemas['ApplicationView']
  }
  'POST /admin/v1/applications/{id}/reject': {
    params: Schemas['ApplicationParams']
    query: null
    body: Schemas['RejectApplicationBody']
    data: Schemas['ApplicationView']
  }
  'POST /admin/v1/auth/change-password': {
    params: null
    query: null
    body: Schemas['ChangePasswordBody']
    data: null
  }
  'POST /admin/v1/auth/login': {
    params: null
    query: null
    body: Schemas['LoginBody']
    data: Schemas['TokensView']
  }
  'POST /admin/v1/auth/logout': {
    params: null
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/auth/otp/confirm': {
    params: null
    query: null
    body: Schemas['CodeBody']
    data: Schemas['SessionView']
  }
  'POST /admin/v1/auth/otp/disable': {
    params: null
    query: null
    body: Schemas['CodeBody']
    data: Schemas['CodesView']
  }
  'POST /admin/v1/auth/otp/enrol': {
    params: null
    query: null
    body: null
    data: Schemas['CodeSecretView']
  }
  'POST /admin/v1/auth/refresh': {
    params: null
    query: null
    body: Schemas['RefreshBody'] | null
    data: Schemas['TokensView']
  }
  'POST /admin/v1/config/import': {
    params: null
    query: null
    body: Schemas['ListImportBody']
    data: Schemas['ListImportView']
  }
  'POST /admin/v1/config/transfer/delete': {
    params: null
    query: null
    body: Schemas['TransferDeleteBody']
    data: Schemas['TransferDeleteView']
  }
  'POST /admin/v1/config/transfer/export': {
    params: null
    query: null
    body: Schemas['TransferExportBody']
    data: Schemas['TransferFileView']
  }
  'POST /admin/v1/config/transfer/import': {
    params: null
    query: null
    body: Schemas['TransferImportBody']
    data: Schemas['TransferImportView']
  }
  'POST /admin/v1/config/transfer/preview': {
    params: null
    query: null
    body: Schemas['TransferImportBody']
    data: Schemas['TransferPreviewView']
  }
  'POST /admin/v1/confirmations': {
    params: null
    query: null
    body: { readonly action: 'bulk_close' | 'payments'; readonly params: Schemas['BulkCloseParams'] | Schemas['PositionPaymentsParams'] }
    data: Schemas['ConfirmationView']
  }
  'POST /admin/v1/datafeeds': {
    params: null
    query: null
    body: Schemas['CreateDatafeedBody']
    data: Schemas['DatafeedView']
  }
  'POST /admin/v1/datafeeds/{id}/import-symbols': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['ImportSymbolsView']
  }
  'POST /admin/v1/datafeeds/{id}/restart': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/gateways': {
    params: null
    query: null
    body: Schemas['CreateGatewayBody']
    data: Schemas['GatewayView']
  }
  'POST /admin/v1/gateways/{id}/import-symbols': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['ImportSymbolsView']
  }
  'POST /admin/v1/gateways/{id}/restart': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/groups': {
    params: null
    query: null
    body: Schemas['CreateGroupBody']
    data: Schemas['GroupView']
  }
  'POST /admin/v1/holidays': {
    params: null
    query: null
    body: Schemas['CreateHolidayBody']
    data: Schemas['HolidayView']
  }
  'POST /admin/v1/jobs/{id}/cancel': {
    params: Schemas['JobParams']
    query: null
    body: null
    data: Schemas['JobView']
  }
  'POST /admin/v1/leverage-profiles': {
    params: null
    query: null
    body: Schemas['CreateLeverageProfileBody']
    data: Schemas['LeverageProfileView']
  }
  'POST /admin/v1/leverage-profiles/{id}/rules': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['AddLeverageRuleBody']
    data: Schemas['LeverageProfileView']
  }
  'POST /admin/v1/leverage-switches': {
    params: null
    query: null
    body: Schemas['CreateLeverageSwitchBody']
    data: Schemas['LeverageSwitchView']
  }
  'POST /admin/v1/licence': {
    params: null
    query: null
    body: Schemas['ApplyLicenceBody']
    data: Schemas['LicenceStatusView']
  }
  'POST /admin/v1/licence/brands': {
    params: null
    query: null
    body: Schemas['CreateBrandBody']
    data: Schemas['BrandView']
  }
  'POST /admin/v1/licence/brands/{id}/default': {
    params: Schemas['RecordParams']
    query: null
    body: null
    data: Schemas['BrandView']
  }
  'POST /admin/v1/logs/archive': {
    params: null
    query: null
    body: Schemas['LogArchiveBody'] | null
    data: Schemas['JobView']
  }
  'POST /admin/v1/mail': {
    params: null
    query: null
    body: Schemas['SendMailBody']
    data: Schemas['SentMailView']
  }
  'POST /admin/v1/mail-servers': {
    params: null
    query: null
    body: Schemas['CreateMailServerBody']
    data: Schemas['MailServerView']
  }
  'POST /admin/v1/mail-servers/{id}/test': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['MailServerTestBody']
    data: null
  }
  'POST /admin/v1/mail/drafts': {
    params: null
    query: null
    body: Schemas['MailDraftBody']
    data: Schemas['MailView']
  }
  'POST /admin/v1/mail/drafts/{id}/attachments': {
    params: Schemas['MailParams']
    query: null
    body: UploadedForm
    data: Schemas['MailView']
  }
  'POST /admin/v1/notifications': {
    params: null
    query: null
    body: Schemas['SendNotificationsBody']
    data: Schemas['NotificationResultsView']
  }
  'POST /admin/v1/online/kick': {
    params: null
    query: null
    body: Schemas['KickBody']
    data: null
  }
  'POST /admin/v1/online/{session}/kick': {
    params: Schemas['SessionParams']
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/positions/bulk-close': {
    params: null
    query: null
    body: Schemas['BulkCloseBody']
    data: Schemas['BulkCloseView']
  }
  'POST /admin/v1/positions/delete': {
    params: null
    query: null
    body: Schemas['PositionsDeleteBody']
    data: Schemas['PositionsDeletedView']
  }
  'POST /admin/v1/positions/payments': {
    params: null
    query: null
    body: Schemas['PositionPaymentsBody']
    data: Schemas['PaymentRowsView']
  }
  'POST /admin/v1/positions/payments/preview': {
    params: null
    query: null
    body: Schemas['PaymentsPreviewBody']
    data: Schemas['PaymentsPreviewView']
  }
  'POST /admin/v1/reports/configs': {
    params: null
    query: null
    body: Schemas['CreateReportConfigBody']
    data: Schemas['ReportConfigView']
  }
  'POST /admin/v1/reports/jobs': {
    params: null
    query: null
    body: Schemas['RunReportBody']
    data: Schemas['ReportJobView']
  }
  'POST /admin/v1/reports/jobs/{id}/cancel': {
    params: Schemas['ReportJobParams']
    query: null
    body: null
    data: Schemas['ReportJobView']
  }
  'POST /admin/v1/reports/schedules': {
    params: null
    query: null
    body: Schemas['CreateReportScheduleBody']
    data: Schemas['ReportScheduleView']
  }
  'POST /admin/v1/routing': {
    params: null
    query: null
    body: Schemas['CreateRoutingRuleBody']
    data: Schemas['RoutingRuleView']
  }
  'POST /admin/v1/routing/test': {
    params: null
    query: null
    body: Schemas['RoutingTestBody']
    data: Schemas['RoutingTestView']
  }
  'POST /admin/v1/routing/{id}/dealers': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['RoutingDealersBody']
    data: Schemas['RoutingDealersView']
  }
  'POST /admin/v1/staff': {
    params: null
    query: null
    body: Schemas['CreateStaffBody']
    data: Schemas['StaffView']
  }
  'POST /admin/v1/staff/{login}/disable': {
    params: Schemas['StaffParams']
    query: null
    body: null
    data: Schemas['StaffView']
  }
  'POST /admin/v1/staff/{login}/password': {
    params: Schemas['StaffParams']
    query: null
    body: Schemas['StaffPasswordBody']
    data: null
  }
  'POST /admin/v1/staff/{login}/reset-otp': {
    params: Schemas['StaffParams']
    query: null
    body: null
    data: null
  }
  'POST /admin/v1/symbols': {
    params: null
    query: null
    body: Schemas['CreateSymbolBody']
    data: Schemas['SymbolView']
  }
  'POST /trader/v1/auth/change-password': {
    params: null
    query: null
    body: Schemas['ChangePasswordBody']
    data: null
  }
  'POST /trader/v1/auth/login': {
    params: null
    query: null
    body: Schemas['LoginBody']
    data: Schemas['TokensView']
  }
  'POST /trader/v1/auth/logout': {
    params: null
    query: null
    body: null
    data: null
  }
  'POST /trader/v1/auth/otp/confirm': {
    params: null
    query: null
    body: Schemas['CodeBody']
    data: Schemas['SessionView']
  }
  'POST /trader/v1/auth/otp/disable': {
    params: null
    query: null
    body: Schemas['CodeBody']
    data: Schemas['CodesView']
  }
  'POST /trader/v1/auth/otp/enrol': {
    params: null
    query: null
    body: null
    data: Schemas['CodeSecretView']
  }
  'POST /trader/v1/auth/refresh': {
    params: null
    query: null
    body: Schemas['RefreshBody'] | null
    data: Schemas['TokensView']
  }
  'POST /trader/v1/mail': {
    params: null
    query: null
    body: Schemas['TraderMailBody']
    data: Schemas['MailView']
  }
  'POST /trader/v1/mail/drafts': {
    params: null
    query: null
    body: Schemas['MailDraftBody']
    data: Schemas['MailView']
  }
  'POST /trader/v1/mail/drafts/{id}/attachments': {
    params: Schemas['MailParams']
    query: null
    body: UploadedForm
    data: Schemas['MailView']
  }
  'POST /trader/v1/register': {
    params: null
    query: null
    body: Schemas['SignUpBody']
    data: Schemas['RegisteredView']
  }
  'POST /trader/v1/register/code': {
    params: null
    query: null
    body: Schemas['SignUpCodeBody']
    data: Schemas['SentCodeView']
  }
  'POST /trader/v1/trade': {
    params: null
    query: null
    body: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined }
    data: Schemas['TradeAnswerView']
  }
  'POST /trader/v1/trade/check': {
    params: null
    query: null
    body: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined; readonly risk?: { readonly amount?: string | undefined; readonly percent?: string | undefined } | undefined }
    data: Schemas['TradeCheckView']
  }
  'POST /trader/v1/watchlists': {
    params: null
    query: null
    body: Schemas['CreateWatchlistBody']
    data: Schemas['WatchlistView']
  }
  'PUT /admin/v1/account-allocations/settings': {
    params: null
    query: null
    body: Schemas['PutAllocationSettingsBody']
    data: Schemas['AllocationSettingsView']
  }
  'PUT /admin/v1/account-allocations/{id}': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['PutAllocationBody']
    data: Schemas['AllocationView']
  }
  'PUT /admin/v1/accounts/{login}/clients': {
    params: Schemas['AccountParams']
    query: null
    body: Schemas['LinkAccountsBody']
    data: Schemas['ClientAccountsView']
  }
  'PUT /admin/v1/datafeeds/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['DatafeedView'][]
  }
  'PUT /admin/v1/gateways/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['GatewayView'][]
  }
  'PUT /admin/v1/holidays/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['HolidayView'][]
  }
  'PUT /admin/v1/leverage-profiles/{id}/rules/order': {
    params: Schemas['RecordParams']
    query: null
    body: Schemas['LeverageRuleOrderBody']
    data: Schemas['LeverageProfileView']
  }
  'PUT /admin/v1/licence/brands/{id}/images/{image}': {
    params: Schemas['BrandImageParams']
    query: null
    body: Uint8Array
    data: Schemas['BrandView']
  }
  'PUT /admin/v1/mail/drafts/{id}': {
    params: Schemas['MailParams']
    query: null
    body: Schemas['MailDraftBody']
    data: Schemas['MailView']
  }
  'PUT /admin/v1/me/preferences': {
    params: null
    query: null
    body: Schemas['SavePreferencesBody']
    data: Schemas['PreferencesView']
  }
  'PUT /admin/v1/reports/configs/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['ReportConfigView'][]
  }
  'PUT /admin/v1/routing/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['RoutingRuleView'][]
  }
  'PUT /admin/v1/settings': {
    params: null
    query: null
    body: Schemas['PutServerSettingsBody']
    data: Schemas['ServerSettingsView']
  }
  'PUT /admin/v1/staff/{login}/reports': {
    params: Schemas['StaffParams']
    query: null
    body: Schemas['StaffReportsBody']
    data: Schemas['StaffReportsView']
  }
  'PUT /admin/v1/symbols/order': {
    params: null
    query: null
    body: Schemas['OrderBody']
    data: readonly Schemas['SymbolView'][]
  }
  'PUT /trader/v1/mail/drafts/{id}': {
    params: Schemas['MailParams']
    query: null
    body: Schemas['MailDraftBody']
    data: Schemas['MailView']
  }
  'PUT /trader/v1/me/preferences': {
    params: null
    query: null
    body: Schemas['SavePreferencesBody']
    data: Schemas['PreferencesView']
  }
}

/** Routes that take an Idempotency-Key. */
export const KEYED_ROUTES: readonly (keyof Routes)[] = [
  'POST /admin/v1/account-allocations',
  'POST /admin/v1/accounts',
  'POST /admin/v1/accounts/export',
  'POST /admin/v1/accounts/import',
  'POST /admin/v1/accounts/import/file',
  'POST /admin/v1/applications/{id}/approve',
  'POST /admin/v1/applications/{id}/reject',
  'POST /admin/v1/datafeeds',
  'POST /admin/v1/gateways',
  'POST /admin/v1/groups',
  'POST /admin/v1/holidays',
  'POST /admin/v1/leverage-profiles',
  'POST /admin/v1/leverage-switches',
  'POST /admin/v1/licence/brands',
  'POST /admin/v1/logs/archive',
  'POST /admin/v1/mail',
  'POST /admin/v1/mail-servers',
  'POST /admin/v1/notifications',
  'POST /admin/v1/positions/bulk-close',
  'POST /admin/v1/positions/payments',
  'POST /admin/v1/reports/configs',
  'POST /admin/v1/reports/jobs',
  'POST /admin/v1/reports/schedules',
  'POST /admin/v1/routing',
  'POST /admin/v1/staff',
  'POST /admin/v1/symbols',
  'POST /trader/v1/mail',
  'POST /trader/v1/watchlists',
]

/** Routes whose answer is bytes. */
export const BYTE_ROUTES: readonly (keyof Routes)[] = [
  'GET /admin/v1/accounts/export',
  'GET /admin/v1/accounts/{login}/statement',
  'GET /admin/v1/jobs/{id}/result',
  'GET /admin/v1/licence/brands/{id}/images/{image}',
  'GET /admin/v1/mail/{id}/attachments/{file}',
  'GET /admin/v1/reports/jobs/{id}/download',
  'GET /trader/v1/brand/images/{image}',
  'GET /trader/v1/mail/{id}/attachments/{file}',
  'GET /trader/v1/statement',
]

/** Shapes by the names that the server has for them. */
export interface Schemas {
  AccountCheckView: { readonly differences: readonly ({ readonly field: string; readonly stored: string | null; readonly computed: string | null })[] }
  AccountDailyQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  AccountExportBody: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly email?: string | undefined }
  AccountExportQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly email?: string | undefined }
  AccountGroupsView: { readonly items: readonly ({ readonly path: string; readonly currency: string; readonly company: string; readonly password_min_length: number })[] }
  AccountImportBody: { readonly csv: string; readonly dry_run?: boolean | undefined }
  AccountImportView: { readonly items: readonly ({ readonly line: number; readonly action: 'created' | 'create' | 'exists' | 'error'; readonly login: number | null; readonly error: string; readonly master_password: string | null; readonly investor_password: string | null })[]; readonly job_id: number | null }
  AccountJournalQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly actor?: number | undefined; readonly kind?: string | undefined; readonly text?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  AccountMarginView: { readonly login: number; readonly currency: string; readonly leverage: number; readonly margin_mode: 'hedging' | 'netting'; readonly money: Schemas['MoneyView']; readonly items: readonly ({ readonly symbol: string; readonly volume_buy: string; readonly volume_sell: string; readonly volume_orders: string; readonly margin: string | null })[] }
  AccountParams: { readonly login: number }
  AccountPasswordBody: { readonly kind: 'master' | 'investor' | 'phone' | 'api'; readonly password?: string | undefined }
  AccountPasswordView: { readonly login: number; readonly kind: 'master' | 'investor' | 'phone' | 'api'; readonly password: string | null }
  AccountRepairView: { readonly differences: readonly ({ readonly field: string; readonly stored: string | null; readonly computed: string | null; readonly deal_id: number })[]; readonly projection_seq: string | null }
  AccountSessionView: { readonly equity: string; readonly group: string; readonly ip: string; readonly last_name: string | null; readonly login: number; readonly name: string | null; readonly os: string; readonly read_only: boolean; readonly session: string; readonly since: string; readonly sockets: number; readonly staff: boolean }
  AccountTermsView: { readonly currency: string; readonly currency_digits: number; readonly margin_mode: 'hedging' | 'netting'; readonly leverage: number; readonly margin_call_level: string; readonly stop_out_level: string; readonly stop_out_mode: 'percent' | 'money'; readonly free_margin_mode: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only'; readonly negative_balance_protection: boolean; readonly limit_orders: number; readonly limit_positions: number; readonly trade_enabled: boolean; readonly company: string; readonly deposit_url: string; readonly withdraw_url: string }
  AccountView: { readonly login: number; readonly group: string; readonly currency: string; readonly leverage: number; readonly limit_orders: number; readonly limit_positions: number; readonly name: string | null; readonly last_name: string | null; readonly middle_name: string | null; readonly comment: string | null; readonly email: string | null; readonly phone: string | null; readonly address: string | null; readonly city: string | null; readonly country: string | null; readonly state: string | null; readonly zip_code: string | null; readonly id_number: string | null; readonly company: string; readonly bank_account: string | null; readonly lead_campaign: string; readonly lead_source: string; readonly color: string; readonly language: string; readonly status: string; readonly agent: number | null; readonly client_id: number | null; readonly enabled: boolean; readonly trading_enabled: boolean; readonly expert_enabled: boolean; readonly api_enabled: boolean; readonly api_ip_allow: readonly string[]; readonly api_password_set: boolean; readonly must_change_password: boolean; readonly otp_enabled: boolean; readonly policy_revision: number; readonly archived_at: string | null; readonly last_access: string | null; readonly last_ip: string; readonly created_at: string; readonly updated_at: string; readonly version: number; readonly balance: string | null; readonly balance_prev_day: string | null; readonly balance_prev_month: string | null; readonly credit: string | null; readonly money: Schemas['MoneyView'] | null }
  AccountWindowCountView: { readonly resource: string; readonly query_id: string; readonly total: number | null; readonly consistency: 'current' | 'projection_pending'; readonly projection_seq: string; readonly retry_after_ms?: number | undefined }
  AccountWindowQuery: { readonly edge?: 'first' | 'last' | 'after' | 'before' | 'around' | undefined; readonly cursor?: string | undefined; readonly anchor?: number | undefined; readonly offset?: number | undefined; readonly limit?: number | undefined; readonly sort?: string | undefined; readonly search?: string | undefined; readonly filter?: string | undefined; readonly group?: string | undefined; readonly group_path?: string | undefined; readonly client?: string | undefined; readonly fields?: string | undefined; readonly min_projection_seq?: string | undefined }
  AccountWindowRow: { readonly currency?: string | undefined; readonly login: string; readonly group?: string | undefined; readonly leverage?: number | undefined; readonly limit_orders?: number | undefined; readonly limit_positions?: number | undefined; readonly name?: string | null | undefined; readonly last_name?: string | null | undefined; readonly middle_name?: string | null | undefined; readonly comment?: string | null | undefined; readonly email?: string | null | undefined; readonly phone?: string | null | undefined; readonly address?: string | null | undefined; readonly city?: string | null | undefined; readonly country?: string | null | undefined; readonly state?: string | null | undefined; readonly zip_code?: string | null | undefined; readonly id_number?: string | null | undefined; readonly company?: string | undefined; readonly bank_account?: string | null | undefined; readonly lead_campaign?: string | undefined; readonly lead_source?: string | undefined; readonly color?: string | undefined; readonly language?: string | undefined; readonly status?: string | undefined; readonly agent?: string | null | undefined; readonly client_id?: string | null | undefined; readonly enabled?: boolean | undefined; readonly trading_enabled?: boolean | undefined; readonly expert_enabled?: boolean | undefined; readonly api_enabled?: boolean | undefined; readonly api_ip_allow?: readonly string[] | undefined; readonly api_password_set?: boolean | undefined; readonly must_change_password?: boolean | undefined; readonly otp_enabled?: boolean | undefined; readonly policy_revision?: string | null | undefined; readonly archived_at?: string | null | undefined; readonly last_access?: string | null | undefined; readonly last_ip?: string | undefined; readonly created_at?: string | undefined; readonly updated_at?: string | undefined; readonly version?: number | undefined; readonly balance?: string | undefined; readonly credit?: string | undefined; readonly balance_prev_day?: string | undefined; readonly balance_prev_month?: string | undefined; readonly money?: null | undefined }
  AccountWindowView: { readonly items: readonly Schemas['AccountWindowRow'][]; readonly before: string | null; readonly after: string | null; readonly has_before: boolean; readonly has_after: boolean; readonly first_key: string | null; readonly last_key: string | null; readonly page_id: string; readonly proof: string; readonly calculated_at: string; readonly consistency: 'current' | 'projection_pending'; readonly projection_seq: string; readonly retry_after_ms?: number | undefined }
  AccountsCountQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly email?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  AccountsPageView: { readonly items: readonly Schemas['AccountView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  AccountsQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly email?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  AddLeverageRuleBody: { readonly rule: { readonly name: string; readonly mask: string; readonly range_basis: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol'; readonly currency?: string | undefined; readonly description?: string | undefined; readonly tiers: readonly ({ readonly range_from?: unknown | undefined; readonly range_to: string; readonly initial: string; readonly maintenance: string })[] }; readonly position?: number | undefined; readonly version: number }
  AllocationSettingsView: { readonly id: number; readonly demo_url: string; readonly deposit_url: string; readonly withdraw_url: string; readonly link_sets: readonly ({ readonly description: string; readonly countries: readonly string[]; readonly sort: number; readonly links: readonly ({ readonly url: string; readonly caption: string; readonly caption_type: number })[]; readonly id: number })[]; readonly created_at: string; readonly updated_at: string; readonly version: number }
  AllocationView: { readonly id: number; readonly group_path: string; readonly description: string; readonly enabled: boolean; readonly priority: number; readonly countries: readonly string[]; readonly default_leverage: number; readonly leverages: readonly number[]; readonly white_label_id: number | null; readonly created_at: string; readonly updated_at: string; readonly version: number }
  ApplicationParams: { readonly id: number }
  ApplicationView: { readonly id: number; readonly state: 'new' | 'approved' | 'rejected'; readonly name: string | null; readonly last_name: string | null; readonly email: string | null; readonly phone: string | null; readonly address: string | null; readonly city: string | null; readonly country: string | null; readonly language: string; readonly group: string; readonly leverage: number; readonly allocation_id: number | null; readonly ip: string; readonly login: number | null; readonly reason: string; readonly created_at: string; readonly decided_at: string | null; readonly decided_by: number | null }
  ApplicationsPageView: { readonly items: readonly Schemas['ApplicationView'][]; readonly page: number; readonly total: number }
  ApplicationsQuery: { readonly state?: 'new' | 'approved' | 'rejected' | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  ApplyLicenceBody: { readonly key: string }
  ApproveApplicationBody: { readonly group?: string | undefined; readonly leverage?: number | undefined; readonly passwords?: { readonly master?: string | undefined; readonly investor?: string | undefined } | undefined }
  ArchiveQuery: { readonly version?: number | undefined }
  AvailableReportView: { readonly id: number; readonly name: string; readonly module: string; readonly enabled: boolean; readonly params: Readonly<Record<string, unknown>>; readonly position: number; readonly can_export: boolean; readonly daily: boolean; readonly description: string; readonly inputs: readonly string[]; readonly oldest_from: string | null; readonly created_at: string; readonly updated_at: string; readonly version: number }
  BalanceBody: { readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly amount: string; readonly comment?: string | undefined; readonly request_id: string; readonly skip_margin_check?: boolean | undefined }
  BalanceBulkBody: { readonly items: readonly ({ readonly login: number; readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly amount: string; readonly comment?: string | undefined; readonly request_id: string })[]; readonly skip_margin_check?: boolean | undefined }
  BrandImageParams: { readonly id: number; readonly image: 'logo' | 'banner' | 'icon' }
  BrandView: { readonly id: number; readonly company: string; readonly enabled: boolean; readonly is_default: boolean; readonly is_licenced: boolean; readonly domains: readonly string[]; readonly default_symbols: readonly string[]; readonly address: string; readonly phone: string; readonly program_name: string; readonly server_name: string; readonly short_name: string; readonly support_email: string; readonly website: string; readonly eula_url: string; readonly links: readonly ({ readonly name: string; readonly url: string })[]; readonly color_primary: string; readonly color_secondary: string; readonly color_accent: string; readonly has_logo: boolean; readonly has_banner: boolean; readonly has_icon: boolean; readonly created_at: string; readonly updated_at: string; readonly version: number }
  BulkCloseBody: { readonly close_positions?: boolean | undefined; readonly delete_orders?: boolean | undefined; readonly clear_stops?: boolean | undefined; readonly symbol?: string | undefined; readonly groups?: string | undefined; readonly positions?: readonly number[] | undefined; readonly orders?: readonly number[] | undefined; readonly comment?: string | undefined; readonly preview?: boolean | undefined; readonly confirm_token?: string | undefined; readonly confirm_code?: string | undefined }
  BulkCloseParams: { readonly close_positions?: boolean | undefined; readonly delete_orders?: boolean | undefined; readonly clear_stops?: boolean | undefined; readonly symbol?: string | undefined; readonly groups?: string | undefined; readonly positions?: readonly number[] | undefined; readonly orders?: readonly number[] | undefined; readonly comment?: string | undefined; readonly preview?: boolean | undefined }
  BulkCloseRow: { readonly operation: 'close' | 'delete' | 'clear_stops'; readonly kind: 'position' | 'order'; readonly id: number; readonly login: number; readonly symbol: string | null; readonly status: 'done' | 'rejected'; readonly code: string; readonly message: string }
  BulkCloseView: { readonly preview: boolean; readonly total: number; readonly positions: Schemas['PositionRowsView']; readonly orders: Schemas['OpenOrderRowsView']; readonly results: readonly Schemas['BulkCloseRow'][] }
  CandlesQuery: { readonly timeframe: 'M1' | 'M5' | 'M15' | 'M30' | 'H1' | 'H4' | 'D1' | 'W1' | 'MN'; readonly from?: string | undefined; readonly to?: string | undefined; readonly limit?: number | undefined }
  CandlesView: { readonly symbol: string; readonly timeframe: 'M1' | 'M5' | 'M15' | 'M30' | 'H1' | 'H4' | 'D1' | 'W1' | 'MN'; readonly digits: number; readonly items: readonly ({ readonly at: string; readonly open: string; readonly high: string; readonly low: string; readonly close: string; readonly ask_high: string; readonly ask_low: string; readonly ticks: number; readonly complete: boolean })[] }
  CatalogView: { readonly kinds: readonly ({ readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly key_field: string; readonly count: number; readonly can_read: boolean; readonly can_write: boolean; readonly items: readonly ({ readonly key: string; readonly enabled: boolean | null })[] })[] }
  ChangePasswordBody: { readonly current_password: string; readonly new_password: string }
  ClientAccountsView: { readonly client_id: number | null; readonly logins: readonly number[]; readonly version: number }
  ClosedPageView: { readonly items: readonly Schemas['ClosedPositionView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined; readonly totals: { readonly commission: string; readonly count: number; readonly fee: string; readonly profit: string; readonly swap: string; readonly volume: string } }
  ClosedPositionView: { readonly position_id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly side: 'buy' | 'sell'; readonly volume: string; readonly price_open: string; readonly price_close: string; readonly opened_at: string; readonly closed_at: string; readonly commission: string; readonly fee: string; readonly swap: string; readonly profit: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly close_reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction' | null; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly dealer: number | null; readonly comment: string | null }
  ClosedPositionsQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly symbol?: string | undefined; readonly action?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  CodeBody: { readonly code: string }
  CodeSecretView: { readonly secret: string; readonly uri: string }
  CodesView: { readonly enabled: boolean; readonly required: boolean }
  ConfirmationView: { readonly confirm_token: string; readonly code: string; readonly expires_at: string }
  CountView: { readonly total: number }
  CreateAccountBody: { readonly group: string; readonly master_password: string; readonly investor_password: string; readonly phone_password?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly email?: string | undefined; readonly leverage?: number | undefined; readonly limit_orders?: number | undefined; readonly limit_positions?: number | undefined; readonly trading_enabled?: boolean | undefined; readonly address?: string | undefined; readonly city?: string | undefined; readonly comment?: string | undefined; readonly company?: string | undefined; readonly country?: string | undefined; readonly id_number?: string | undefined; readonly last_name?: string | undefined; readonly lead_campaign?: string | undefined; readonly lead_source?: string | undefined; readonly middle_name?: string | undefined; readonly phone?: string | undefined; readonly state?: string | undefined; readonly zip_code?: string | undefined; readonly status?: 'RE' | 'NR' | '' | undefined }
  CreateAllocationBody: { readonly group_path: string; readonly description?: string | undefined; readonly enabled?: boolean | undefined; readonly priority?: number | undefined; readonly countries?: readonly string[] | undefined; readonly default_leverage?: number | undefined; readonly leverages?: readonly number[] | undefined; readonly white_label_id?: number | null | undefined; readonly id?: unknown | undefined; readonly created_at?: unknown | undefined; readonly updated_at?: unknown | undefined; readonly version?: unknown | undefined }
  CreateBrandBody: { readonly company: string; readonly enabled?: boolean | undefined; readonly domains?: readonly string[] | undefined; readonly default_symbols?: readonly string[] | undefined; readonly address?: string | undefined; readonly phone?: string | undefined; readonly program_name?: string | undefined; readonly server_name?: string | undefined; readonly short_name?: string | undefined; readonly support_email?: string | undefined; readonly website?: string | undefined; readonly eula_url?: string | undefined; readonly links?: readonly ({ readonly name: string; readonly url: string })[] | undefined; readonly color_primary?: string | undefined; readonly color_secondary?: string | undefined; readonly color_accent?: string | undefined; readonly is_default?: boolean | undefined }
  CreateDatafeedBody: { readonly name: string; readonly enabled?: boolean | undefined; readonly server: string; readonly login?: string | undefined; readonly gateway_server?: string | undefined; readonly gateway_login?: string | undefined; readonly priority?: number | undefined; readonly reconnect_sec?: number | undefined; readonly timeout_sec?: number | undefined; readonly import_symbol_settings?: boolean | undefined; readonly params?: readonly ({ readonly name: string; readonly value: string; readonly type?: 'string' | 'int' | 'bool' | 'time' | 'secret' | undefined; readonly default?: string | undefined; readonly description?: string | undefined })[] | undefined; readonly symbols?: readonly string[] | undefined; readonly translates?: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[] | undefined; readonly module: 'fix44' | 'dde'; readonly idle_timeout_sec?: number | undefined; readonly failures_before_rest?: number | undefined; readonly rest_sec?: number | undefined; readonly quotes_enabled?: boolean | undefined; readonly news_enabled?: boolean | undefined; readonly password?: string | undefined; readonly gateway_password?: string | undefined }
  CreateGatewayBody: { readonly name: string; readonly enabled?: boolean | undefined; readonly server: string; readonly login?: string | undefined; readonly gateway_server?: string | undefined; readonly gateway_login?: string | undefined; readonly priority?: number | undefined; readonly reconnect_sec?: number | undefined; readonly timeout_sec?: number | undefined; readonly import_symbol_settings?: boolean | undefined; readonly params?: readonly ({ readonly name: string; readonly value: string; readonly type?: 'string' | 'int' | 'bool' | 'time' | 'secret' | undefined; readonly default?: string | undefined; readonly description?: string | undefined })[] | undefined; readonly symbols?: readonly string[] | undefined; readonly translates?: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[] | undefined; readonly module?: 'fix44' | undefined; readonly mode?: 'Active' | 'Passive' | undefined; readonly reconnect_attempts?: number | undefined; readonly series_pause_sec?: number | undefined; readonly allow_import_balances?: boolean | undefined; readonly collect_transactions_days?: number | undefined; readonly groups?: readonly ({ readonly group: string; readonly symbols?: readonly string[] | undefined })[] | undefined; readonly profiling?: boolean | undefined; readonly ssl?: boolean | undefined; readonly password?: string | undefined; readonly gateway_password?: string | undefined }
  CreateGroupBody: { readonly path: string; readonly currency?: string | undefined; readonly currency_digits?: number | undefined; readonly company?: string | undefined; readonly enabled?: boolean | undefined; readonly margin_mode?: 'hedging' | 'netting' | undefined; readonly margin_call_level?: string | undefined; readonly stop_out_level?: string | undefined; readonly stop_out_mode?: 'percent' | 'money' | undefined; readonly free_margin_mode?: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only' | undefined; readonly negative_balance_protection?: boolean | undefined; readonly use_credit?: boolean | undefined; readonly leverage?: number | undefined; readonly leverage_profile_id?: number | null | undefined; readonly limit_orders?: number | undefined; readonly limit_positions?: number | undefined; readonly password_min_length?: number | undefined; readonly otp_required?: boolean | undefined; readonly password_change_at_first?: boolean | undefined; readonly mail_enabled?: boolean | undefined; readonly news_mode?: 'full' | 'headlines' | 'disabled' | undefined; readonly trade_enabled?: boolean | undefined; readonly swaps_enabled?: boolean | undefined; readonly daily_reports?: boolean | undefined; readonly symbols?: readonly ({ readonly mask: string; readonly trade_access?: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full' | undefined; readonly execution?: 'request' | 'instant' | 'market' | 'exchange' | undefined; readonly stops_level_pts?: number | undefined; readonly volume_min?: string | undefined; readonly volume_max?: string | undefined; readonly volume_step?: string | undefined; readonly volume_limit?: string | undefined; readonly margin_initial?: string | undefined; readonly margin_maintenance?: string | undefined; readonly margin_hedged?: string | undefined; readonly margin_rates?: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[] | undefined; readonly swap_mode?: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open' | undefined; readonly swap_long?: string | undefined; readonly swap_short?: string | undefined; readonly swap_days?: readonly number[] | undefined; readonly swap_year_days?: number | undefined; readonly spread_diff_pts?: number | undefined })[] | undefined; readonly commissions?: readonly ({ readonly mask: string; readonly mode: 'per_lot' | 'percent' | 'points'; readonly charge: 'per_side' | 'per_deal' | 'daily'; readonly tiers: readonly ({ readonly value: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly min?: string | undefined; readonly max?: string | undefined })[] })[] | undefined; readonly deposit_url?: string | undefined; readonly withdraw_url?: string | undefined }
  CreateHolidayBody: { readonly year?: number | undefined; readonly month: number; readonly day: number; readonly description?: string | undefined; readonly enabled?: boolean | undefined; readonly from_min?: number | undefined; readonly to_min?: number | undefined; readonly symbols?: readonly string[] | undefined; readonly id?: number | undefined; readonly version?: number | undefined }
  CreateLeverageProfileBody: { readonly name: string; readonly enabled?: boolean | undefined; readonly rules?: readonly ({ readonly name: string; readonly mask: string; readonly range_basis: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol'; readonly currency?: string | undefined; readonly description?: string | undefined; readonly tiers: readonly ({ readonly range_from?: unknown | undefined; readonly range_to: string; readonly initial: string; readonly maintenance: string })[] })[] | undefined }
  CreateLeverageSwitchBody: { readonly group: string; readonly leverage_profile_id: number | null; readonly at: string }
  CreateMailServerBody: { readonly name: string; readonly server: string; readonly security?: 'none' | 'starttls' | 'tls' | undefined; readonly login?: string | undefined; readonly sender_email: string; readonly sender_name?: string | undefined; readonly enabled?: boolean | undefined; readonly is_default?: boolean | undefined; readonly password?: string | undefined }
  CreateReportConfigBody: { readonly name: string; readonly module: 'trades' | 'deals' | 'daily' | 'balance_operations' | 'commissions' | 'exposure' | 'accounts_summary' | 'margin_calls' | 'routing' | 'journal'; readonly enabled?: boolean | undefined; readonly params?: Readonly<Record<string, unknown>> | undefined; readonly position?: number | undefined }
  CreateReportScheduleBody: { readonly config_id: number; readonly cron: string; readonly format: 'json' | 'csv' | 'xlsx' | 'html'; readonly email_to?: string | undefined }
  CreateRoutingRuleBody: { readonly name: string; readonly enabled?: boolean | undefined; readonly action: 'confirm_request_price' | 'confirm_market_price' | 'reject' | 'requote' | 'dealer' | 'online_dealers' | 'gateway' | 'delay' | 'clear_stops'; readonly action_value?: string | undefined; readonly conditions?: readonly ({ readonly field: 'login' | 'volume' | 'hour' | 'weekday' | 'deviation_pts' | 'group' | 'symbol' | 'side' | 'kind' | 'comment'; readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; readonly value: string })[] | undefined; readonly dealers?: readonly number[] | undefined; readonly order_kinds?: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[] | undefined; readonly request_kinds?: readonly ('open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops' | 'activate' | 'sl' | 'tp' | 'stop_out' | 'expire' | 'rollover')[] | undefined; readonly skip_no_dealer?: boolean | undefined; readonly position?: number | undefined }
  CreateStaffBody: { readonly login: number; readonly group_scope?: readonly string[] | undefined; readonly ip_allow?: readonly string[] | undefined; readonly logs_months?: number | undefined; readonly mailbox_name?: string | undefined; readonly reports_months?: number | undefined; readonly rights?: readonly ('accounts.view' | 'accounts.edit' | 'accounts.balance' | 'accounts.delete' | 'accounts.online' | 'accounts.passwords' | 'accounts.name' | 'accounts.email' | 'accounts.phone' | 'accounts.address' | 'clients.view' | 'clients.edit' | 'trades.view' | 'trades.edit' | 'trades.delete' | 'trades.manager' | 'dealing' | 'confirm_actions' | 'applications' | 'notifications' | 'mailbox' | 'journal' | 'reports' | 'reports.export' | 'config.staff' | 'config.symbols' | 'symbols.quick_edit' | 'config.groups' | 'config.leverage' | 'config.datafeeds' | 'config.gateways' | 'config.routing' | 'config.holidays' | 'config.allocation' | 'config.reports' | 'config.servers' | 'config.white_labels' | 'config.mail' | 'server.machines' | 'terminal.admin')[] | undefined }
  CreateSymbolBody: { readonly path: string; readonly description?: string | undefined; readonly digits?: number | undefined; readonly base_currency?: string | undefined; readonly profit_currency?: string | undefined; readonly margin_currency?: string | undefined; readonly contract_size?: string | undefined; readonly calc_mode?: 'forex' | 'forex_no_leverage' | 'cfd' | 'cfd_leverage' | 'cfd_index' | 'futures' | undefined; readonly tick_size?: string | undefined; readonly tick_value?: string | undefined; readonly spread_pts?: number | undefined; readonly spread_balance_pts?: number | undefined; readonly freeze_level_pts?: number | undefined; readonly filling?: readonly ('fok' | 'ioc' | 'return')[] | undefined; readonly expiration?: readonly ('gtc' | 'day' | 'specified' | 'specified_day')[] | undefined; readonly order_kinds?: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[] | undefined; readonly sessions?: readonly ({ readonly day: number; readonly kind: 'quote' | 'trade'; readonly from_min: number; readonly to_min: number })[] | undefined; readonly quote_source?: string | undefined; readonly quote_markup_bid_pts?: number | undefined; readonly quote_markup_ask_pts?: number | undefined; readonly filter_max_jump_pts?: number | undefined; readonly quote_max_age_sec?: number | undefined; readonly trade_access?: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full' | undefined; readonly execution?: 'request' | 'instant' | 'market' | 'exchange' | undefined; readonly stops_level_pts?: number | undefined; readonly volume_min?: string | undefined; readonly volume_max?: string | undefined; readonly volume_step?: string | undefined; readonly volume_limit?: string | undefined; readonly margin_initial?: string | undefined; readonly margin_maintenance?: string | undefined; readonly margin_hedged?: string | undefined; readonly margin_rates?: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[] | undefined; readonly swap_mode?: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open' | undefined; readonly swap_long?: string | undefined; readonly swap_short?: string | undefined; readonly swap_days?: readonly number[] | undefined; readonly swap_year_days?: number | undefined }
  CreateWatchlistBody: { readonly name: string; readonly symbols?: readonly string[] | undefined }
  DailyPageView: { readonly items: readonly Schemas['DailyView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  DailyView: { readonly date: string; readonly login: number; readonly group: string; readonly name: string | null; readonly currency: string; readonly balance: string; readonly balance_prev_day: string; readonly balance_prev_month: string; readonly credit: string; readonly swap: string; readonly equity: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly floating_profit: string | null; readonly daily_profit: string; readonly daily_swap: string; readonly daily_fee: string; readonly daily_commission_instant: string; readonly daily_commission_turnover: string; readonly daily_deposits: string; readonly daily_withdrawals: string; readonly daily_credit: string; readonly daily_bonuses: string; readonly daily_charges: string; readonly daily_corrections: string; readonly daily_compensation: string; readonly at: string }
  DatafeedLogView: readonly ({ readonly at: string; readonly level: 'info' | 'warn' | 'error'; readonly text: string })[]
  DatafeedStatusView: { readonly datafeed_id: number; readonly state: 'online' | 'connecting' | 'resting' | 'disabled'; readonly quotes_per_sec: number; readonly last_quote: string | null; readonly last_error: string; readonly bytes_in: number; readonly bytes_out: number }
  DatafeedView: { readonly id: number; readonly name: string; readonly enabled: boolean; readonly server: string; readonly login: string; readonly gateway_server: string; readonly gateway_login: string; readonly priority: number; readonly reconnect_sec: number; readonly timeout_sec: number; readonly import_symbol_settings: boolean; readonly params: readonly ({ readonly name: string; readonly type: 'string' | 'int' | 'bool' | 'time' | 'secret'; readonly value: string; readonly default: string; readonly description: string })[]; readonly symbols: Schemas['Masks']; readonly translates: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[]; readonly module: 'fix44' | 'dde'; readonly idle_timeout_sec: number; readonly failures_before_rest: number; readonly rest_sec: number; readonly quotes_enabled: boolean; readonly news_enabled: boolean; readonly has_password: boolean; readonly has_gateway_password: boolean; readonly created_at: string; readonly updated_at: string; readonly version: number }
  DealView: { readonly id: number; readonly login: number; readonly group: string; readonly entry: 'in' | 'out' | 'inout' | 'out_by' | 'balance'; readonly action: 'buy' | 'sell' | 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly profit: string; readonly swap: string; readonly commission: string; readonly fee: string; readonly credit: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly at: string; readonly seq: string; readonly symbol: string | null; readonly digits: number | null; readonly contract_size: string | null; readonly volume: string | null; readonly price: string | null; readonly side: 'buy' | 'sell' | null; readonly order_id: number | null; readonly position_id: number | null; readonly dealer: number | null; readonly client_order_id: string | null; readonly comment: string | null }
  DealingQueueView: readonly ({ readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly request: Readonly<Record<string, unknown>>; readonly bid: string | null; readonly ask: string | null; readonly taken_by: number | null; readonly expires_at: string })[]
  DealsPageView: { readonly items: readonly Schemas['DealView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  FillDecisionBody: { readonly action: 'confirm' | 'book' | 'refuse'; readonly price?: string | undefined; readonly reason?: string | undefined; readonly version?: number | undefined }
  FirewallView: { readonly available: boolean; readonly backend: string; readonly host: string; readonly read_only: boolean; readonly reason: string; readonly rows: readonly ({ readonly action: string; readonly address: string; readonly chain: string; readonly expression: string; readonly family: string; readonly hook: string; readonly interface: string; readonly name: string; readonly port: string; readonly protocol: string; readonly table: string })[]; readonly sampled_at: string; readonly stale: boolean; readonly truncated: boolean }
  GatewayInstrumentsView: readonly ({ readonly name: string; readonly description: string; readonly currency: string; readonly digits: number | null; readonly contract_size: string; readonly symbol_id: number | null })[]
  GatewayStatusView: { readonly gateway_id: number; readonly instance: string; readonly state: 'online' | 'stopped' | 'disabled'; readonly since: string | null; readonly last_error: string; readonly last_logon: string | null; readonly logons: number; readonly answer_ms: number | null; readonly latency_ms: { readonly p50: number | null; readonly p99: number | null }; readonly bytes_in: number; readonly bytes_out: number; readonly seq_in: number; readonly seq_out: number; readonly instruments: number; readonly symbols: number; readonly orders: number; readonly fills: number; readonly rejects: number; readonly outbox: number; readonly profile: { readonly since: string; readonly messages_in: readonly ({ readonly type: string; readonly count: number })[]; readonly messages_out: readonly ({ readonly type: string; readonly count: number })[]; readonly ack: { readonly count: number; readonly p50_us: number | null; readonly p99_us: number | null; readonly max_us: number | null }; readonly fill: { readonly count: number; readonly p50_us: number | null; readonly p99_us: number | null; readonly max_us: number | null }; readonly end: { readonly count: number; readonly p50_us: number | null; readonly p99_us: number | null; readonly max_us: number | null }; readonly taken: { readonly count: number; readonly p50_us: number | null; readonly p99_us: number | null; readonly max_us: number | null } } | null }
  GatewayTransactionsQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly login?: number | undefined; readonly order_id?: number | undefined; readonly symbol?: string | undefined; readonly kind?: 'order' | 'change' | 'cancel' | 'status' | 'unsent' | 'execution' | 'report' | 'reject' | 'bust' | 'correct' | undefined; readonly state?: 'pending' | 'working' | 'kept' | 'filled' | 'cancelled' | 'expired' | 'rejected' | 'unknown' | 'undone' | undefined; readonly before?: number | undefined; readonly limit?: number | undefined }
  GatewayTransactionsView: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly gateway_id: number; readonly direction: 'sent' | 'received'; readonly kind: 'order' | 'change' | 'cancel' | 'status' | 'unsent' | 'execution' | 'report' | 'reject' | 'bust' | 'correct'; readonly state: 'pending' | 'working' | 'kept' | 'filled' | 'cancelled' | 'expired' | 'rejected' | 'unknown' | 'undone' | null; readonly login: number | null; readonly order_id: number | null; readonly position_id: number | null; readonly client_order: string; readonly external_id: string | null; readonly execution_id: string | null; readonly symbol: string | null; readonly source: string | null; readonly side: 'buy' | 'sell'; readonly volume: string | null; readonly price: string | null; readonly provider_quantity: string | null; readonly provider_price: string | null; readonly total: string | null; readonly average: string | null; readonly text: string })[]; readonly has_more: boolean }
  GatewayView: { readonly id: number; readonly name: string; readonly enabled: boolean; readonly server: string; readonly login: string; readonly gateway_server: string; readonly gateway_login: string; readonly priority: number; readonly reconnect_sec: number; readonly timeout_sec: number; readonly import_symbol_settings: boolean; readonly params: readonly ({ readonly name: string; readonly type: 'string' | 'int' | 'bool' | 'time' | 'secret'; readonly value: string; readonly default: string; readonly description: string })[]; readonly symbols: Schemas['Masks']; readonly translates: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[]; readonly module: 'fix44'; readonly mode: 'Active' | 'Passive'; readonly reconnect_attempts: number; readonly series_pause_sec: number; readonly allow_import_balances: boolean; readonly collect_transactions_days: number; readonly groups: readonly ({ readonly group: string; readonly symbols?: readonly string[] | undefined })[]; readonly profiling: boolean; readonly ssl: boolean; readonly has_password: boolean; readonly has_gateway_password: boolean; readonly created_at: string; readonly updated_at: string; readonly version: number }
  GroupParams: { readonly path: string }
  GroupView: { readonly id: number; readonly path: string; readonly currency: string; readonly currency_digits: number; readonly company: string; readonly enabled: boolean; readonly margin_mode: 'hedging' | 'netting'; readonly margin_call_level: string; readonly stop_out_level: string; readonly stop_out_mode: 'percent' | 'money'; readonly free_margin_mode: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only'; readonly negative_balance_protection: boolean; readonly use_credit: boolean; readonly leverage: number; readonly leverage_profile_id: number | null; readonly limit_orders: number; readonly limit_positions: number; readonly password_min_length: number; readonly otp_required: boolean; readonly password_change_at_first: boolean; readonly mail_enabled: boolean; readonly news_mode: 'full' | 'headlines' | 'disabled'; readonly trade_enabled: boolean; readonly swaps_enabled: boolean; readonly daily_reports: boolean; readonly symbols: readonly ({ readonly mask: string; readonly trade_access?: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full' | undefined; readonly execution?: 'request' | 'instant' | 'market' | 'exchange' | undefined; readonly stops_level_pts?: number | undefined; readonly volume_min?: string | undefined; readonly volume_max?: string | undefined; readonly volume_step?: string | undefined; readonly volume_limit?: string | undefined; readonly margin_initial?: string | undefined; readonly margin_maintenance?: string | undefined; readonly margin_hedged?: string | undefined; readonly margin_rates?: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[] | undefined; readonly swap_mode?: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open' | undefined; readonly swap_long?: string | undefined; readonly swap_short?: string | undefined; readonly swap_days?: readonly number[] | undefined; readonly swap_year_days?: number | undefined; readonly spread_diff_pts?: number | undefined })[]; readonly commissions: readonly ({ readonly mask: string; readonly mode: 'per_lot' | 'percent' | 'points'; readonly charge: 'per_side' | 'per_deal' | 'daily'; readonly tiers: readonly ({ readonly value: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly min?: string | undefined; readonly max?: string | undefined })[] })[]; readonly deposit_url: string; readonly withdraw_url: string; readonly created_at: string; readonly updated_at: string; readonly version: number }
  HeldFillParams: { readonly login: number; readonly order_id: number; readonly number: number }
  HeldFillView: { readonly login: number; readonly group: string; readonly order_id: number; readonly number: number; readonly version: number; readonly gateway_id: number; readonly sent_order_id: number; readonly symbol: string; readonly digits: number; readonly side: 'buy' | 'sell'; readonly volume: string; readonly price: string; readonly bid: string | null; readonly ask: string | null; readonly why: 'price' | 'money'; readonly at: string; readonly execution_id: string; readonly external_id: string | null; readonly decision: { readonly action: 'confirm' | 'book' | 'refuse'; readonly at: string; readonly staff: number; readonly price: string | null; readonly reason: string | null } | null }
  HeldFillsQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly symbol?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  HeldFillsView: { readonly items: readonly Schemas['HeldFillView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  HistoryQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  HolidayCheckQuery: { readonly symbol: string; readonly date?: string | undefined }
  HolidayCheckView: { readonly closed: boolean; readonly date: string; readonly holidays: readonly Schemas['HolidayView'][]; readonly symbol: string }
  HolidayView: { readonly id: number; readonly year: number; readonly month: number; readonly day: number; readonly description: string; readonly enabled: boolean; readonly from_min: number; readonly to_min: number; readonly symbols: readonly string[]; readonly position: number; readonly created_at: string; readonly updated_at: string; readonly version: number }
  HolidaysQuery: { readonly year?: number | undefined; readonly month?: number | undefined }
  ImportSymbolsView: { readonly created: readonly ({ readonly id: number; readonly path: string; readonly source: string })[]; readonly skipped: readonly ({ readonly source: string; readonly reason: string })[]; readonly left: number }
  JobParams: { readonly id: number }
  JobView: { readonly id: number; readonly owner: number; readonly kind: 'accounts.export' | 'accounts.import' | 'log.archive'; readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'; readonly done: number; readonly total: number | null; readonly error: string; readonly created_at: string; readonly started_at: string | null; readonly finished_at: string | null }
  JobsPageView: { readonly items: readonly Schemas['JobView'][]; readonly page: number; readonly total: number }
  JobsQuery: { readonly owner?: number | undefined; readonly state?: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  JournalPageView: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly actor: number | null; readonly login: number | null; readonly kind: string; readonly text: string; readonly changes: readonly ({ readonly field: string; readonly from: unknown; readonly to: unknown })[]; readonly ip: string; readonly request_id: string; readonly hash: string | null })[]; readonly page: number; readonly total: number }
  JournalQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly actor?: number | undefined; readonly kind?: string | undefined; readonly text?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly login?: number | undefined }
  KickBody: { readonly login: number }
  LeverageBody: { readonly leverage: number; readonly version?: number | undefined }
  LeverageProfileView: { readonly id: number; readonly name: string; readonly enabled: boolean; readonly rules: readonly ({ readonly name: string; readonly mask: string; readonly range_basis: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol'; readonly currency?: string | undefined; readonly description?: string | undefined; readonly tiers: readonly ({ readonly range_from?: unknown | undefined; readonly range_to: string; readonly initial: string; readonly maintenance: string })[] })[]; readonly groups: readonly string[]; readonly created_at: string; readonly updated_at: string; readonly version: number }
  LeverageRuleOrderBody: { readonly order: readonly number[]; readonly version: number }
  LeverageRuleParams: { readonly id: number; readonly n: number }
  LeverageRuleQuery: { readonly version: number }
  LeverageSwitchView: { readonly id: number; readonly group: string; readonly leverage_profile_id: number | null; readonly at: string; readonly done_at: string | null; readonly made_by: number | null; readonly created_at: string; readonly updated_at: string; readonly version: number }
  LicenceStatusView: { readonly licence_id: string | null; readonly server_id: string; readonly issued_at: string | null; readonly expires_at: string | null; readonly applied_at: string | null; readonly applied_by: number | null; readonly companies: readonly ({ readonly name: string; readonly main: boolean; readonly created_at: string })[]; readonly brands: readonly Schemas['BrandView'][]; readonly entitlements: { readonly max_accounts: number; readonly max_groups: number }; readonly used_accounts: number; readonly used_groups: number; readonly valid: boolean; readonly warnings: readonly string[] }
  LinkAccountsBody: { readonly logins: readonly number[]; readonly version: number }
  ListExportQuery: { readonly kind: 'symbols' | 'groups' }
  ListExportView: { readonly items: readonly (Readonly<Record<string, unknown>>)[]; readonly kind: 'symbols' | 'groups' }
  ListImportBody: { readonly kind: 'symbols' | 'groups'; readonly items: readonly (Readonly<Record<string, unknown>>)[] }
  ListImportView: readonly ({ readonly action: 'created' | 'updated' | 'unchanged' | 'skipped' | 'error'; readonly error: string | null; readonly identity: string })[]
  LogArchiveBody: { readonly until?: string | undefined }
  LoginBody: { readonly login: number; readonly password: string; readonly terminal?: string | undefined; readonly otp?: string | undefined; readonly keep_signed_in?: boolean | undefined }
  MailDraftBody: { readonly id?: number | undefined; readonly subject?: string | undefined; readonly body?: string | undefined; readonly reply_to?: number | undefined; readonly email?: boolean | undefined; readonly to?: number | undefined; readonly to_group?: string | undefined; readonly to_logins?: readonly number[] | undefined; readonly version?: number | undefined }
  MailFileParams: { readonly id: number; readonly file: number }
  MailPageView: { readonly enabled: boolean; readonly items: readonly ({ readonly id: number; readonly message_id: string; readonly folder: 'inbox' | 'sent' | 'draft'; readonly thread_id: number; readonly from: number; readonly from_name: string; readonly recipients: string; readonly subject: string; readonly body: string; readonly read: boolean; readonly created_at: string; readonly attachments: readonly ({ readonly id: number; readonly name: string; readonly size: number })[]; readonly draft: { readonly email: boolean; readonly reply_to: number; readonly to: number; readonly to_group: string; readonly to_logins: readonly number[]; readonly version: number } | null; readonly thread_count?: number | undefined })[]; readonly page: number; readonly total: number; readonly unread: number }
  MailParams: { readonly id: number }
  MailQuery: { readonly folder?: 'inbox' | 'sent' | 'draft' | undefined; readonly thread?: number | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  MailServerTestBody: { readonly to: string }
  MailServerView: { readonly id: number; readonly name: string; readonly server: string; readonly security: 'none' | 'starttls' | 'tls'; readonly login: string; readonly sender_email: string; readonly sender_name: string; readonly enabled: boolean; readonly is_default: boolean; readonly has_password: boolean; readonly stats: { readonly sent: number; readonly errors: number; readonly queued: number; readonly avg_send_seconds: number }; readonly created_at: string; readonly updated_at: string; readonly version: number }
  MailView: { readonly id: number; readonly message_id: string; readonly folder: 'inbox' | 'sent' | 'draft'; readonly thread_id: number; readonly from: number; readonly from_name: string; readonly recipients: string; readonly subject: string; readonly body: string; readonly read: boolean; readonly created_at: string; readonly attachments: readonly ({ readonly id: number; readonly name: string; readonly size: number })[]; readonly draft: { readonly email: boolean; readonly reply_to: number; readonly to: number; readonly to_group: string; readonly to_logins: readonly number[]; readonly version: number } | null }
  MailboxesView: readonly ({ readonly login: number; readonly name: string })[]
  Masks: readonly string[]
  MeView: { readonly csrf_token: string; readonly expires_at: string; readonly group: string; readonly group_scope: readonly string[]; readonly keep_signed_in: boolean; readonly login: number; readonly must_change_password: boolean; readonly must_enrol_otp: boolean; readonly read_only: boolean; readonly rights: readonly string[]; readonly server_clock: { readonly daylight_saving: string; readonly utc_offset_min: number }; readonly access_expires_at: string }
  ModuleView: { readonly module: string; readonly label: string; readonly description: string; readonly params: readonly ({ readonly name: string; readonly type: 'string' | 'int' | 'bool' | 'time' | 'secret'; readonly value: string; readonly default: string; readonly description: string })[]; readonly required: readonly string[]; readonly certificate: string; readonly signed_by: string }
  ModulesView: readonly ({ readonly module: string; readonly title: string; readonly description: string; readonly inputs: readonly string[]; readonly daily: boolean })[]
  MoneyView: { readonly balance: string; readonly credit: string; readonly equity: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly margin_level: string | null; readonly profit: string | null; readonly swap: string; readonly commission: string; readonly seq: string; readonly at: string }
  MonitorView: { readonly sampled_at: string; readonly cpu_percent: number; readonly memory: { readonly rss_bytes: number; readonly heap_used_bytes: number; readonly heap_total_bytes: number; readonly external_bytes: number }; readonly event_loop_delay_ms: { readonly p50: number; readonly p99: number }; readonly gc: { readonly runs: number; readonly seconds: number }; readonly sockets: number; readonly requests_per_second: number; readonly trades_per_second: number; readonly network: { readonly adapter: string; readonly rx_bytes: number | null; readonly tx_bytes: number | null; readonly tcp_retransmits: number | null; readonly reason: string }; readonly disk: { readonly free_bytes: number; readonly total_bytes: number }; readonly wal: { readonly seq: string; readonly durable_seq: string; readonly lag: number }; readonly projection: { readonly seq: string; readonly lag: number }; readonly history: readonly ({ readonly at: string; readonly cpu_percent: number; readonly rss_bytes: number; readonly event_loop_p99_ms: number; readonly requests_per_second: number; readonly trades_per_second: number; readonly rx_bytes_per_second: number | null; readonly tx_bytes_per_second: number | null })[] }
  MoveBody: { readonly group: string; readonly version?: number | undefined }
  MoveManyBody: { readonly logins: readonly number[]; readonly group: string }
  MovedRow: { readonly login: number; readonly code: string; readonly message: string }
  NetworkInstanceParams: { readonly id: string; readonly instance: string }
  NetworkInstanceView: { readonly instance_id: string; readonly internal_id: number; readonly hostname: string; readonly host_boot_id: string; readonly os: string; readonly architecture: string; readonly cpu_cores: number; readonly goroutines: number; readonly heap_bytes: number; readonly applied_version: number; readonly started_at: string; readonly last_seen_at: string; readonly status: string; readonly monitor: boolean }
  NetworkRecordView: { readonly id: string; readonly internal_id: number; readonly title: string; readonly latitude: string; readonly longitude: string; readonly network_adapter: string; readonly access: { readonly allow_administrators: boolean; readonly allow_api: boolean; readonly allow_clients: boolean; readonly allow_managers: boolean; readonly antiflood_connections: number; readonly antiflood_enabled: boolean; readonly antiflood_errors: number } | null; readonly allocations: { readonly accounts: { readonly allocator: string; readonly total: string; readonly used_from: string; readonly used_to: string }; readonly clients: { readonly allocator: string; readonly total: string; readonly used_from: string; readonly used_to: string }; readonly deals: { readonly allocator: string; readonly total: string; readonly used_from: string; readonly used_to: string }; readonly orders: { readonly allocator: string; readonly total: string; readonly used_from: string; readonly used_to: string } } | null; readonly capabilities: { readonly access_policy: boolean; readonly demo: boolean; readonly edit_metadata: boolean; readonly failover: boolean; readonly history_timeout: boolean; readonly network_adapter: boolean; readonly optimization: boolean; readonly provision: boolean; readonly ranges: boolean; readonly transport: boolean }; readonly demo: { readonly mode: number; readonly period_days: number } | null; readonly history: { readonly datafeeds_timeout_sec: number } | null; readonly optimization_time: string | null; readonly maintenance: { readonly config_version: number; readonly error: string; readonly expired: number; readonly finished_at: string | null; readonly scheduled_at: string | null; readonly skipped_busy: number; readonly started_at: string | null; readonly status: string } | null; readonly status: string; readonly instances: readonly Schemas['NetworkInstanceView'][]; readonly created_at: string; readonly updated_at: string; readonly version: number }
  NetworkServerParams: { readonly id: string }
  NewsPageView: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly headline: string; readonly feed_id: number; readonly received_at: string })[]; readonly has_more: boolean }
  NewsQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly text?: string | undefined; readonly before?: number | undefined; readonly limit?: number | undefined; readonly feed_id?: number | undefined }
  NewsView: { readonly id: number; readonly at: string; readonly headline: string; readonly feed_id: number; readonly received_at: string; readonly text: string; readonly truncated: boolean }
  NotificationResultsView: readonly ({ readonly login: number; readonly sent: boolean; readonly code: string; readonly id: number | null; readonly message: string })[]
  NotificationView: { readonly id: number; readonly login: number; readonly sender: string; readonly company: string; readonly message: string; readonly created_at: string }
  NotificationsQuery: { readonly limit?: number | undefined }
  OnlineRowsView: readonly Schemas['AccountSessionView'][]
  OnlineWindowQuery: { readonly limit?: number | undefined; readonly edge?: 'first' | 'after' | 'before' | 'around' | undefined; readonly cursor?: string | undefined; readonly anchor_id?: string | undefined }
  OnlineWindowView: { readonly items: Schemas['OnlineRowsView']; readonly before: string | null; readonly after: string | null; readonly has_before: boolean; readonly has_after: boolean; readonly anchor_found: boolean | null; readonly observed_at: string; readonly query_id: string; readonly total: number }
  OpenOrderRowsView: readonly Schemas['OpenOrderView'][]
  OpenOrderView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at: string | null; readonly price: string | null; readonly position_id: number | null; readonly trigger_price: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly deviation_pts: number | null; readonly filling: 'fok' | 'ioc' | 'return' | null; readonly expires_at: string | null; readonly by_position_id: number | null; readonly oco_order_id: number | null; readonly activated_at: string | null; readonly dealer: number | null; readonly external_id: string | null; readonly client_order_id: string | null; readonly session: string | null; readonly comment: string | null; readonly price_current: string | null }
  OpenOrdersPageView: { readonly items: Schemas['OpenOrderRowsView']; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  OpenPositionView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly side: 'buy' | 'sell'; readonly volume: string; readonly price_open: string; readonly swap: string; readonly opened_at: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly version: number; readonly price_close: string | null; readonly closed_at: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly dealer: number | null; readonly external_id: string | null; readonly comment: string | null; readonly price_current: string | null; readonly profit: string | null; readonly margin: string | null; readonly point_value: string | null }
  OpenQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly symbol?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  OrderBody: { readonly ids: readonly number[] }
  OrderView: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at: string | null; readonly price: string | null; readonly position_id: number | null; readonly trigger_price: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly deviation_pts: number | null; readonly filling: 'fok' | 'ioc' | 'return' | null; readonly expires_at: string | null; readonly by_position_id: number | null; readonly oco_order_id: number | null; readonly activated_at: string | null; readonly dealer: number | null; readonly external_id: string | null; readonly client_order_id: string | null; readonly session: string | null; readonly comment: string | null }
  OrdersPageView: { readonly items: readonly Schemas['OrderView'][]; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  OutboxQuery: { readonly state?: 'queued' | 'sent' | 'failed' | undefined; readonly kind?: 'code' | 'welcome' | 'margin_call' | 'statement' | 'report' | 'mail' | undefined; readonly login?: number | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  OutboxView: { readonly items: readonly ({ readonly id: number; readonly message_id: string; readonly kind: 'code' | 'welcome' | 'margin_call' | 'statement' | 'report' | 'mail'; readonly login: number | null; readonly to: string | null; readonly subject: string; readonly server_id: number | null; readonly state: 'queued' | 'sent' | 'failed'; readonly attempts: number; readonly error: string; readonly created_at: string; readonly next_at: string | null; readonly ended_at: string | null })[]; readonly page: number; readonly total: number }
  OutcomeView: { readonly order_id: number | null; readonly deal_id: number | null; readonly position_id: number | null; readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly seq: string; readonly projection_seq: string; readonly client_order_id: string | null; readonly order: { readonly id: number; readonly login: number; readonly group: string; readonly symbol: string; readonly digits: number; readonly contract_size: string; readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'; readonly side: 'buy' | 'sell'; readonly state: 'filled' | 'rejected' | 'placed' | 'partial' | 'cancelled' | 'expired' | 'started'; readonly volume_initial: string; readonly volume_current: string; readonly reason: 'client' | 'api' | 'dealer' | 'system' | 'sl' | 'tp' | 'stop_out' | 'activation' | 'expiration' | 'rollover' | 'gateway' | 'correction'; readonly origin: { readonly kind: 'terminal' | 'dealer' | 'api' | 'gateway' | 'system'; readonly by: number | null }; readonly expiration: 'gtc' | 'day' | 'specified' | 'specified_day'; readonly version: number; readonly created_at: string; readonly done_at: string | null; readonly price: string | null; readonly position_id: number | null; readonly trigger_price: string | null; readonly stop_loss: string | null; readonly take_profit: string | null; readonly trailing_pts: number | null; readonly deviation_pts: number | null; readonly filling: 'fok' | 'ioc' | 'return' | null; readonly expires_at: string | null; readonly by_position_id: number | null; readonly oco_order_id: number | null; readonly activated_at: string | null; readonly dealer: number | null; readonly external_id: string | null; readonly client_order_id: string | null; readonly session: string | null; readonly comment: string | null } | null }
  OwnSessionParams: { readonly id: string }
  OwnSessionView: { readonly id: string; readonly terminal: string; readonly address: string; readonly os: string; readonly user_agent: string; readonly read_only: boolean; readonly created_at: string; readonly last_activity: string; readonly current: boolean }
  PasswordCheckBody: { readonly kind: 'master' | 'investor' | 'phone' | 'api'; readonly password: string }
  PasswordCheckView: { readonly fits: boolean }
  PatchAccountBody: { readonly version: number; readonly name?: string | undefined; readonly email?: string | undefined; readonly leverage?: number | undefined; readonly limit_orders?: number | undefined; readonly limit_positions?: number | undefined; readonly trading_enabled?: boolean | undefined; readonly address?: string | undefined; readonly city?: string | undefined; readonly comment?: string | undefined; readonly company?: string | undefined; readonly country?: string | undefined; readonly id_number?: string | undefined; readonly last_name?: string | undefined; readonly lead_campaign?: string | undefined; readonly lead_source?: string | undefined; readonly middle_name?: string | undefined; readonly phone?: string | undefined; readonly state?: string | undefined; readonly zip_code?: string | undefined; readonly status?: 'RE' | 'NR' | '' | undefined; readonly bank_account?: string | undefined; readonly color?: string | undefined; readonly language?: string | undefined; readonly agent?: number | null | undefined; readonly client_id?: number | null | undefined; readonly enabled?: boolean | undefined; readonly expert_enabled?: boolean | undefined; readonly api_enabled?: boolean | undefined; readonly api_ip_allow?: readonly string[] | undefined; readonly must_change_password?: boolean | undefined }
  PatchBrandBody: { readonly enabled?: boolean | undefined; readonly domains?: readonly string[] | undefined; readonly default_symbols?: readonly string[] | undefined; readonly address?: string | undefined; readonly phone?: string | undefined; readonly program_name?: string | undefined; readonly server_name?: string | undefined; readonly short_name?: string | undefined; readonly support_email?: string | undefined; readonly website?: string | undefined; readonly eula_url?: string | undefined; readonly links?: readonly ({ readonly name: string; readonly url: string })[] | undefined; readonly color_primary?: string | undefined; readonly color_secondary?: string | undefined; readonly color_accent?: string | undefined; readonly is_default?: boolean | undefined; readonly version: number }
  PatchDatafeedBody: { readonly name?: string | undefined; readonly enabled?: boolean | undefined; readonly server?: string | undefined; readonly login?: string | undefined; readonly gateway_server?: string | undefined; readonly gateway_login?: string | undefined; readonly priority?: number | undefined; readonly reconnect_sec?: number | undefined; readonly timeout_sec?: number | undefined; readonly import_symbol_settings?: boolean | undefined; readonly params?: readonly ({ readonly name: string; readonly value: string; readonly type?: 'string' | 'int' | 'bool' | 'time' | 'secret' | undefined; readonly default?: string | undefined; readonly description?: string | undefined })[] | undefined; readonly symbols?: readonly string[] | undefined; readonly translates?: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[] | undefined; readonly module?: 'fix44' | 'dde' | undefined; readonly idle_timeout_sec?: number | undefined; readonly failures_before_rest?: number | undefined; readonly rest_sec?: number | undefined; readonly quotes_enabled?: boolean | undefined; readonly news_enabled?: boolean | undefined; readonly password?: string | undefined; readonly gateway_password?: string | undefined; readonly version: number }
  PatchGatewayBody: { readonly name?: string | undefined; readonly enabled?: boolean | undefined; readonly server?: string | undefined; readonly login?: string | undefined; readonly gateway_server?: string | undefined; readonly gateway_login?: string | undefined; readonly priority?: number | undefined; readonly reconnect_sec?: number | undefined; readonly timeout_sec?: number | undefined; readonly import_symbol_settings?: boolean | undefined; readonly params?: readonly ({ readonly name: string; readonly value: string; readonly type?: 'string' | 'int' | 'bool' | 'time' | 'secret' | undefined; readonly default?: string | undefined; readonly description?: string | undefined })[] | undefined; readonly symbols?: readonly string[] | undefined; readonly translates?: readonly ({ readonly symbol_id: number; readonly source: string; readonly source_digits?: number | null | undefined; readonly ask_markup_pts?: number | undefined; readonly bid_markup_pts?: number | undefined })[] | undefined; readonly module?: 'fix44' | undefined; readonly mode?: 'Active' | 'Passive' | undefined; readonly reconnect_attempts?: number | undefined; readonly series_pause_sec?: number | undefined; readonly allow_import_balances?: boolean | undefined; readonly collect_transactions_days?: number | undefined; readonly groups?: readonly ({ readonly group: string; readonly symbols?: readonly string[] | undefined })[] | undefined; readonly profiling?: boolean | undefined; readonly ssl?: boolean | undefined; readonly password?: string | undefined; readonly gateway_password?: string | undefined; readonly version: number }
  PatchGroupBody: { readonly currency?: string | undefined; readonly currency_digits?: number | undefined; readonly company?: string | undefined; readonly enabled?: boolean | undefined; readonly margin_mode?: 'hedging' | 'netting' | undefined; readonly margin_call_level?: string | undefined; readonly stop_out_level?: string | undefined; readonly stop_out_mode?: 'percent' | 'money' | undefined; readonly free_margin_mode?: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only' | undefined; readonly negative_balance_protection?: boolean | undefined; readonly use_credit?: boolean | undefined; readonly leverage?: number | undefined; readonly leverage_profile_id?: number | null | undefined; readonly limit_orders?: number | undefined; readonly limit_positions?: number | undefined; readonly password_min_length?: number | undefined; readonly otp_required?: boolean | undefined; readonly password_change_at_first?: boolean | undefined; readonly mail_enabled?: boolean | undefined; readonly news_mode?: 'full' | 'headlines' | 'disabled' | undefined; readonly trade_enabled?: boolean | undefined; readonly swaps_enabled?: boolean | undefined; readonly daily_reports?: boolean | undefined; readonly symbols?: readonly ({ readonly mask: string; readonly trade_access?: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full' | undefined; readonly execution?: 'request' | 'instant' | 'market' | 'exchange' | undefined; readonly stops_level_pts?: number | undefined; readonly volume_min?: string | undefined; readonly volume_max?: string | undefined; readonly volume_step?: string | undefined; readonly volume_limit?: string | undefined; readonly margin_initial?: string | undefined; readonly margin_maintenance?: string | undefined; readonly margin_hedged?: string | undefined; readonly margin_rates?: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[] | undefined; readonly swap_mode?: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open' | undefined; readonly swap_long?: string | undefined; readonly swap_short?: string | undefined; readonly swap_days?: readonly number[] | undefined; readonly swap_year_days?: number | undefined; readonly spread_diff_pts?: number | undefined })[] | undefined; readonly commissions?: readonly ({ readonly mask: string; readonly mode: 'per_lot' | 'percent' | 'points'; readonly charge: 'per_side' | 'per_deal' | 'daily'; readonly tiers: readonly ({ readonly value: string; readonly from?: string | undefined; readonly to?: string | undefined; readonly min?: string | undefined; readonly max?: string | undefined })[] })[] | undefined; readonly deposit_url?: string | undefined; readonly withdraw_url?: string | undefined; readonly version: number }
  PatchHolidayBody: { readonly year?: number | undefined; readonly month?: number | undefined; readonly day?: number | undefined; readonly description?: string | undefined; readonly enabled?: boolean | undefined; readonly from_min?: number | undefined; readonly to_min?: number | undefined; readonly symbols?: readonly string[] | undefined; readonly version: number }
  PatchLeverageProfileBody: { readonly name?: string | undefined; readonly enabled?: boolean | undefined; readonly rules?: readonly ({ readonly name: string; readonly mask: string; readonly range_basis: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol'; readonly currency?: string | undefined; readonly description?: string | undefined; readonly tiers: readonly ({ readonly range_from?: unknown | undefined; readonly range_to: string; readonly initial: string; readonly maintenance: string })[] })[] | undefined; readonly version: number }
  PatchLeverageRuleBody: { readonly name?: string | undefined; readonly mask?: string | undefined; readonly range_basis?: 'volume' | 'volume_per_symbol' | 'value' | 'value_per_symbol' | undefined; readonly currency?: string | undefined; readonly description?: string | undefined; readonly tiers?: readonly ({ readonly range_from?: unknown | undefined; readonly range_to: string; readonly initial: string; readonly maintenance: string })[] | undefined; readonly version: number }
  PatchLeverageSwitchBody: { readonly group?: string | undefined; readonly leverage_profile_id?: number | null | undefined; readonly at?: string | undefined; readonly version: number }
  PatchMailServerBody: { readonly name?: string | undefined; readonly server?: string | undefined; readonly security?: 'none' | 'starttls' | 'tls' | undefined; readonly login?: string | undefined; readonly sender_email?: string | undefined; readonly sender_name?: string | undefined; readonly enabled?: boolean | undefined; readonly is_default?: boolean | undefined; readonly password?: string | undefined; readonly version: number }
  PatchNetworkServerBody: { readonly title?: string | undefined; readonly latitude?: string | undefined; readonly longitude?: string | undefined; readonly network_adapter?: string | undefined; readonly access?: { readonly allow_administrators?: boolean | undefined; readonly allow_api?: boolean | undefined; readonly allow_clients?: boolean | undefined; readonly allow_managers?: boolean | undefined; readonly antiflood_connections?: number | undefined; readonly antiflood_enabled?: boolean | undefined; readonly antiflood_errors?: number | undefined } | undefined; readonly history?: { readonly datafeeds_timeout_sec: number } | undefined; readonly optimization_time?: string | undefined; readonly demo?: { readonly mode: number; readonly period_days: number } | undefined; readonly version: number }
  PatchReportConfigBody: { readonly name?: string | undefined; readonly module?: 'trades' | 'deals' | 'daily' | 'balance_operations' | 'commissions' | 'exposure' | 'accounts_summary' | 'margin_calls' | 'routing' | 'journal' | undefined; readonly enabled?: boolean | undefined; readonly params?: Readonly<Record<string, unknown>> | undefined; readonly position?: number | undefined; readonly version: number }
  PatchReportScheduleBody: { readonly version: number; readonly config_id?: number | undefined; readonly cron?: string | undefined; readonly format?: 'json' | 'csv' | 'xlsx' | 'html' | undefined; readonly email_to?: string | undefined }
  PatchRoutingRuleBody: { readonly name?: string | undefined; readonly enabled?: boolean | undefined; readonly action?: 'confirm_request_price' | 'confirm_market_price' | 'reject' | 'requote' | 'dealer' | 'online_dealers' | 'gateway' | 'delay' | 'clear_stops' | undefined; readonly action_value?: string | undefined; readonly conditions?: readonly ({ readonly field: 'login' | 'volume' | 'hour' | 'weekday' | 'deviation_pts' | 'group' | 'symbol' | 'side' | 'kind' | 'comment'; readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; readonly value: string })[] | undefined; readonly dealers?: readonly number[] | undefined; readonly order_kinds?: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[] | undefined; readonly request_kinds?: readonly ('open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops' | 'activate' | 'sl' | 'tp' | 'stop_out' | 'expire' | 'rollover')[] | undefined; readonly skip_no_dealer?: boolean | undefined; readonly version: number }
  PatchStaffBody: { readonly version: number; readonly group?: string | undefined; readonly name?: string | undefined; readonly email?: string | undefined; readonly active?: boolean | undefined; readonly group_scope?: readonly string[] | undefined; readonly ip_allow?: readonly string[] | undefined; readonly logs_months?: number | undefined; readonly mailbox_name?: string | undefined; readonly reports_months?: number | undefined; readonly rights?: readonly ('accounts.view' | 'accounts.edit' | 'accounts.balance' | 'accounts.delete' | 'accounts.online' | 'accounts.passwords' | 'accounts.name' | 'accounts.email' | 'accounts.phone' | 'accounts.address' | 'clients.view' | 'clients.edit' | 'trades.view' | 'trades.edit' | 'trades.delete' | 'trades.manager' | 'dealing' | 'confirm_actions' | 'applications' | 'notifications' | 'mailbox' | 'journal' | 'reports' | 'reports.export' | 'config.staff' | 'config.symbols' | 'symbols.quick_edit' | 'config.groups' | 'config.leverage' | 'config.datafeeds' | 'config.gateways' | 'config.routing' | 'config.holidays' | 'config.allocation' | 'config.reports' | 'config.servers' | 'config.white_labels' | 'config.mail' | 'server.machines' | 'terminal.admin')[] | undefined }
  PatchSymbolBody: { readonly path?: string | undefined; readonly description?: string | undefined; readonly digits?: number | undefined; readonly base_currency?: string | undefined; readonly profit_currency?: string | undefined; readonly margin_currency?: string | undefined; readonly contract_size?: string | undefined; readonly calc_mode?: 'forex' | 'forex_no_leverage' | 'cfd' | 'cfd_leverage' | 'cfd_index' | 'futures' | undefined; readonly tick_size?: string | undefined; readonly tick_value?: string | undefined; readonly spread_pts?: number | undefined; readonly spread_balance_pts?: number | undefined; readonly freeze_level_pts?: number | undefined; readonly filling?: readonly ('fok' | 'ioc' | 'return')[] | undefined; readonly expiration?: readonly ('gtc' | 'day' | 'specified' | 'specified_day')[] | undefined; readonly order_kinds?: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[] | undefined; readonly sessions?: readonly ({ readonly day: number; readonly kind: 'quote' | 'trade'; readonly from_min: number; readonly to_min: number })[] | undefined; readonly quote_source?: string | undefined; readonly quote_markup_bid_pts?: number | undefined; readonly quote_markup_ask_pts?: number | undefined; readonly filter_max_jump_pts?: number | undefined; readonly quote_max_age_sec?: number | undefined; readonly trade_access?: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full' | undefined; readonly execution?: 'request' | 'instant' | 'market' | 'exchange' | undefined; readonly stops_level_pts?: number | undefined; readonly volume_min?: string | undefined; readonly volume_max?: string | undefined; readonly volume_step?: string | undefined; readonly volume_limit?: string | undefined; readonly margin_initial?: string | undefined; readonly margin_maintenance?: string | undefined; readonly margin_hedged?: string | undefined; readonly margin_rates?: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[] | undefined; readonly swap_mode?: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open' | undefined; readonly swap_long?: string | undefined; readonly swap_short?: string | undefined; readonly swap_days?: readonly number[] | undefined; readonly swap_year_days?: number | undefined; readonly version: number }
  PatchWatchlistBody: { readonly name?: string | undefined; readonly symbols?: readonly string[] | undefined }
  PaymentRow: { readonly amount: string; readonly code: string; readonly deal_id: number | null; readonly login: number; readonly message: string; readonly request_id: string; readonly side: string | null; readonly status: 'done' | 'rejected'; readonly projection_seq: string | null }
  PaymentRowsView: readonly Schemas['PaymentRow'][]
  PaymentsPreviewBody: { readonly buy?: { readonly amount_per_lot: string; readonly tax_percent?: string | undefined; readonly currency?: string | undefined; readonly action?: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation' | undefined; readonly comment?: string | undefined } | undefined; readonly sell?: { readonly amount_per_lot: string; readonly tax_percent?: string | undefined; readonly currency?: string | undefined; readonly action?: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation' | undefined; readonly comment?: string | undefined } | undefined; readonly groups?: string | undefined; readonly symbols?: string | undefined; readonly net?: boolean | undefined; readonly rates?: Readonly<Record<string, never>> | undefined; readonly skip_zero?: boolean | undefined }
  PaymentsPreviewView: { readonly items: readonly ({ readonly login: number; readonly group: string; readonly currency: string; readonly lots_buy: string; readonly lots_sell: string; readonly amount_buy: string | null; readonly amount_sell: string | null; readonly amount: string | null; readonly net_side: 'buy' | 'sell' | null; readonly request_id: string })[]; readonly totals: readonly ({ readonly currency: string; readonly accounts: number; readonly lots_buy: string; readonly lots_sell: string; readonly amount_buy: string; readonly amount_sell: string; readonly amount: string })[]; readonly rates_needed: readonly ({ readonly pair: string; readonly rate: string })[] }
  PositionParams: { readonly id: number }
  PositionPatchBody: { readonly version?: number | undefined; readonly price_open?: string | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly comment?: string | undefined }
  PositionPaymentsBody: { readonly buy?: { readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly comment?: string | undefined } | undefined; readonly sell?: { readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly comment?: string | undefined } | undefined; readonly items: readonly ({ readonly login: number; readonly request_id: string; readonly amount_buy?: string | undefined; readonly amount_sell?: string | undefined; readonly amount?: string | undefined; readonly side?: 'buy' | 'sell' | undefined })[]; readonly skip_margin_check?: boolean | undefined; readonly confirm_token?: string | undefined; readonly confirm_code?: string | undefined }
  PositionPaymentsParams: { readonly buy?: { readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly comment?: string | undefined } | undefined; readonly sell?: { readonly action: 'deposit' | 'withdraw' | 'credit_in' | 'credit_out' | 'bonus' | 'charge' | 'correction' | 'commission' | 'compensation'; readonly comment?: string | undefined } | undefined; readonly items: readonly ({ readonly login: number; readonly request_id: string; readonly amount_buy?: string | undefined; readonly amount_sell?: string | undefined; readonly amount?: string | undefined; readonly side?: 'buy' | 'sell' | undefined })[]; readonly skip_margin_check?: boolean | undefined }
  PositionRowsView: readonly Schemas['OpenPositionView'][]
  PositionsDeleteBody: { readonly ids: readonly number[] }
  PositionsDeletedView: { readonly deleted: number; readonly items: readonly ({ readonly error: string | null; readonly id: number; readonly login: number | null; readonly result: 'deleted' | 'not_found' | 'forbidden' | 'error' })[] }
  PositionsPageView: { readonly items: Schemas['PositionRowsView']; readonly page: number; readonly total: number; readonly consistency?: 'current' | 'projection_pending' | undefined; readonly projection_seq?: string | undefined; readonly retry_after_ms?: number | undefined }
  PreferencesView: { readonly content: Readonly<Record<string, unknown>>; readonly updated_at: string | null; readonly version: number }
  PutAllocationBody: { readonly group_path: string; readonly description?: string | undefined; readonly enabled?: boolean | undefined; readonly priority?: number | undefined; readonly countries?: readonly string[] | undefined; readonly default_leverage?: number | undefined; readonly leverages?: readonly number[] | undefined; readonly white_label_id?: number | null | undefined; readonly id?: unknown | undefined; readonly created_at?: unknown | undefined; readonly updated_at?: unknown | undefined; readonly version: number }
  PutAllocationSettingsBody: { readonly demo_url?: string | undefined; readonly deposit_url?: string | undefined; readonly withdraw_url?: string | undefined; readonly link_sets?: readonly ({ readonly description: string; readonly countries: readonly string[]; readonly sort: number; readonly links: readonly ({ readonly url: string; readonly caption: string; readonly caption_type: number })[]; readonly id?: number | undefined })[] | undefined; readonly id?: unknown | undefined; readonly created_at?: unknown | undefined; readonly updated_at?: unknown | undefined; readonly version: number }
  PutServerSettingsBody: { readonly demo_group?: string | "" | undefined; readonly real_group?: string | "" | undefined; readonly confirm_demo?: boolean | undefined; readonly confirm_real?: boolean | undefined; readonly demo?: boolean | undefined; readonly real?: boolean | undefined; readonly demo_deposit?: string | undefined; readonly demo_sign_ups_max?: number | undefined; readonly demo_sign_ups_hour_max?: number | undefined; readonly default_watchlist?: readonly string[] | undefined; readonly utc_offset_min?: number | undefined; readonly daylight_saving?: 'none' | 'eu' | 'us' | undefined; readonly allowed_origins?: readonly string[] | undefined; readonly terminal_url?: string | undefined; readonly id?: unknown | undefined; readonly created_at?: unknown | undefined; readonly updated_at?: unknown | undefined; readonly version: number }
  RecordParams: { readonly id: number }
  RefreshBody: { readonly refresh_token?: string | undefined }
  RegisteredView: { readonly type: 'demo' | 'real'; readonly status: 'opened' | 'received'; readonly login: number | null; readonly group: string | null; readonly currency: string | null; readonly leverage: number | null; readonly deposit: string | null }
  RejectApplicationBody: { readonly reason: string }
  RemovedDraftsView: { readonly removed: number }
  ReportConfigView: { readonly id: number; readonly name: string; readonly module: string; readonly enabled: boolean; readonly params: Readonly<Record<string, unknown>>; readonly position: number; readonly created_at: string; readonly updated_at: string; readonly version: number }
  ReportDailyQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  ReportDailyView: { readonly items: readonly Schemas['DailyView'][]; readonly page: number; readonly total: number }
  ReportExposureQuery: { readonly group?: string | undefined; readonly company?: string | undefined }
  ReportExposureView: readonly ({ readonly symbol: string; readonly symbol_id: number; readonly buy_volume: string; readonly sell_volume: string; readonly net_volume: string; readonly positions: number })[]
  ReportJobParams: { readonly id: number }
  ReportJobTablesView: { readonly id: number; readonly config_id: number | null; readonly module: string; readonly name: string; readonly format: 'json' | 'csv' | 'xlsx' | 'html'; readonly params: { readonly config: Readonly<Record<string, unknown>>; readonly from: string | null; readonly to: string | null; readonly groups: string; readonly in_reach: readonly string[]; readonly login: number | null; readonly logins: readonly number[]; readonly server: string }; readonly requested_by: number; readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'; readonly attempts: number; readonly rows: number; readonly error: string; readonly created_at: string; readonly finished_at: string | null; readonly sections: readonly Schemas['SectionView'][] }
  ReportJobView: { readonly id: number; readonly config_id: number | null; readonly module: string; readonly name: string; readonly format: 'json' | 'csv' | 'xlsx' | 'html'; readonly params: { readonly config: Readonly<Record<string, unknown>>; readonly from: string | null; readonly to: string | null; readonly groups: string; readonly in_reach: readonly string[]; readonly login: number | null; readonly logins: readonly number[]; readonly server: string }; readonly requested_by: number; readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'; readonly attempts: number; readonly rows: number; readonly error: string; readonly created_at: string; readonly finished_at: string | null }
  ReportJobsQuery: { readonly all?: boolean | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  ReportJobsView: { readonly items: readonly Schemas['ReportJobView'][]; readonly page: number; readonly total: number }
  ReportScheduleParams: { readonly id: number }
  ReportScheduleView: { readonly id: number; readonly config_id: number; readonly cron: string; readonly format: 'json' | 'csv' | 'xlsx' | 'html'; readonly email_to: string; readonly requested_by: number; readonly next_run_at: string | null; readonly last_run_at: string | null; readonly last_job_id: number | null; readonly error: string; readonly created_at: string; readonly updated_at: string; readonly version: number }
  ReportSchedulesView: readonly Schemas['ReportScheduleView'][]
  RightsView: readonly ({ readonly name: string; readonly description: string; readonly held: boolean })[]
  RoutingActionView: { readonly action: string; readonly decides: boolean; readonly dealers: string; readonly value: string; readonly description: string }
  RoutingDealersBody: { readonly dealers: readonly number[]; readonly version: number }
  RoutingDealersView: { readonly dealers: readonly number[]; readonly version: number }
  RoutingFieldView: { readonly field: string; readonly type: 'number' | 'text'; readonly ops: readonly string[]; readonly description: string }
  RoutingRuleView: { readonly id: number; readonly name: string; readonly enabled: boolean; readonly action: 'confirm_request_price' | 'confirm_market_price' | 'reject' | 'requote' | 'dealer' | 'online_dealers' | 'gateway' | 'delay' | 'clear_stops'; readonly action_value: string; readonly conditions: readonly ({ readonly field: 'login' | 'volume' | 'hour' | 'weekday' | 'deviation_pts' | 'group' | 'symbol' | 'side' | 'kind' | 'comment'; readonly op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'; readonly value: string })[]; readonly dealers: readonly number[]; readonly order_kinds: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[]; readonly request_kinds: readonly ('open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops' | 'activate' | 'sl' | 'tp' | 'stop_out' | 'expire' | 'rollover')[]; readonly skip_no_dealer: boolean; readonly position: number; readonly warnings: readonly string[]; readonly created_at: string; readonly updated_at: string; readonly version: number }
  RoutingTestBody: { readonly kind: 'open' | 'close' | 'close_by' | 'place' | 'change' | 'delete' | 'stops' | 'activate' | 'sl' | 'tp' | 'stop_out' | 'expire' | 'rollover'; readonly symbol?: string | undefined; readonly side?: 'buy' | 'sell' | undefined; readonly order_kind?: 'market' | 'limit' | 'stop' | 'stop_limit' | undefined; readonly volume?: string | undefined; readonly price?: string | undefined; readonly trigger_price?: string | undefined; readonly deviation_pts?: number | undefined; readonly stop_loss?: string | undefined; readonly take_profit?: string | undefined; readonly trailing_pts?: number | undefined; readonly price_was?: string | undefined; readonly trigger_price_was?: string | undefined; readonly stop_loss_was?: string | undefined; readonly take_profit_was?: string | undefined; readonly trailing_pts_was?: number | undefined; readonly filling?: 'fok' | 'ioc' | 'return' | undefined; readonly expiration?: 'gtc' | 'day' | 'specified' | 'specified_day' | undefined; readonly expires_at?: string | undefined; readonly position_id?: number | undefined; readonly by_position_id?: number | undefined; readonly order_id?: number | undefined; readonly oco_order_id?: number | undefined; readonly quote_id?: string | undefined; readonly comment?: string | undefined; readonly client_order_id?: string | undefined; readonly not_after?: string | undefined; readonly login: number }
  RoutingTestView: { readonly rule_id: number | null; readonly name: string | null; readonly action: string | null; readonly walk: readonly ({ readonly rule_id: number; readonly matched: boolean; readonly why: string })[] }
  RunReportBody: { readonly config_id?: number | undefined; readonly module?: 'trades' | 'deals' | 'daily' | 'balance_operations' | 'commissions' | 'exposure' | 'accounts_summary' | 'margin_calls' | 'routing' | 'journal' | undefined; readonly format: 'json' | 'csv' | 'xlsx' | 'html'; readonly params?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly groups?: string | undefined; readonly login?: number | undefined; readonly logins?: readonly number[] | undefined } | undefined }
  SavePreferencesBody: { readonly content: Readonly<Record<string, unknown>>; readonly expected_version: number }
  SectionView: { readonly title: string; readonly columns: readonly ({ readonly name: string; readonly type: string })[]; readonly rows: readonly (readonly (string | number | null)[])[]; readonly row_count: number; readonly totals: readonly (Readonly<Record<string, unknown>>)[] }
  SendMailBody: { readonly subject?: string | undefined; readonly body?: string | undefined; readonly attachments?: readonly ({ readonly name: string; readonly content: string })[] | undefined; readonly reply_to?: number | undefined; readonly draft_id?: number | undefined; readonly to_logins?: readonly number[] | undefined; readonly to_group?: string | undefined; readonly email?: boolean | undefined; readonly server_id?: number | undefined }
  SendNotificationsBody: { readonly logins: string; readonly message: string }
  SentCodeView: { readonly confirmed: boolean; readonly sent: boolean }
  SentMailView: { readonly delivered: number; readonly emailed: number; readonly mail: Schemas['MailView']; readonly skipped: number }
  ServerSettingsView: { readonly id: number; readonly demo_group: string | ""; readonly real_group: string | ""; readonly confirm_demo: boolean; readonly confirm_real: boolean; readonly demo: boolean; readonly real: boolean; readonly demo_deposit: string; readonly demo_sign_ups_max: number; readonly demo_sign_ups_hour_max: number; readonly default_watchlist: readonly string[]; readonly utc_offset_min: number; readonly daylight_saving: 'none' | 'eu' | 'us'; readonly allowed_origins: readonly string[]; readonly terminal_url: string; readonly created_at: string; readonly updated_at: string; readonly version: number }
  SessionParams: { readonly session: string }
  SessionView: { readonly csrf_token: string; readonly expires_at: string; readonly group: string; readonly group_scope: readonly string[]; readonly keep_signed_in: boolean; readonly login: number; readonly must_change_password: boolean; readonly must_enrol_otp: boolean; readonly read_only: boolean; readonly rights: readonly string[]; readonly server_clock: { readonly daylight_saving: string; readonly utc_offset_min: number }; readonly terminal: string }
  SignUpBody: { readonly type: 'demo' | 'real'; readonly name: string; readonly email: string; readonly phone?: string | undefined; readonly address?: string | undefined; readonly city?: string | undefined; readonly country?: string | undefined; readonly language?: string | undefined; readonly code?: string | undefined; readonly password?: string | undefined; readonly allocation_id?: number | undefined; readonly leverage?: number | undefined }
  SignUpCodeBody: { readonly email: string }
  SignUpOptionsView: { readonly demo: boolean; readonly real: boolean; readonly confirm_demo: boolean; readonly confirm_real: boolean; readonly demo_url: string; readonly deposit_url: string; readonly withdraw_url: string; readonly allocations: readonly ({ readonly allocation_id: number; readonly kind: 'demo' | 'real'; readonly description: string; readonly countries: readonly string[]; readonly currency: string; readonly default_leverage: number; readonly leverages: readonly number[] })[]; readonly links: readonly ({ readonly caption: string; readonly caption_type: number; readonly sort: number; readonly url: string })[] }
  SignUpQuery: { readonly country?: string | undefined; readonly lang?: string | undefined }
  StaffPageView: { readonly items: readonly Schemas['StaffView'][]; readonly page: number; readonly total: number }
  StaffParams: { readonly login: number }
  StaffPasswordBody: { readonly password: string }
  StaffQuery: { readonly group?: string | undefined; readonly login?: number | undefined; readonly name?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  StaffReportsBody: { readonly version: number; readonly lines: readonly ({ readonly path: string; readonly view: boolean; readonly export: boolean; readonly depth_days: number })[] }
  StaffReportsView: { readonly version: number; readonly lines: readonly ({ readonly path: string; readonly view: boolean; readonly export: boolean; readonly depth_days: number })[] }
  StaffView: { readonly active: boolean; readonly created_at: string; readonly email: string; readonly group: string; readonly group_scope: readonly string[]; readonly ip_allow: readonly string[]; readonly last_access: string | null; readonly last_ip: string; readonly login: number; readonly logs_months: number; readonly mailbox_name: string; readonly name: string; readonly otp_enabled: boolean; readonly reports_months: number; readonly rights: readonly string[]; readonly updated_at: string; readonly version: number }
  StatementQuery: { readonly from?: string | undefined; readonly to?: string | undefined }
  SymbolNameParams: { readonly name: string }
  SymbolQuotesView: { readonly id: number; readonly symbol: string; readonly bid: string | null; readonly ask: string | null; readonly at: string | null; readonly high: string | null; readonly low: string | null }
  SymbolView: { readonly id: number; readonly path: string; readonly description: string; readonly digits: number; readonly base_currency: string; readonly profit_currency: string; readonly margin_currency: string; readonly contract_size: string; readonly calc_mode: 'forex' | 'forex_no_leverage' | 'cfd' | 'cfd_leverage' | 'cfd_index' | 'futures'; readonly tick_size: string; readonly tick_value: string; readonly spread_pts: number; readonly spread_balance_pts: number; readonly freeze_level_pts: number; readonly filling: readonly ('fok' | 'ioc' | 'return')[]; readonly expiration: readonly ('gtc' | 'day' | 'specified' | 'specified_day')[]; readonly order_kinds: readonly ('market' | 'limit' | 'stop' | 'stop_limit')[]; readonly sessions: readonly ({ readonly day: number; readonly kind: 'quote' | 'trade'; readonly from_min: number; readonly to_min: number })[]; readonly quote_source: string; readonly quote_markup_bid_pts: number; readonly quote_markup_ask_pts: number; readonly filter_max_jump_pts: number; readonly quote_max_age_sec: number; readonly trade_access: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full'; readonly execution: 'request' | 'instant' | 'market' | 'exchange'; readonly stops_level_pts: number; readonly volume_min: string; readonly volume_max: string; readonly volume_step: string; readonly volume_limit: string; readonly margin_initial: string; readonly margin_maintenance: string; readonly margin_hedged: string; readonly margin_rates: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[]; readonly swap_mode: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open'; readonly swap_long: string; readonly swap_short: string; readonly swap_days: readonly number[]; readonly swap_year_days: number; readonly position: number; readonly status: 'disabled' | 'quoted' | 'silent'; readonly created_at: string; readonly updated_at: string; readonly version: number }
  SymbolsPageView: { readonly items: readonly Schemas['SymbolView'][]; readonly page: number; readonly total: number }
  SymbolsQuery: { readonly mask?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined }
  TokensView: { readonly access_expires_at: string; readonly access_token: string | null; readonly csrf_token: string; readonly refresh_token: string | null; readonly session: Schemas['SessionView']; readonly session_expires_at: string }
  TradeAnswerView: { readonly order_id: number | null; readonly deal_id: number | null; readonly position_id: number | null; readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly seq: string; readonly projection_seq: string }
  TradeCheckView: { readonly volume: string; readonly price: string | null; readonly bid: string | null; readonly ask: string | null; readonly margin: string | null; readonly margin_free: string | null; readonly order_margin: string | null; readonly fee: string | null; readonly volume_after: string | null; readonly side_after: 'buy' | 'sell' | null; readonly price_after: string | null; readonly swap_night: string | null; readonly point_value: string | null; readonly loss_at_stop: string | null; readonly profit_at_target: string | null }
  TraderAccountView: { readonly login: number; readonly group: string; readonly currency: string; readonly leverage: number; readonly limit_orders: number; readonly limit_positions: number; readonly name: string | null; readonly last_name: string | null; readonly middle_name: string | null; readonly email: string | null; readonly phone: string | null; readonly address: string | null; readonly city: string | null; readonly country: string | null; readonly state: string | null; readonly zip_code: string | null; readonly id_number: string | null; readonly company: string; readonly bank_account: string | null; readonly language: string; readonly status: string; readonly enabled: boolean; readonly trading_enabled: boolean; readonly expert_enabled: boolean; readonly api_enabled: boolean; readonly api_password_set: boolean; readonly must_change_password: boolean; readonly otp_enabled: boolean; readonly archived_at: string | null; readonly last_access: string | null; readonly created_at: string; readonly updated_at: string; readonly version: number; readonly balance: string | null; readonly balance_prev_day: string | null; readonly balance_prev_month: string | null; readonly credit: string | null; readonly money: Schemas['MoneyView'] | null; readonly terms: Schemas['AccountTermsView'] | null }
  TraderBrandImageParams: { readonly image: 'logo' | 'banner' | 'icon' }
  TraderBrandImageQuery: { readonly v?: string | undefined }
  TraderBrandView: { readonly id: number | null; readonly demo_login: number | null; readonly company: string; readonly default_symbols: readonly string[]; readonly address: string; readonly phone: string; readonly program_name: string; readonly server_name: string; readonly short_name: string; readonly support_email: string; readonly website: string; readonly eula_url: string; readonly links: readonly ({ readonly name: string; readonly url: string })[]; readonly color_primary: string; readonly color_secondary: string; readonly color_accent: string; readonly logo_url: string | null; readonly banner_url: string | null; readonly icon_url: string | null }
  TraderMailBody: { readonly subject?: string | undefined; readonly body?: string | undefined; readonly attachments?: readonly ({ readonly name: string; readonly content: string })[] | undefined; readonly reply_to?: number | undefined; readonly draft_id?: number | undefined; readonly to?: number | undefined }
  TraderNewsPageView: { readonly items: readonly ({ readonly id: number; readonly at: string; readonly headline: string })[]; readonly has_more: boolean }
  TraderNewsQuery: { readonly from?: string | undefined; readonly to?: string | undefined; readonly text?: string | undefined; readonly before?: number | undefined; readonly limit?: number | undefined }
  TraderNewsView: { readonly id: number; readonly at: string; readonly headline: string; readonly text: string | null; readonly truncated: boolean }
  TraderSymbolView: { readonly name: string; readonly id: number; readonly path: string; readonly description: string; readonly digits: number; readonly base_currency: string; readonly profit_currency: string; readonly margin_currency: string; readonly contract_size: string; readonly calc_mode: string; readonly tick_size: string; readonly tick_value: string; readonly spread_pts: number; readonly freeze_level_pts: number; readonly filling: readonly string[]; readonly expiration: readonly string[]; readonly order_kinds: readonly string[]; readonly trade_access: 'disabled' | 'close_only' | 'long_only' | 'short_only' | 'full'; readonly execution: 'request' | 'instant' | 'market' | 'exchange'; readonly stops_level_pts: number; readonly volume_min: string; readonly volume_max: string; readonly volume_step: string; readonly volume_limit: string; readonly margin_initial: string; readonly margin_maintenance: string; readonly margin_hedged: string; readonly margin_rates: readonly ({ readonly kind: 'buy' | 'sell' | 'buy_limit' | 'sell_limit' | 'buy_stop' | 'sell_stop' | 'buy_stop_limit' | 'sell_stop_limit'; readonly initial: string; readonly maintenance: string })[]; readonly swap_mode: 'disabled' | 'points' | 'base_currency' | 'margin_currency' | 'deposit_currency' | 'interest_current' | 'interest_open'; readonly swap_long: string; readonly swap_short: string; readonly swap_days: readonly number[]; readonly swap_year_days: number; readonly sessions: readonly ({ readonly day: number; readonly kind: string; readonly from_min: number; readonly to_min: number })[]; readonly quote_max_age_sec: number; readonly trading_opens_at: string | null; readonly trading_closes_at: string | null; readonly position: number; readonly version: number }
  TradesQuery: { readonly group?: string | undefined; readonly company?: string | undefined; readonly login?: number | undefined; readonly symbol?: string | undefined; readonly from?: string | undefined; readonly to?: string | undefined; readonly page?: number | undefined; readonly limit?: number | undefined; readonly min_projection_seq?: string | undefined }
  TransferDeleteBody: { readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly keys: readonly string[]; readonly dry_run?: boolean | undefined }
  TransferDeleteView: { readonly items: readonly ({ readonly action: 'delete' | 'deleted' | 'refused' | 'not_found'; readonly error: string | null; readonly key: string; readonly warning: string | null })[] }
  TransferExportBody: { readonly kinds: { readonly symbols?: readonly string[] | null | undefined; readonly leverage_profiles?: readonly string[] | null | undefined; readonly groups?: readonly string[] | null | undefined; readonly datafeeds?: readonly string[] | null | undefined; readonly gateways?: readonly string[] | null | undefined; readonly routing?: readonly string[] | null | undefined; readonly holidays?: readonly string[] | null | undefined; readonly reports?: readonly string[] | null | undefined } }
  TransferFileView: { readonly format: 'app-config'; readonly version: number; readonly exported_at: string; readonly source: string; readonly key_fields: Readonly<Record<string, unknown>>; readonly kinds: Readonly<Record<string, unknown>>; readonly denied: readonly ('symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports')[] }
  TransferImportBody: { readonly file: { readonly format: 'app-config'; readonly version: number; readonly kinds: { readonly symbols?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly leverage_profiles?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly groups?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly datafeeds?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly gateways?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly routing?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly holidays?: readonly (Readonly<Record<string, unknown>>)[] | undefined; readonly reports?: readonly (Readonly<Record<string, unknown>>)[] | undefined }; readonly exported_at?: unknown | undefined; readonly source?: unknown | undefined; readonly key_fields?: unknown | undefined; readonly denied?: unknown | undefined }; readonly options?: { readonly mode?: 'upsert' | 'create_only' | 'update_only' | undefined; readonly new_symbols_trading_disabled?: boolean | undefined; readonly connections_enabled?: boolean | undefined } | undefined; readonly select?: { readonly symbols?: readonly string[] | null | undefined; readonly leverage_profiles?: readonly string[] | null | undefined; readonly groups?: readonly string[] | null | undefined; readonly datafeeds?: readonly string[] | null | undefined; readonly gateways?: readonly string[] | null | undefined; readonly routing?: readonly string[] | null | undefined; readonly holidays?: readonly string[] | null | undefined; readonly reports?: readonly string[] | null | undefined } | undefined }
  TransferImportView: { readonly items: readonly ({ readonly action: 'created' | 'updated' | 'unchanged' | 'skipped' | 'error'; readonly changes: readonly string[]; readonly error: string | null; readonly key: string; readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly warnings: readonly string[] })[]; readonly connections_disabled: readonly ({ readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly key: string })[]; readonly summary: { readonly created: number; readonly updated: number; readonly unchanged: number; readonly skipped: number; readonly error: number } }
  TransferPreviewView: { readonly items: readonly ({ readonly action: 'create' | 'update' | 'unchanged' | 'skip' | 'error'; readonly changes: readonly string[]; readonly error: string | null; readonly key: string; readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly warnings: readonly string[] })[]; readonly connections_disabled: readonly ({ readonly kind: 'symbols' | 'leverage_profiles' | 'groups' | 'datafeeds' | 'gateways' | 'routing' | 'holidays' | 'reports'; readonly key: string })[]; readonly summary: { readonly create: number; readonly update: number; readonly unchanged: number; readonly skip: number; readonly error: number } }
  WatchlistParams: { readonly id: number }
  WatchlistView: { readonly id: number; readonly name: string; readonly symbols: readonly string[]; readonly created_at: string | null; readonly updated_at: string | null }
}

/** Every code that an answer can carry. */
export type AnswerCode =
  | 'ok'
  | 'invalid_input'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media'
  | 'too_many_requests'
  | 'unavailable'
  | 'internal'
  | 'forbidden'
  | 'confirmation_required'
  | 'conflict'
  | 'resume_gone'
  | 'auth.invalid_credentials'
  | 'auth.session_expired'
  | 'auth.refresh_reused'
  | 'auth.csrf_invalid'
  | 'auth.invalid_terminal'
  | 'auth.otp_required'
  | 'auth.otp_invalid'
  | 'auth.otp_not_set'
  | 'auth.code_invalid'
  | 'auth.password_change_required'
  | 'auth.otp_enrol_required'
  | 'auth.account_disabled'
  | 'auth.ip_not_allowed'
  | 'auth.not_staff'
  | 'auth.terminal_not_allowed'
  | 'auth.account_changed'
  | 'auth.password_same'
  | 'auth.password_weak'
  | 'auth.password_change_not_allowed'
  | 'auth.too_many_attempts'
  | 'trade.placed'
  | 'trade.partial'
  | 'trade.pending'
  | 'trade.requote'
  | 'trade.price_changed'
  | 'trade.rejected'
  | 'trade.off_quotes'
  | 'trade.market_closed'
  | 'trade.no_money'
  | 'trade.invalid_volume'
  | 'trade.invalid_price'
  | 'trade.invalid_stops'
  | 'trade.invalid_expiration'
  | 'trade.invalid_filling'
  | 'trade.symbol_unknown'
  | 'trade.close_only'
  | 'trade.long_only'
  | 'trade.short_only'
  | 'trade.limit_orders'
  | 'trade.limit_positions'
  | 'trade.limit_volume'
  | 'trade.frozen'
  | 'trade.position_unknown'
  | 'trade.order_unknown'
  | 'trade.busy'
  | 'trade.too_many_requests'
  | 'trade.no_connection'
  | 'trade.cancelled'
  | 'trade.expired'
  | 'trade.disabled'
  | 'trade.read_only'
  | 'trade.timeout'
