import {
  AnyText,
  Flag,
  Nullable,
  Optional,
  Rows,
  Time,
  type TSchema,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { MoneyView } from '../accounts/account.js'
import { MailView } from '../people/mail.js'
import { NotificationView } from '../people/notification.js'
import { StreamEventView } from '../records/event.js'
import {
  ClosedSessionView,
  DealToldView,
  DepthView,
  OrderToldView,
  PositionToldView,
  QuoteView,
  SettingChangedView,
  WatchedStandingView,
  WatchedValuationView,
} from '../records/event-views.js'
import { UnfollowedView } from '../records/events.js'
import { WaitingView } from '../records/waiting.js'
import { JobView } from '../shared/job.js'
import { JournalPageView } from '../shared/journal.js'
import { DealingGoneView, DealingRequestView } from '../trading/dealing.js'
import { LowMarginsView } from '../trading/holders.js'
import { OverviewView } from '../trading/overview.js'
import { AccountSessionView } from '../trading/trades.js'
import type { LiveEvents } from './live-op.js'

/** The operations and events of staff's WebSocket (docs/decisions/sockets.md). */
const Whole = Type.Integer()

/** The schema of the items of a list. */
const itemOf = (rows: TSchema): TSchema => (rows as unknown as { readonly items: TSchema }).items

export const LinkView = View({
  kind: AnyText,
  id: Whole,
  state: AnyText,
  at: Time,
  last_error: AnyText,
})

export const STAFF_EVENTS = {
  account_money: {
    says: 'The money of a watched account. A slow client gets only the newest state.',
    data: View({ login: Whole, money: MoneyView }),
  },
  order: {
    says: 'The current state of an order of a watched account.',
    data: OrderToldView,
    isCounted: true,
  },
  position: {
    says: 'The current state of a position of a watched account.',
    data: PositionToldView,
    isCounted: true,
  },
  deal: { says: 'A deal of a watched account.', data: DealToldView, isCounted: true },
  margin_call: {
    says: 'A watched account has reached or left its margin call level.',
    data: WatchedStandingView,
    isCounted: true,
  },
  stop_out: {
    says: 'A watched account has reached or left its stop out level.',
    data: WatchedStandingView,
    isCounted: true,
  },
  valuation: {
    says: 'The live figures of a watched account’s positions, in parts.',
    data: WatchedValuationView,
  },
  unwatched: {
    says: 'Subscriptions that have ended, whole or for some events.',
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
    says: 'Symbols whose prices are no longer sent.',
    data: View({ symbols: Rows(AnyText) }),
  },
  quote: {
    says: 'A new quote. A slow client gets only the newest quote of a symbol.',
    data: QuoteView,
  },
  depth: { says: 'New best prices of a symbol.', data: DepthView },
  exposure: {
    says: 'The total open volume of accounts, in parts. A symbol without a row has no open volume.',
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
    says: 'Sums over the accounts of groups, after a figure has changed.',
    data: OverviewView,
  },
  waiting: {
    says: 'The counts of work that waits for staff, after a change; null for counts that the session may not read.',
    data: WaitingView,
  },
  link: {
    says: 'The state of a datafeed or gateway, at first and after each change.',
    data: LinkView,
  },
  'dealing.request': {
    says: 'A request that waits for a dealer, or has changed.',
    data: DealingRequestView,
  },
  'dealing.gone': {
    says: 'The request no longer waits.',
    data: DealingGoneView,
  },
  config_changed: {
    says:
      'A record of settings has changed. `version` 0 means deleted; `key` is its path or name. ' +
      'With `kind` `accounts` it is a watched account.',
    data: View({ ...SettingChangedView.properties, key: Nullable(AnyText) }),
  },
  bulk_progress: {
    says: 'Progress of your bulk request: the results since the previous event, every half second.',
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
    says: 'Progress of your request that changes many settings. `request_id` is that of its answer.',
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
    says: 'Headlines of new items of news.',
    data: View({
      items: Rows(
        View({ id: Whole, at: Time, headline: AnyText, feed_id: Whole, received_at: Time }),
      ),
    }),
  },
  online: {
    says: 'Sessions that have started, changed or ended. If `behind` is set, read the list again.',
    data: View({
      items: Rows(View({ ...AccountSessionView.properties, online: Flag })),
      behind: Flag,
    }),
  },
  mail: { says: 'A new mail to this login.', data: MailView },
  mail_delivery: {
    says: 'Progress of your mail to many recipients.',
    data: View({ id: Whole, delivered: Whole, total: Whole }),
  },
  notification: { says: 'A message to this login.', data: NotificationView },
  job: { says: 'Progress of your job.', data: JobView },
  report_job: {
    says: 'Progress of your report job.',
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
    says: 'Your rights or your scope have changed. Read your data again.',
    data: View({ rights: Rows(AnyText), group_scope: Rows(AnyText) }),
  },
  session_closed: {
    says: 'The session has ended; the socket closes with 4001.',
    data: ClosedSessionView,
  },
} as const satisfies LiveEvents
