import { QUOTES_PER_SEC_MAX, SUBSCRIPTIONS_MAX } from '../../../engine/limits/sockets.js'
import { CandlesArgs, DepthArgs } from '../../trade/socket-question.js'
import { CheckBody } from '../../trade/trade-question.js'
import { ClientOrderId, TradeBody } from '../../trade/trade-request.js'
import {
  AnyText,
  Body,
  Flag,
  Int,
  List,
  NoArgs,
  Nothing,
  Nullable,
  Optional,
  Rows,
  Seq,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { AccountTermsView, MoneyView } from '../accounts/account.js'
import { MailView } from '../people/mail.js'
import { NotificationView } from '../people/notification.js'
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
} from '../records/event-views.js'
import { CandlesView } from '../trading/candle.js'
import { TraderSymbolView } from '../trading/trader-symbol.js'
import {
  OpenOrderRowsView,
  OutcomeView,
  PositionRowsView,
  TradeAnswerView,
  TradeCheckView,
} from '../trading/trades.js'
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
    says: 'Signs the socket in. On an open socket, continues with a new token of the same account.',
    args: AuthArgs,
    example: { access_token: 'ACCESS_TOKEN' },
    data: Nothing,
  },
  ping: { says: 'Answers the time of the server’s clock.', args: NoArgs, data: ServerTimeView },
  logout: { says: 'Closes the session and the socket.', args: NoArgs, data: Nothing },
  snapshot: {
    says:
      'Answers the account with its open positions and orders, and the `seq` of this state. ' +
      'Later events follow.',
    args: NoArgs,
    data: SnapshotView,
  },
  resume: {
    says:
      'Sends the events after `seq`, then new ones, without a gap. `resume_gone`: these events ' +
      'are too old. `invalid_input`: `seq` is higher than that of the account. After both, ask ' +
      'for a snapshot.',
    args: Body({ seq: Seq }),
    example: { seq: '120' },
    data: View({ from: Seq, to: Seq }),
  },
  symbols: {
    says: 'Lists the symbols of the account’s group with the settings of that group.',
    args: NoArgs,
    data: Rows(TraderSymbolView),
  },
  subscribe: {
    says:
      'Subscribes to quotes of symbols, beginning with the newest of each. `valuation` adds live ' +
      'figures of positions, `news` adds headlines.',
    args: Body({
      symbols,
      max_per_sec: Optional(Int(1, QUOTES_PER_SEC_MAX)),
      valuation: Optional(Flag),
      news: Optional(Flag),
    }),
    example: { symbols: ['EURUSD', 'USDJPY'], valuation: true },
    data: Nothing,
  },
  unsubscribe: {
    says: 'Ends subscriptions to the given symbols, to `valuation` or to `news`. Others stay.',
    args: Body({ symbols, valuation: Optional(Flag), news: Optional(Flag) }),
    example: { symbols: ['USDJPY'] },
    data: Nothing,
  },
  depth: {
    says:
      'Answers the best prices of a symbol with their volumes. With `subscribe`, also sends them ' +
      'when they change.',
    args: DepthArgs,
    example: { symbol: 'EURUSD', subscribe: true },
    data: DepthView,
  },
  candles: {
    says: 'Lists candles of a symbol, oldest first.',
    args: CandlesArgs,
    example: { symbol: 'EURUSD', timeframe: 'M1', limit: 100 },
    data: CandlesView,
  },
  trade: {
    says:
      'Sends a trade request. The server answers after the result is on disk. A repeat with the ' +
      'same `client_order_id` gets the first answer.',
    args: TradeBody,
    example: {
      kind: 'open',
      symbol: 'EURUSD',
      side: 'buy',
      volume: '0.10',
      client_order_id: 'a-1',
    },
    data: TradeAnswerView,
  },
  check: {
    says: 'Calculates the margin and other figures of a trade request. Changes nothing.',
    args: CheckBody,
    example: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' },
    data: TradeCheckView,
  },
  outcome: {
    says: 'Reads the outcome of the trade request with this `client_order_id`. Places no order.',
    args: Body({ client_order_id: ClientOrderId }),
    example: { client_order_id: 'a-1' },
    data: OutcomeView,
  },
} as const satisfies LiveOps

export const TRADER_EVENTS = {
  quote: {
    says: 'A new quote. A slow client gets only the newest quote of a symbol.',
    data: QuoteView,
  },
  depth: { says: 'New best prices of a symbol.', data: DepthView },
  money: {
    says: 'The money of the account. A slow client gets only the newest state.',
    data: MoneyView,
  },
  order: {
    says: 'The current state of an order. If `done_at` is set, the order has ended.',
    data: OrderToldView,
    isCounted: true,
  },
  position: {
    says: 'The current state of a position. If `volume` is "0", it is closed.',
    data: PositionToldView,
    isCounted: true,
  },
  deal: { says: 'A deal, or a balance operation.', data: DealToldView, isCounted: true },
  correction: {
    says: 'A position after a correction or repair by staff.',
    data: PositionToldView,
    isCounted: true,
  },
  restored_deal: {
    says: 'A deal that a repair restored. Its money is part of the event `restatement`.',
    data: DealToldView,
    isCounted: true,
  },
  restatement: {
    says: 'The money of the account after a repair. It replaces the sum of all earlier events.',
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
      'A trade request waits for a dealer, a provider or a delay, at most until this time. The ' +
      'event is sent again when the time changes. The request cannot be cancelled; its answer ' +
      'follows the decision.',
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
    says:
      'The number of positions charged with the swap of the night so far. The event `daily` ' +
      'follows.',
    data: View({ login: Whole, date: AnyText, positions: Whole, at: Time }),
    isCounted: true,
  },
  daily: {
    says: 'The account at the end of a trading day.',
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
  symbol: { says: 'The settings of a symbol for the account’s group.', data: TraderSymbolView },
  config_changed: {
    says:
      'Settings have changed: read them again. `id` 0 means all of the kind, `version` 0 means ' +
      'deleted.',
    data: SettingChangedView,
  },
  session_closed: {
    says: 'The session has ended; the socket closes with 4001.',
    data: ClosedSessionView,
  },
} as const satisfies LiveEvents
