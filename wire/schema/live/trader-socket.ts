import { QUOTES_PER_SEC_MAX, SUBSCRIPTIONS_MAX } from '../../../engine/limits/sockets.js'
import { CheckBody } from '../../trade/trade-question.js'
import { ClientOrderId, TradeBody } from '../../trade/trade-request.js'
import { AccountTermsView, MoneyView } from '../accounts/account.js'
import { MailView } from '../people/mail.js'
import { NotificationView } from '../people/notification.js'
import {
  AnyText,
  Body,
  Flag,
  Int,
  List,
  Nothing,
  Nullable,
  Optional,
  Rows,
  Seq,
  Text,
  Time,
  View,
} from '../scalars.js'
import { CandlesArgs, CandlesView, DepthArgs, NoArgs } from '../trading/candle.js'
import { TraderSymbolView } from '../trading/trader-symbol.js'
import {
  OpenOrderRowsView,
  OutcomeView,
  PositionRowsView,
  TradeAnswerView,
  TradeCheckView,
} from '../trading/trades.js'
import { Type } from '../type.js'
import {
  ClosedSessionView,
  DealToldView,
  DepthView,
  OrderToldView,
  PendingView,
  PositionToldView,
  QuoteView,
  ServerTimeView,
  SettingChangedView,
  StandingView,
  ValuationView,
} from './event-views.js'
import type { LiveEvents, LiveOps } from './live-op.js'

/** The operations and events of traders' WebSocket (docs/decisions/sockets.md). */
const TOKEN_MAX = 256
const SYMBOL_MAX = 128

const Whole = Type.Integer()
const symbols = Optional(List(Text(SYMBOL_MAX, 1), SUBSCRIPTIONS_MAX))

export const AuthArgs = Body({ access_token: Text(TOKEN_MAX, 1) })

const SnapshotView = View({
  account: View({
    login: Whole,
    group: AnyText,
    currency: AnyText,
    leverage: Whole,
    terms: Nullable(AccountTermsView),
    money: MoneyView,
  }),
  positions: PositionRowsView,
  orders: OpenOrderRowsView,
  seq: Seq,
  projection_seq: Seq,
})

export const TRADER_OPS = {
  auth: {
    says: 'Signs the socket in, or goes on under a fresh token of the same account.',
    args: AuthArgs,
    data: Nothing,
  },
  ping: { says: 'The time on the server’s clock.', args: NoArgs, data: ServerTimeView },
  logout: { says: 'Closes the session and the socket.', args: NoArgs, data: Nothing },
  snapshot: {
    says: 'The account, what it has open, and the seq at which they stand; the events after it follow.',
    args: NoArgs,
    data: SnapshotView,
  },
  resume: {
    says:
      'The events after seq, then what is new, without a gap. resume_gone: they are too old; invalid_input: the ' +
      'account stands lower. Take a snapshot then.',
    args: Body({ seq: Seq }),
    data: View({ from: Seq, to: Seq }),
  },
  symbols: {
    says: 'The symbols of the account’s group, on its terms.',
    args: NoArgs,
    data: Rows(TraderSymbolView),
  },
  subscribe: {
    says: 'Quotes of symbols from now on, the newest of each at once; the figures of positions; headlines of news.',
    args: Body({
      symbols,
      max_per_sec: Optional(Int(1, QUOTES_PER_SEC_MAX)),
      valuation: Optional(Flag),
      news: Optional(Flag),
    }),
    data: Nothing,
  },
  unsubscribe: {
    says: 'Ends what was subscribed to.',
    args: Body({ symbols, valuation: Optional(Flag), news: Optional(Flag) }),
    data: Nothing,
  },
  depth: {
    says: 'The best prices of a symbol with their volumes; with subscribe also whenever they move.',
    args: DepthArgs,
    data: DepthView,
  },
  candles: {
    says: 'Candles of a symbol, the oldest first.',
    args: CandlesArgs,
    data: CandlesView,
  },
  trade: {
    says: 'A trade request, answered once its result is on disk. A repeat under its client_order_id hears the first answer.',
    args: TradeBody,
    data: TradeAnswerView,
  },
  check: {
    says: 'The margin and figures that a trade request would come to. Nothing is done.',
    args: CheckBody,
    data: TradeCheckView,
  },
  outcome: {
    says: 'What came of a trade request. Asking never places anything.',
    args: Body({ client_order_id: ClientOrderId }),
    data: OutcomeView,
  },
} as const satisfies LiveOps

export const TRADER_EVENTS = {
  quote: {
    says: 'A price; the newest wins, and none waits for a slow reader.',
    data: QuoteView,
  },
  depth: { says: 'The best prices of a symbol have moved.', data: DepthView },
  money: { says: 'The account’s money; the newest wins.', data: MoneyView },
  order: {
    says: 'An order as it now stands: it is over when it has done_at.',
    data: OrderToldView,
    isCounted: true,
  },
  position: {
    says: 'A position as it now stands: it is closed when its volume is "0".',
    data: PositionToldView,
    isCounted: true,
  },
  deal: { says: 'A deal, or a balance operation.', data: DealToldView, isCounted: true },
  correction: {
    says: 'A position as staff corrected or repaired it.',
    data: PositionToldView,
    isCounted: true,
  },
  restored_deal: {
    says: 'A deal that a repair found again; its money is in the restatement.',
    data: DealToldView,
    isCounted: true,
  },
  restatement: {
    says: 'The account’s money after a repair, whatever its events came to so far.',
    data: View({
      login: Whole,
      deal_id: Whole,
      balance: AnyText,
      credit: AnyText,
      commission: AnyText,
      at: Time,
    }),
    isCounted: true,
  },
  pending: {
    says:
      'A trade request waits for a dealer, a provider or a delay, until this time at most; again whenever the time changes. ' +
      'Its answer comes when it is decided, and it cannot be taken back.',
    data: PendingView,
  },
  margin_call: {
    says: 'The account has come to its margin call level, or left it.',
    data: StandingView,
    isCounted: true,
  },
  stop_out: {
    says: 'The account has come to its stop out level, or left it.',
    data: StandingView,
    isCounted: true,
  },
  night: {
    says: 'So many positions have the swap of the night; the daily event is yet to come.',
    data: View({ login: Whole, date: AnyText, positions: Whole, at: Time }),
    isCounted: true,
  },
  daily: {
    says: 'The account at the end of its day.',
    data: View({
      login: Whole,
      date: AnyText,
      balance: AnyText,
      credit: AnyText,
      swap: AnyText,
      equity: Nullable(AnyText),
      margin: Nullable(AnyText),
      margin_free: Nullable(AnyText),
      profit: Nullable(AnyText),
      at: Time,
    }),
    isCounted: true,
  },
  valuation: {
    says: 'The live figures of positions, in parts.',
    data: ValuationView,
  },
  news: {
    says: 'Headlines of news as they are kept.',
    data: View({ items: Rows(View({ id: Whole, at: Time, headline: AnyText })) }),
  },
  mail: { says: 'A new mail to this account.', data: MailView },
  notification: { says: 'A message of the broker.', data: NotificationView },
  symbol: { says: 'The settings of a symbol, on the group’s terms.', data: TraderSymbolView },
  config_changed: {
    says: 'Settings have changed: read them again. id 0 is all of the kind; version 0 says that it is gone.',
    data: SettingChangedView,
  },
  session_closed: {
    says: 'The session is over; the socket closes with 4001.',
    data: ClosedSessionView,
  },
} as const satisfies LiveEvents
