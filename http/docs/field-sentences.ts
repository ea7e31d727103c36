import { type FieldPart, fieldWording } from '../../wire/words/fields.js'
import { declaredName } from './shape-names.js'

/**
 * The place of a field, which selects its description: the tag of the route, and the part of the
 * request or answer.
 */
export interface FieldPlace {
  readonly tag: string
  readonly part: FieldPart
}

/** The place that describes a schema's fields: a tag, and optionally a part. */
type FieldHome = Pick<FieldPlace, 'tag'> & Partial<FieldPlace>

/**
 * Schemas that are used under several tags or in WebSocket frames. Their fields have the same
 * description everywhere, taken from this place.
 */
const HOMES: Readonly<Record<string, FieldHome>> = {
  AboutView: { tag: 'about' },
  AccountChangeView: { tag: 'event-data' },
  ApplicationChangeView: { tag: 'event-data' },
  ApplicationView: { tag: 'applications', part: 'data' },
  MessageSentView: { tag: 'event-data' },
  PasswordChangeView: { tag: 'event-data' },
  SessionChangeView: { tag: 'event-data' },
  AccountSessionView: { tag: 'online' },
  AckArgs: { tag: 'events', part: 'body' },
  AccountTermsView: { tag: 'account' },
  AccountView: { tag: 'accounts', part: 'data' },
  AffectsView: { tag: 'affects' },
  BatchParams: { tag: 'accounts', part: 'body' },
  EffectsView: { tag: 'effects' },
  BrandLinkView: { tag: 'brand' },
  CandlesView: { tag: 'symbols' },
  CheckBody: { tag: 'trade' },
  ClosedPageView: { tag: 'positions' },
  ClosedPositionView: { tag: 'positions' },
  ConnectionLogLineView: { tag: 'connection-log' },
  ConnectionParameter: { tag: 'parameter' },
  CountView: { tag: 'accounts' },
  DailyPageView: { tag: 'daily' },
  DailyView: { tag: 'daily' },
  DealView: { tag: 'deals' },
  DealsPageView: { tag: 'trades' },
  OrdersPageView: { tag: 'trades' },
  EventView: { tag: 'events' },
  StreamEventView: { tag: 'events' },
  FollowArgs: { tag: 'events', part: 'body' },
  FollowedView: { tag: 'events' },
  FoundRequestView: { tag: 'refused' },
  RefusedCountView: { tag: 'refused' },
  RefusedPageView: { tag: 'refused' },
  RefusedRequestParams: { tag: 'refused', part: 'params' },
  RefusedRequestQuery: { tag: 'refused', part: 'query' },
  RefusedRequestsQuery: { tag: 'refused', part: 'query' },
  RefusedRequestView: { tag: 'refused' },
  DealingDoneView: { tag: 'dealing' },
  DealingGoneView: { tag: 'dealing' },
  DealingRequestView: { tag: 'dealing' },
  GatewayGroup: { tag: 'gateways', part: 'body' },
  GatewayTranslation: { tag: 'gateways', part: 'body' },
  HeldFillView: { tag: 'held-fills' },
  HolderView: { tag: 'exposure' },
  HoldersView: { tag: 'exposure' },
  ImportSymbolsView: { tag: 'datafeeds' },
  JobView: { tag: 'jobs' },
  JournalChainView: { tag: 'journal-chain' },
  JournalLineView: { tag: 'journal' },
  JournalPageView: { tag: 'journal' },
  LineChangeView: { tag: 'journal' },
  LinkView: { tag: 'links' },
  IssueSignInLinkBody: { tag: 'sign-in-links' },
  SignInLinkView: { tag: 'sign-in-links' },
  LinkSignInBody: { tag: 'sign-in-links' },
  AllowSignInLinksBody: { tag: 'sign-in-links' },
  AllowedSignInLinksView: { tag: 'sign-in-links' },
  LowMarginView: { tag: 'exposure' },
  LowMarginsView: { tag: 'exposure' },
  MailAttachmentView: { tag: 'mail' },
  MailDraftView: { tag: 'mail' },
  MailView: { tag: 'mail' },
  MarginRate: { tag: 'groups' },
  ModuleParameterView: { tag: 'parameter' },
  ModuleView: { tag: 'datafeeds' },
  MoneyView: { tag: 'account' },
  NotificationView: { tag: 'notifications' },
  OpenOrderView: { tag: 'orders' },
  OpenPositionView: { tag: 'positions' },
  OrderView: { tag: 'orders' },
  OutcomeView: { tag: 'trade' },
  OwnChangeView: { tag: 'trade-changes' },
  OwnChangesPageView: { tag: 'trade-changes' },
  OverviewArgs: { tag: 'overview', part: 'query' },
  OverviewHourView: { tag: 'overview' },
  OverviewOthersView: { tag: 'overview' },
  OverviewSymbolView: { tag: 'overview' },
  OverviewView: { tag: 'overview' },
  PaymentItem: { tag: 'accounts' },
  PaymentRow: { tag: 'accounts' },
  PaymentSide: { tag: 'positions' },
  PositionPayment: { tag: 'positions' },
  PositionRowView: { tag: 'positions' },
  PreviewedMailView: { tag: 'mail-preview' },
  RiskBody: { tag: 'trade' },
  RoutingCondition: { tag: 'routing', part: 'body' },
  SettingChangedView: { tag: 'live', part: 'data' },
  StaffTradeBody: { tag: 'trade' },
  StaffTradeParams: { tag: 'trade' },
  TradeAnswerView: { tag: 'trade' },
  TradeBody: { tag: 'trade' },
  TradeChangeView: { tag: 'trade-changes' },
  TradeChangesPageView: { tag: 'trade-changes' },
  TradeCheckView: { tag: 'trade' },
  TradeDealView: { tag: 'trade-deal' },
  TradeOrderView: { tag: 'trade-order' },
  TradeOriginView: { tag: 'origin' },
  TraderSymbolView: { tag: 'symbols' },
  UnfollowedView: { tag: 'events' },
  WatchedStandingView: { tag: 'live', part: 'data' },
  WindowCountView: { tag: 'accounts' },
}

/** The description of a field, or undefined. */
export function sentenceOf({ tag, part }: FieldPlace, name: string): string | undefined {
  return fieldWording('en', tag, part, name)?.text
}

/** The place of the fields inside a schema that is used at `place`. */
export function placeWithin(schema: unknown, place: FieldPlace): FieldPlace {
  const home = HOMES[declaredName(schema) ?? '']
  return home === undefined ? place : { ...place, ...home }
}
