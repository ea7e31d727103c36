import * as rowFields from '../../wire/row/row-fields.js'
import * as account from '../../wire/schema/accounts/account.js'
import * as accountAudit from '../../wire/schema/accounts/account-audit.js'
import * as accountBatch from '../../wire/schema/accounts/account-batch.js'
import * as accountClient from '../../wire/schema/accounts/account-client.js'
import * as accountEdit from '../../wire/schema/accounts/account-edit.js'
import * as accountExport from '../../wire/schema/accounts/account-export.js'
import * as accountImport from '../../wire/schema/accounts/account-import.js'
import * as accountMargin from '../../wire/schema/accounts/account-margin.js'
import * as accountPassword from '../../wire/schema/accounts/account-password.js'
import * as accountStatement from '../../wire/schema/accounts/account-statement.js'
import * as accountWindow from '../../wire/schema/accounts/account-window.js'
import * as daily from '../../wire/schema/accounts/daily.js'
import * as note from '../../wire/schema/accounts/note.js'
import * as staffSocket from '../../wire/schema/live/staff-events.js'
import * as traderSocket from '../../wire/schema/live/trader-socket.js'
import * as apiKey from '../../wire/schema/people/api-key.js'
import * as application from '../../wire/schema/people/application.js'
import * as mail from '../../wire/schema/people/mail.js'
import * as notification from '../../wire/schema/people/notification.js'
import * as online from '../../wire/schema/people/online.js'
import * as outbox from '../../wire/schema/people/outbox.js'
import * as preferences from '../../wire/schema/people/preferences.js'
import * as session from '../../wire/schema/people/session.js'
import * as signUp from '../../wire/schema/people/sign-up.js'
import * as staff from '../../wire/schema/people/staff.js'
import * as watchlist from '../../wire/schema/people/watchlist.js'
import * as event from '../../wire/schema/records/event.js'
import * as eventViews from '../../wire/schema/records/event-views.js'
import * as events from '../../wire/schema/records/events.js'
import * as find from '../../wire/schema/records/find.js'
import * as meta from '../../wire/schema/records/meta.js'
import * as news from '../../wire/schema/records/news.js'
import * as report from '../../wire/schema/records/report.js'
import * as reportSchedule from '../../wire/schema/records/report-schedule.js'
import * as tradeExport from '../../wire/schema/records/trade-export.js'
import * as waiting from '../../wire/schema/records/waiting.js'
import * as allocation from '../../wire/schema/settings/allocation.js'
import * as brand from '../../wire/schema/settings/brand.js'
import * as config from '../../wire/schema/settings/config.js'
import * as connection from '../../wire/schema/settings/connection.js'
import * as datafeed from '../../wire/schema/settings/datafeed.js'
import * as gateway from '../../wire/schema/settings/gateway.js'
import * as gatewayTransaction from '../../wire/schema/settings/gateway-transaction.js'
import * as group from '../../wire/schema/settings/group.js'
import * as holiday from '../../wire/schema/settings/holiday.js'
import * as leverage from '../../wire/schema/settings/leverage.js'
import * as licence from '../../wire/schema/settings/licence.js'
import * as mailServer from '../../wire/schema/settings/mail-server.js'
import * as network from '../../wire/schema/settings/network.js'
import * as reportConfig from '../../wire/schema/settings/report-config.js'
import * as routingRule from '../../wire/schema/settings/routing-rule.js'
import * as serverSettings from '../../wire/schema/settings/server-settings.js'
import * as symbol from '../../wire/schema/settings/symbol.js'
import * as symbolTerms from '../../wire/schema/settings/symbol-terms.js'
import * as transfer from '../../wire/schema/settings/transfer.js'
import * as webhook from '../../wire/schema/settings/webhook.js'
import * as confirmation from '../../wire/schema/shared/confirmation.js'
import * as job from '../../wire/schema/shared/job.js'
import * as journal from '../../wire/schema/shared/journal.js'
import * as refusals from '../../wire/schema/shared/refusals.js'
import * as balanceReversal from '../../wire/schema/trading/balance-reversal.js'
import * as bulkClose from '../../wire/schema/trading/bulk-close.js'
import * as candle from '../../wire/schema/trading/candle.js'
import * as changes from '../../wire/schema/trading/changes.js'
import * as dealCorrection from '../../wire/schema/trading/deal-correction.js'
import * as dealing from '../../wire/schema/trading/dealing.js'
import * as exposure from '../../wire/schema/trading/exposure.js'
import * as heldFill from '../../wire/schema/trading/held-fill.js'
import * as holders from '../../wire/schema/trading/holders.js'
import * as oneTrade from '../../wire/schema/trading/one-trade.js'
import * as overview from '../../wire/schema/trading/overview.js'
import * as positionCorrection from '../../wire/schema/trading/position-correction.js'
import * as positionPayments from '../../wire/schema/trading/position-payments.js'
import * as refusedRequest from '../../wire/schema/trading/refused-request.js'
import * as staffMarket from '../../wire/schema/trading/staff-market.js'
import * as staffTrade from '../../wire/schema/trading/staff-trade.js'
import * as tick from '../../wire/schema/trading/tick.js'
import * as tradeWindow from '../../wire/schema/trading/trade-window.js'
import * as traderSymbol from '../../wire/schema/trading/trader-symbol.js'
import * as trades from '../../wire/schema/trading/trades.js'
import * as watch from '../../wire/schema/trading/watch.js'
import * as socketQuestion from '../../wire/trade/socket-question.js'
import * as tradeQuestion from '../../wire/trade/trade-question.js'
import * as tradeRequest from '../../wire/trade/trade-request.js'
import * as formattedTexts from '../../wire/types/formatted-texts.js'
import * as scalars from '../../wire/types/scalars.js'
import { originalOf } from '../../wire/types/type.js'
import * as webLink from '../../wire/types/web-link.js'

/**
 * Names of schemas in the API documents and in the generated client types, taken from
 * `wire/schema/`.
 * - A schema that one of these files exports has its export name wherever it is used. Other schemas
 *   have no name.
 * - The list contains every file that exports a schema (test/http/docs/shape-names.test.ts).
 */
const FILES: readonly Readonly<Record<string, unknown>>[] = [
  accountAudit,
  accountBatch,
  accountClient,
  accountEdit,
  accountExport,
  accountImport,
  accountMargin,
  accountPassword,
  accountStatement,
  formattedTexts,
  accountWindow,
  account,
  daily,
  note,
  eventViews,
  traderSocket,
  apiKey,
  application,
  mail,
  notification,
  online,
  outbox,
  preferences,
  session,
  signUp,
  staff,
  watchlist,
  find,
  job,
  event,
  events,
  journal,
  meta,
  tradeExport,
  waiting,
  news,
  reportSchedule,
  report,
  refusals,
  scalars,
  allocation,
  brand,
  config,
  connection,
  datafeed,
  gatewayTransaction,
  gateway,
  group,
  holiday,
  leverage,
  licence,
  mailServer,
  network,
  reportConfig,
  routingRule,
  serverSettings,
  symbol,
  symbolTerms,
  transfer,
  webhook,
  balanceReversal,
  bulkClose,
  candle,
  changes,
  confirmation,
  dealCorrection,
  dealing,
  exposure,
  heldFill,
  holders,
  overview,
  oneTrade,
  positionCorrection,
  positionPayments,
  refusedRequest,
  staffMarket,
  staffTrade,
  tick,
  tradeWindow,
  traderSymbol,
  trades,
  watch,
  rowFields,
  staffSocket,
  socketQuestion,
  tradeQuestion,
  tradeRequest,
  webLink,
]

/** Schemas whose code name is only clear inside their file. */
const CALLED: Readonly<Record<string, string>> = {
  CodeBody: 'OneTimeCodeBody',
  CatalogView: 'TransferCatalog',
  CountView: 'TradesCount',
  Fence: 'ProjectionSeq',
  LinkAccountsBody: 'ClientAccountsBody',
  ListExportView: 'SettingsListExport',
  ListImportBody: 'SettingsListImportBody',
  MeView: 'SignedInStaff',
  ModuleView: 'ConnectionModule',
  MoneyView: 'AccountMoney',
  MonitorView: 'NetworkMonitor',
  MoveBody: 'MoveAccountBody',
  MoveManyBody: 'MoveAccountsBody',
  MovedRow: 'MovedAccount',
  NetworkRecordView: 'NetworkServer',
  OrderBody: 'ListOrderBody',
  OutcomeView: 'TradeOutcome',
  PaymentRow: 'PaymentResult',
  SectionView: 'ReportSection',
  StandingView: 'AccountStanding',
  TokensView: 'SessionTokens',
  TradeAnswerView: 'TradeResult',
}

const names = new Map<unknown, string>()
for (const file of FILES) {
  for (const [name, value] of Object.entries(file)) {
    if (isSchema(value) && !names.has(value)) names.set(value, name)
  }
}

function isSchema(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { type, anyOf } = value as { readonly type?: unknown; readonly anyOf?: unknown }
  return typeof type === 'string' || Array.isArray(anyOf)
}

/** Every named schema with its name in the code. */
export const DECLARED_NAMES: ReadonlyMap<unknown, string> = names

/** The name of a schema in the code, or undefined. */
export function declaredName(schema: unknown): string | undefined {
  return typeof schema === 'object' && schema !== null ? names.get(originalOf(schema)) : undefined
}

/** The name of a schema in the documents: its code name without the suffix `View`. */
export function documentName(declared: string): string {
  return CALLED[declared] ?? declared.replace(/View$/, '')
}
