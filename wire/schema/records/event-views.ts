import { DEAL_FIELDS, ORDER_FIELDS, POSITION_FIELDS, rowView } from '../../row/rows.js'
import {
  AnyText,
  Choice,
  Nullable,
  Optional,
  Rows,
  Time,
  type TSchema,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Schemas that several events of the WebSockets share. */

type Properties = Readonly<Record<string, TSchema>>

/** The schema of a row in events, where null fields are left out. */
function told(view: TSchema): TSchema {
  const { properties } = view as unknown as { readonly properties: Properties }
  const fields = Object.entries(properties).map(([name, schema]) => [name, withoutNull(schema)])
  return View(Object.fromEntries(fields) as Record<string, TSchema>)
}

function withoutNull(schema: TSchema): TSchema {
  const { anyOf } = schema as { readonly anyOf?: readonly TSchema[] }
  if (anyOf === undefined) return schema
  const values = anyOf.filter((one) => (one as { readonly type?: string }).type !== 'null')
  if (values.length === anyOf.length) return schema
  const [only] = values
  return Optional(values.length === 1 && only !== undefined ? only : Type.Union([...values]))
}

export const OrderToldView = told(rowView(ORDER_FIELDS, 'stored'))
export const DealToldView = told(rowView(DEAL_FIELDS, 'stored'))
export const PositionToldView = told(rowView(POSITION_FIELDS, 'stored'))

const Whole = Type.Integer()

const standing = {
  level: Nullable(AnyText),
  equity: AnyText,
  margin: AnyText,
  entered: Type.Boolean(),
  order_id: Nullable(Whole),
  position_id: Nullable(Whole),
  at: Time,
}
/** The events `margin_call` and `stop_out`. */
export const StandingView = View(standing)
/** The events `margin_call` and `stop_out` for staff, with the account's login. */
export const WatchedStandingView = View({ login: Whole, ...standing })

export const DepthLevelView = View({ price: AnyText, volume: Nullable(AnyText) })
const side = Rows(DepthLevelView)
export const DepthView = View({ symbol: AnyText, bids: side, asks: side, at: Nullable(Time) })

/**
 * Symbol, bid, ask and time. If the day's figures have changed, also open, high, low and the
 * previous close.
 */
export const QuoteView = View({
  s: AnyText,
  b: AnyText,
  a: AnyText,
  t: Time,
  o: Optional(Nullable(AnyText)),
  h: Optional(Nullable(AnyText)),
  l: Optional(Nullable(AnyText)),
  c: Optional(Nullable(AnyText)),
})

/** The causes of a wait of a trade request. */
export const WAIT_KINDS = ['dealer', 'provider', 'delay'] as const
export type WaitKind = (typeof WAIT_KINDS)[number]

export const PendingView = View({
  client_order_id: Nullable(AnyText),
  order_id: Nullable(Whole),
  kind: Choice(WAIT_KINDS),
  until: Time,
})

export const SettingChangedView = View({ kind: AnyText, id: Whole, version: Whole })
export const ClosedSessionView = View({ reason: AnyText })
export const ServerTimeView = View({ at: Time })

export const ValuedPositionView = View({
  position_id: Whole,
  swap: AnyText,
  price_current: Nullable(AnyText),
  profit: Nullable(AnyText),
  margin: Nullable(AnyText),
  point_value: Nullable(AnyText),
})

const valuation = { at: Time, part: Whole, parts: Whole, rows: Rows(ValuedPositionView) }
export const ValuationView = View(valuation)
/** The event with live figures for staff, with the account's login. */
export const WatchedValuationView = View({ login: Whole, ...valuation })
