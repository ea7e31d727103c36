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
    says: 'Signs the socket in, or continues with a new token of the same account.',
    args: AuthArgs,
    data: Nothing,
  },
  ping: { says: 'The time on the server’s clock.', args: NoArgs, data: ServerTimeView },
  logout: { says: 'Closes the session and the socket.', args: NoArgs, data: Nothing },
  snapshot: {
    says: 'Reads the account with its open positions and orders, and the seq of this state. Later events follow.',
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
    says: 'Lists the symbols of the account’s group with the settings of that group.',
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
    says: 'Ends subscriptions.',
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
    says: 'A trade request, answered once its result is on disk. A repeat with the same client_order_id gets the first answer.',
    args: TradeBody,
    data: TradeAnswerView,
  },
  check: {
    says: 'Calculates the margin and figures of a trade request. Changes nothing.',
    args: CheckBody,
    data: TradeCheckView,
  },
  outcome: {
    says: 'Reads the outcome of a trade request. It never places an order.',
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
    says: 'The current state of an order. An order with done_at has ended.',
    data: OrderToldView,
    isCounted: true,
  },
  position: {
    says: 'The current state of a position. With volume "0" it is closed.',
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
    says: 'The account’s money after a repair; it replaces the sum of all events before.',
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
    says: 'The account has reached or left its margin call level.',
    data: StandingView,
    isCounted: true,
  },
  stop_out: {
    says: 'The account has reached or left its stop out level.',
    data: StandingView,
    isCounted: true,
  },
  night: {
    says: 'The number of positions that were charged the swap of the night so far; the daily event follows.',
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
    says: 'Headlines of new items of news.',
    data: View({ items: Rows(View({ id: Whole, at: Time, headline: AnyText })) }),
  },
  mail: { says: 'A new mail to this account.', data: MailView },
  notification: { says: 'A message of the broker.', data: NotificationView },
  symbol: { says: 'The settings of a symbol, on the group’s terms.', data: TraderSymbolView },
  config_changed: {
    says: 'Settings have changed: read them again. id 0 means all of the kind; version 0 means deleted.',
    data: SettingChangedView,
  },
  session_closed: {
    says: 'The session has ended; the socket closes with 4001.',
    data: ClosedSessionView,
  },
} as const satisfies LiveEvents
