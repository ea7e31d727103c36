import { AnyText, Choice, Flag, IdText, Nullable, Params, Rows, View } from '../scalars.js'
import { Type } from '../type.js'
import { ClosedPositionView, DealView, OpenPositionView, OrderView } from './trades.js'

/** One trade with all that belongs to it, as a complaint about it is answered by (docs/choices/histories.md). */
export const ONE_TRADE_KINDS = ['orders', 'deals', 'positions'] as const
export type OneTradeKind = (typeof ONE_TRADE_KINDS)[number]

export const OneTradeParams = Params({ kind: Choice(ONE_TRADE_KINDS), id: IdText })

const Whole = Type.Integer()

/** An order of the trade, and the gateway by which it was at a provider. */
export const TradeOrderView = View({
  ...OrderView.properties,
  gateway_id: Nullable(Whole),
  gateway: Nullable(AnyText),
})

/** A deal of the trade, and the market of its moment as the account's group had it. */
export const TradeDealView = View({
  ...DealView.properties,
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  execution_id: Nullable(AnyText),
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
