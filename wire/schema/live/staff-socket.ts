import { MoneyView } from '../accounts/account.js'
import { MailView } from '../people/mail.js'
import { NotificationView } from '../people/notification.js'
import { StreamEventView } from '../records/event.js'
import { AckArgs, FollowArgs, FollowedView, UnfollowedView } from '../records/events.js'
import { JobView } from '../records/job.js'
import { JournalPageView } from '../records/journal.js'
import { WaitingView } from '../records/waiting.js'
import {
  AnyText,
  Flag,
  Login,
  Nothing,
  Nullable,
  Optional,
  Rows,
  Seq,
  Time,
  type TSchema,
  View,
} from '../scalars.js'
import { CandlesView, NoArgs } from '../trading/candle.js'
import {
  DealingAfterView,
  DealingCheckArgs,
  DealingDoneView,
  DealingGoneView,
  DealingPriceArgs,
  DealingRequestView,
  DealingRequoteArgs,
  DealingTakeArgs,
  DealingTextArgs,
} from '../trading/dealing.js'
import { ExposureArgs, UnwatchExposureArgs } from '../trading/exposure.js'
import { LowMarginsView, MarginArgs, UnwatchMarginArgs } from '../trading/holders.js'
import { OverviewArgs, OverviewView } from '../trading/overview.js'
import {
  StaffCandlesArgs,
  StaffDepthArgs,
  StaffSubscribeArgs,
  StaffSymbolsArgs,
  StaffUnsubscribeArgs,
} from '../trading/staff-market.js'
import { TraderSymbolView } from '../trading/trader-symbol.js'
import { AccountSessionView } from '../trading/trades.js'
import { UnwatchArgs, WatchArgs } from '../trading/watch.js'
import { Type } from '../type.js'
import {
  ClosedSessionView,
  DealToldView,
  DepthView,
  OrderToldView,
  PositionToldView,
  QuoteView,
  ServerTimeView,
  SettingChangedView,
  WatchedStandingView,
  WatchedValuationView,
} from './event-views.js'
import type { LiveEvents, LiveOps } from './live-op.js'
import { AuthArgs } from './trader-socket.js'

/** The operations and events of staff's WebSocket (docs/decisions/sockets.md). */
const Whole = Type.Integer()
const MARKET = ['accounts.view'] as const
const EXPOSURE = ['accounts.view', 'trades.view'] as const
const DEALING = ['dealing'] as const
const PRICES = ['accounts.view', 'dealing'] as const

/** The item schema of a list. */
const itemOf = (rows: TSchema): TSchema => (rows as unknown as { readonly items: TSchema }).items

export const WatchedView = View({
  logins: Whole,
  groups: Rows(AnyText),
  left: Rows(Login),
  projection_seq: Seq,
})

export const LinkView = View({
  kind: AnyText,
  id: Whole,
  state: AnyText,
  at: Time,
  last_error: AnyText,
})

export const STAFF_OPS = {
  auth: {
    says: 'Signs the socket in, or goes on under a fresh token of the same login.',
    args: AuthArgs,
    data: Nothing,
  },
  ping: { says: 'The time on the server’s clock.', args: NoArgs, data: ServerTimeView },
  logout: { says: 'Closes the session and the socket.', args: NoArgs, data: Nothing },
  watch: {
    says: 'Follows accounts, by their logins or by a mask of groups; answers what is watched now.',
    args: WatchArgs,
    data: WatchedView,
    rights: MARKET,
  },
  unwatch: {
    says: 'Ends that, without arguments all of it.',
    args: UnwatchArgs,
    data: WatchedView,
  },
  watch_config: {
    says: 'Follows changes of settings; answers the version from which on.',
    args: NoArgs,
    data: View({ version: Whole }),
  },
  unwatch_config: { says: 'Ends that.', args: NoArgs, data: Nothing },
  watch_journal: {
    says: 'Follows the journal, line by line.',
    args: NoArgs,
    data: Nothing,
    rights: ['journal'],
  },
  unwatch_journal: { says: 'Ends that.', args: NoArgs, data: Nothing },
  watch_news: {
    says: 'Follows the headlines of news.',
    args: NoArgs,
    data: Nothing,
    rights: MARKET,
  },
  unwatch_news: { says: 'Ends that.', args: NoArgs, data: Nothing },
  watch_online: {
    says: 'Follows who is online, from the time on that it answers.',
    args: NoArgs,
    data: ServerTimeView,
    rights: ['accounts.online'],
  },
  unwatch_online: { says: 'Ends that.', args: NoArgs, data: Nothing },
  watch_exposure: {
    says: 'Follows what the accounts of a mask of groups hold together.',
    args: ExposureArgs,
    data: Nothing,
    rights: EXPOSURE,
  },
  unwatch_exposure: { says: 'Ends what fits, or all.', args: UnwatchExposureArgs, data: Nothing },
  watch_margin: {
    says: 'Follows the accounts of a mask of groups with the lowest margin levels.',
    args: MarginArgs,
    data: Nothing,
    rights: EXPOSURE,
  },
  unwatch_margin: { says: 'Ends what fits, or all.', args: UnwatchMarginArgs, data: Nothing },
  watch_overview: {
    says: 'Follows the sums of the accounts of a mask of groups: their money, and their day so far.',
    args: OverviewArgs,
    data: Nothing,
    rights: EXPOSURE,
  },
  unwatch_overview: { says: 'Ends what fits, or all.', args: UnwatchMarginArgs, data: Nothing },
  watch_waiting: {
    says: 'Follows the counts of what waits for staff, each as far as its right is held.',
    args: NoArgs,
    data: Nothing,
  },
  unwatch_waiting: { says: 'Ends that.', args: NoArgs, data: Nothing },
  watch_links: {
    says: 'Follows the states of datafeeds and gateways, those of which the right is held.',
    args: NoArgs,
    data: Nothing,
    anyOf: ['config.datafeeds', 'config.gateways'],
  },
  unwatch_links: { says: 'Ends that.', args: NoArgs, data: Nothing },
  follow: {
    says: 'Sends the events of the stream from a place on, in their order; answers the cursor of the place.',
    args: FollowArgs,
    data: FollowedView,
    rights: ['events'],
  },
  unfollow: { says: 'Ends that.', args: NoArgs, data: Nothing },
  ack: {
    says: 'Acknowledges an event of the stream and all before it. Without acknowledgements the server pauses.',
    args: AckArgs,
    data: Nothing,
  },
  symbols: {
    says: 'The symbols of a group, on its terms.',
    args: StaffSymbolsArgs,
    data: Rows(TraderSymbolView),
    rights: MARKET,
  },
  candles: {
    says: 'Candles as a trader of the group sees them.',
    args: StaffCandlesArgs,
    data: CandlesView,
    rights: MARKET,
  },
  subscribe: {
    says: 'Quotes in the prices of a group.',
    args: StaffSubscribeArgs,
    data: Nothing,
    anyOf: PRICES,
  },
  unsubscribe: { says: 'Ends that.', args: StaffUnsubscribeArgs, data: Nothing },
  depth: {
    says: 'The best prices of a symbol as a trader of the group sees them.',
    args: StaffDepthArgs,
    data: DepthView,
    anyOf: PRICES,
  },
  'dealing.take': {
    says: 'Takes a request out of the queue.',
    args: DealingTakeArgs,
    data: DealingRequestView,
    rights: DEALING,
  },
  'dealing.check': {
    says: 'The account as a confirmation would leave it, at the price that is said or at the market’s; nothing is done.',
    args: DealingCheckArgs,
    data: DealingAfterView,
    rights: DEALING,
  },
  'dealing.confirm': {
    says: 'Fills it, at the price that is said or at the market’s. A price further from the market than dealing_deviation_pct needs a reason.',
    args: DealingPriceArgs,
    data: DealingDoneView,
    rights: DEALING,
  },
  'dealing.reject': {
    says: 'Refuses it.',
    args: DealingTextArgs,
    data: DealingDoneView,
    rights: DEALING,
  },
  'dealing.requote': {
    says: 'Offers another price. One further from the market than dealing_deviation_pct needs a reason.',
    args: DealingRequoteArgs,
    data: DealingDoneView,
    rights: DEALING,
  },
  'dealing.return': {
    says: 'Puts it back into the queue.',
    args: DealingTakeArgs,
    data: DealingRequestView,
    rights: DEALING,
  },
} as const satisfies LiveOps

export const STAFF_EVENTS = {
  account_money: {
    says: 'The money of a watched account; the newest wins.',
    data: View({ login: Whole, money: MoneyView }),
  },
  order: {
    says: 'An order of a watched account as it now stands.',
    data: OrderToldView,
    isCounted: true,
  },
  position: {
    says: 'A position of a watched account as it now stands.',
    data: PositionToldView,
    isCounted: true,
  },
  deal: { says: 'A deal of a watched account.', data: DealToldView, isCounted: true },
  margin_call: {
    says: 'A watched account has come to its margin call level, or left it.',
    data: WatchedStandingView,
    isCounted: true,
  },
  stop_out: {
    says: 'A watched account has come to its stop out level, or left it.',
    data: WatchedStandingView,
    isCounted: true,
  },
  valuation: {
    says: 'The live figures of a watched account’s positions, in parts.',
    data: WatchedValuationView,
  },
  unwatched: {
    says: 'What is watched no more, or of which some events have ended.',
    data: View({
      logins: Optional(Rows(Whole)),
      groups: Optional(Rows(AnyText)),
      events: Optional(Rows(AnyText)),
      exposures: Optional(Rows(View({ group: AnyText, by: AnyText }))),
      margins: Optional(Rows(View({ group: AnyText, below: Nullable(AnyText), limit: Whole }))),
      overviews: Optional(Rows(View({ group: AnyText }))),
      code: Optional(AnyText),
    }),
  },
  unsubscribed: {
    says: 'Symbols whose prices are told no more.',
    data: View({ symbols: Rows(AnyText) }),
  },
  quote: { says: 'A price; the newest wins.', data: QuoteView },
  depth: { says: 'The best prices of a symbol have moved.', data: DepthView },
  exposure: {
    says: 'What accounts hold together, in parts; what is not among the rows any more is nothing.',
    data: View({
      group: AnyText,
      by: AnyText,
      currency: Nullable(AnyText),
      at: Time,
      part: Whole,
      parts: Whole,
      rows: Rows(
        View({
          key: AnyText,
          currency: AnyText,
          buy: Nullable(AnyText),
          sell: Nullable(AnyText),
          net: Nullable(AnyText),
          covered: Nullable(AnyText),
          profit: Nullable(AnyText),
          profit_in: Nullable(AnyText),
          accounts: Whole,
        }),
      ),
    }),
  },
  margin: {
    says: 'The accounts with the lowest margin levels, the lowest first.',
    data: LowMarginsView,
  },
  overview: {
    says: 'The accounts of groups in sums, when a figure has changed.',
    data: OverviewView,
  },
  waiting: {
    says: 'How much waits for staff has changed; null is what may not be seen.',
    data: WaitingView,
  },
  link: {
    says: 'A datafeed or a gateway as it stands, or in another state than before.',
    data: LinkView,
  },
  'dealing.request': {
    says: 'A request that waits for a dealer, or has changed.',
    data: DealingRequestView,
  },
  'dealing.gone': {
    says: 'It waits no more.',
    data: DealingGoneView,
  },
  config_changed: {
    says: 'A record of settings has changed: version 0 says that it is gone, key is its path or name. Of kind accounts: a watched account.',
    data: View({ ...SettingChangedView.properties, key: Nullable(AnyText) }),
  },
  bulk_progress: {
    says: 'How far a request of yours with many items has come: the results since the last time, each half second.',
    data: View({
      key: AnyText,
      done: Whole,
      refused: Whole,
      total: Whole,
      rows: Rows(Type.Unsafe<object>({ type: 'object' })),
      finished: Flag,
    }),
  },
  config_progress: {
    says: 'How far a request of yours that changes many settings has come; request_id is that of its answer.',
    data: View({
      request_id: AnyText,
      key: Nullable(AnyText),
      done: Whole,
      refused: Whole,
      total: Whole,
      finished: Flag,
    }),
  },
  journal: {
    says: 'A line of the journal.',
    data: itemOf(JournalPageView.properties.items),
  },
  news: {
    says: 'Headlines of news as they are kept.',
    data: View({
      items: Rows(
        View({ id: Whole, at: Time, headline: AnyText, feed_id: Whole, received_at: Time }),
      ),
    }),
  },
  online: {
    says: 'Sessions that have come, changed or gone. behind: read the list again.',
    data: View({
      items: Rows(View({ ...AccountSessionView.properties, online: Flag })),
      behind: Flag,
    }),
  },
  mail: { says: 'A new mail to this login.', data: MailView },
  mail_delivery: {
    says: 'How far a mail of yours to many has come.',
    data: View({ id: Whole, delivered: Whole, total: Whole }),
  },
  notification: { says: 'A message to this login.', data: NotificationView },
  job: { says: 'How far a job of yours has come.', data: JobView },
  report_job: {
    says: 'How far a report job of yours has come.',
    data: View({
      id: Whole,
      state: AnyText,
      rows: Whole,
      total: Nullable(Whole),
      attempts: Whole,
      error: Nullable(AnyText),
      finished_at: Nullable(Time),
    }),
  },
  stream: {
    says: 'An event of the stream, as GET /admin/v1/events answers it.',
    data: StreamEventView,
  },
  unfollowed: {
    says: 'The server sends no more events of the stream, because a right is missing or the events are no longer kept.',
    data: UnfollowedView,
  },
  rights_changed: {
    says: 'Your rights or your scope are others from now on: what was read before may be more than you may see, or less.',
    data: View({ rights: Rows(AnyText), group_scope: Rows(AnyText) }),
  },
  session_closed: {
    says: 'The session is over; the socket closes with 4001.',
    data: ClosedSessionView,
  },
} as const satisfies LiveEvents
