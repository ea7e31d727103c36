import { RIGHTS } from '../../engine/access/rights.js'
import {
  BALANCE_ACTIONS,
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  EXPIRATIONS,
  ORDER_KINDS,
  ORDER_STATES,
  REASONS,
} from '../../engine/account/event.js'
import { HELD_ACTIONS } from '../../engine/account/rules/at-provider/held-fills.js'
import { TIMEFRAMES } from '../../engine/calendar/timeframe.js'
import {
  CALC_MODES,
  EXECUTIONS,
  FILLINGS,
  MARGIN_RATE_KINDS,
  SESSION_KINDS,
  SWAP_MODES,
  TRADE_ACCESSES,
} from '../../engine/config/kinds/symbol-choices.js'
import { SIGN_UP_TYPES } from '../../engine/config/offers.js'
import { BRAND_IMAGES } from '../../engine/config/records/brand.js'
import { PARAMETER_TYPES } from '../../engine/config/records/connection.js'
import { MAIL_SECURITIES } from '../../engine/config/records/mail-server.js'
import { REQUEST_KINDS, ROUTING_ACTIONS } from '../../engine/config/records/routing-rule.js'
import { BLOCKED_BY } from '../../engine/config/records/server-settings.js'
import { TRANSFER_KINDS } from '../../engine/config/transfer/kinds.js'
import { NEWS_MODES } from '../../engine/names/news.js'
import { REPORT_MODULES } from '../../engine/reports/modules.js'
import { CHART_KINDS } from '../../engine/reports/section.js'
import { CREDENTIAL_KINDS } from '../../wire/schema/accounts/account-password.js'
import { SYMBOL_STATUSES } from '../../wire/schema/settings/symbol.js'
import { ALIKE_FIELDS, APPLICATION_STATES } from '../../wire/stored/stored-application.js'
import { EMAIL_KINDS, EMAIL_STATES } from '../../wire/stored/stored-email.js'
import { JOB_STATES } from '../../wire/stored/stored-job.js'
import { MAIL_FOLDERS } from '../../wire/stored/stored-mail.js'
import { REPORT_FORMATS, REPORT_STATES } from '../../wire/stored/stored-report.js'
import { EVENT_KINDS } from '../../wire/thread/event-reads.js'
import { TRANSACTION_KINDS } from '../../wire/thread/provider-records.js'
import { TRADE_KINDS } from '../../wire/trade/trade-request.js'

/**
 * Names of enumerations in the API documents. An enumeration is identified by its values, so each
 * set of values may appear only once.
 */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  ActResult: ['done', 'rejected'],
  AlikeField: ALIKE_FIELDS,
  ApplicationState: APPLICATION_STATES,
  BalanceAction: BALANCE_ACTIONS,
  BlockedBy: BLOCKED_BY,
  BrandImage: BRAND_IMAGES,
  CalculationMode: CALC_MODES,
  CommissionCharge: ['per_side', 'per_deal', 'daily'],
  CommissionMode: ['per_lot', 'percent', 'points'],
  Consistency: ['current', 'projection_pending'],
  DealAction: DEAL_ACTIONS,
  DealEntry: DEAL_ENTRIES,
  EmailKind: EMAIL_KINDS,
  EmailState: EMAIL_STATES,
  EventKind: EVENT_KINDS,
  Execution: EXECUTIONS,
  Filling: FILLINGS,
  FreeMarginMode: ['use_all', 'use_profit', 'use_loss', 'balance_only'],
  HeldFillAction: HELD_ACTIONS,
  JobState: JOB_STATES,
  MailFolder: MAIL_FOLDERS,
  MailSecurity: MAIL_SECURITIES,
  MarginMode: ['hedging', 'netting'],
  MarginRateKind: MARGIN_RATE_KINDS,
  NewsMode: NEWS_MODES,
  OrderExpiration: EXPIRATIONS,
  OrderKind: ORDER_KINDS,
  OrderState: ORDER_STATES,
  ParameterType: PARAMETER_TYPES,
  PasswordKind: CREDENTIAL_KINDS,
  ProviderMessageKind: TRANSACTION_KINDS,
  RangeBasis: ['volume', 'volume_per_symbol', 'value', 'value_per_symbol'],
  ReportChartKind: CHART_KINDS,
  ReportFormat: REPORT_FORMATS,
  ReportModule: REPORT_MODULES,
  ReportState: REPORT_STATES,
  RequestKind: REQUEST_KINDS,
  Right: RIGHTS,
  RoutingAction: ROUTING_ACTIONS,
  SessionKind: SESSION_KINDS,
  Side: ['buy', 'sell'],
  SignUpType: SIGN_UP_TYPES,
  StopOutMode: ['percent', 'money'],
  SwapMode: SWAP_MODES,
  SymbolStatus: SYMBOL_STATUSES,
  Timeframe: TIMEFRAMES,
  TradeAccess: TRADE_ACCESSES,
  TradeKind: TRADE_KINDS,
  TradeReason: REASONS,
  TransferKind: TRANSFER_KINDS,
}

const names = new Map(Object.entries(CHOICES).map(([name, values]) => [keyOf(values), name]))

/** The name of the enumeration with these values, or undefined. */
export function choiceName(values: readonly unknown[]): string | undefined {
  return names.get(keyOf(values))
}

function keyOf(values: readonly unknown[]): string {
  return values.join(' ')
}
