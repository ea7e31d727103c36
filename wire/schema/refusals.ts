import type { NumbersOf } from '../../engine/code.js'
import { AnyText, Nullable, Time, type TSchema, View } from './scalars.js'
import { Type } from './type.js'

/** Refusals of trade requests carry numbers as their data: exact decimals as text, null where there is none. */
const Money = View({ needed: AnyText, free: AnyText, currency: AnyText })
const Volume = View({ min: AnyText, max: AnyText, step: AnyText, nearest: Nullable(AnyText) })
const Price = View({
  field: AnyText,
  distance_pts: Nullable(Type.Integer()),
  nearest: Nullable(AnyText),
})
const Limit = View({ limit: Type.Integer() })

/** `nearest` is what the request could say instead. */
export const REFUSAL_NUMBERS = {
  'trade.no_money': Money,
  'trade.invalid_volume': Volume,
  'trade.limit_volume': Volume,
  'trade.invalid_stops': Price,
  'trade.invalid_price': Price,
  'trade.frozen': Price,
  'trade.limit_orders': Limit,
  'trade.limit_positions': Limit,
  'trade.market_closed': View({ opens_at: Nullable(Time) }),
  'trade.too_many_requests': View({ retry_after_ms: Nullable(Type.Integer()) }),
  conflict: View({ field: AnyText, now: Nullable(Type.Union([AnyText, Type.Integer()])) }),
} as const satisfies { readonly [Name in keyof NumbersOf]: TSchema }
