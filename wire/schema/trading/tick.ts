import {
  AnyText,
  Default,
  GroupPath,
  Int,
  Limit,
  Nullable,
  Optional,
  Query,
  Rows,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'

/** Ticks of a symbol, for answering complaints about a price. */
export const TICKS_MAX = 10_000
export const TICKS_DEFAULT = 1_000

export const TicksQuery = Query({
  from: TimeOrDay,
  to: Optional(TimeOrDay),
  group: Optional(GroupPath),
  limit: Default(Limit(TICKS_MAX), TICKS_DEFAULT),
})

export const TickView = View({ at: Time, bid: AnyText, ask: AnyText })

export const TicksView = View({
  symbol: AnyText,
  digits: Int(0, 10),
  group: Nullable(AnyText),
  items: Rows(TickView),
  next: Nullable(Time),
})
