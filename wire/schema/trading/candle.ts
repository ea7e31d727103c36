import { TIMEFRAMES } from '../../../engine/calendar/timeframe.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  Int,
  Limit,
  Optional,
  Params,
  Query,
  Rows,
  type Static,
  Text,
  TimeOrDay,
  View,
} from '../scalars.js'

export const CANDLES_MAX = 5_000
export const CANDLES_DEFAULT = 500
const NAME_MAX = 128

export const SymbolNameParams = Params({ name: Text(NAME_MAX, 1) })

export const CandlesQuery = Query({
  timeframe: Choice(TIMEFRAMES),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  limit: Default(Limit(CANDLES_MAX), CANDLES_DEFAULT),
})

/** The same query as arguments of the WebSocket operation. */
export const CandlesArgs = Body({
  symbol: Text(NAME_MAX, 1),
  timeframe: Choice(TIMEFRAMES),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  limit: Optional(Int(1, CANDLES_MAX)),
})
export type CandlesArgs = Static<typeof CandlesArgs>

/** Requests the market depth and, with `subscribe`, subscribes or unsubscribes. */
export const DepthArgs = Body({ symbol: Text(NAME_MAX, 1), subscribe: Optional(Flag) })
export type DepthArgs = Static<typeof DepthArgs>

export const NoArgs = Body({})

const CandleView = View({
  at: AnyText,
  open: AnyText,
  high: AnyText,
  low: AnyText,
  close: AnyText,
  ask_high: AnyText,
  ask_low: AnyText,
  ticks: Int(1),
  complete: Flag,
})

export const CandlesView = View({
  symbol: AnyText,
  timeframe: Choice(TIMEFRAMES),
  digits: Int(0, 10),
  items: Rows(CandleView),
})
