import { TIMEFRAMES } from '../../../engine/calendar/timeframe.js'
import { ASKED_SYMBOL_MAX, CANDLES_MAX } from '../../trade/socket-question.js'
import {
  AnyText,
  Choice,
  Default,
  Flag,
  Int,
  Limit,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  TimeOrDay,
  View,
} from '../../types/scalars.js'

export const CANDLES_DEFAULT = 500

export const SymbolNameParams = Params({ name: Text(ASKED_SYMBOL_MAX, 1) })

export const CandlesQuery = Query({
  timeframe: Choice(TIMEFRAMES),
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  limit: Default(Limit(CANDLES_MAX), CANDLES_DEFAULT),
})

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
