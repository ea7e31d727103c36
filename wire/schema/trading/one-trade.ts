import {
  AnyText,
  Choice,
  Flag,
  IdText,
  Nullable,
  Params,
  Rows,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { ClosedPositionView, DealView, OpenPositionView, OrderView } from './trades.js'

/**
 * A single trade with everything that belongs to it, for answering complaints
 * (docs/decisions/histories.md).
 */
export const ONE_TRADE_KINDS = ['orders', 'deals', 'positions'] as const
export type OneTradeKind = (typeof ONE_TRADE_KINDS)[number]

export const OneTradeParams = Params({ kind: Choice(ONE_TRADE_KINDS), id: IdText })

const Whole = Type.Integer()

/** When the event was decided, written to disk and sent, to the microsecond. */
const TURN_TIMES = {
  decided_at: Nullable(Time),
  durable_at: Nullable(Time),
  told_at: Nullable(Time),
}

/** An order of the trade, its gateway, and how it was executed. */
export const TradeOrderView = View({
  ...OrderView.properties,
  gateway_id: Nullable(Whole),
  gateway: Nullable(AnyText),
  rule_id: Nullable(Whole),
  rule: Nullable(AnyText),
  price_asked: Nullable(AnyText),
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  received_at: Nullable(Time),
  ...TURN_TIMES,
  sent_at: Nullable(Time),
  acknowledged_at: Nullable(Time),
  provider_filled_at: Nullable(Time),
})

/** A deal of the trade, and the market at that time with the group's markup. */
export const TradeDealView = View({
  ...DealView.properties,
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  execution_id: Nullable(AnyText),
  ...TURN_TIMES,
  slippage_pts: Nullable(Whole),
  slippage: Nullable(AnyText),
  slippage_currency: Nullable(AnyText),
})

export const OneTradeView = View({
  kind: Choice(ONE_TRADE_KINDS),
  id: Whole,
  login: Whole,
  group: AnyText,
  symbol: Nullable(AnyText),
  symbol_id: Nullable(Whole),
  digits: Nullable(Whole),
  position_id: Nullable(Whole),
  position: Nullable(OpenPositionView),
  closed: Nullable(ClosedPositionView),
  orders: Rows(TradeOrderView),
  deals: Rows(TradeDealView),
  is_complete: Flag,
})
