import type { NumbersOf } from '../../../engine/code.js'
import { AnyText, Nullable, Time, type TSchema, View } from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Data of refused trade requests: exact decimals as text, null if there is none. */
export const RefusedMoneyView = View({ needed: AnyText, free: AnyText, currency: AnyText })
export const RefusedVolumeView = View({
  min: AnyText,
  max: AnyText,
  step: AnyText,
  nearest: Nullable(AnyText),
})
export const RefusedPriceView = View({
  field: AnyText,
  distance_pts: Nullable(Type.Integer()),
  nearest: Nullable(AnyText),
})
export const RefusedLimitView = View({ limit: Type.Integer() })
export const MarketClosedView = View({ opens_at: Nullable(Time) })
export const RefusedPaceView = View({ retry_after_ms: Nullable(Type.Integer()) })
export const RefusedChangeView = View({
  field: AnyText,
  now: Nullable(Type.Union([AnyText, Type.Integer()])),
})

export const RefusedResumeView = View({ oldest: AnyText })

/** The numbers of each refusal. `nearest` is the nearest allowed value. */
export const REFUSAL_NUMBERS = {
  'trade.no_money': RefusedMoneyView,
  'trade.invalid_volume': RefusedVolumeView,
  'trade.limit_volume': RefusedVolumeView,
  'trade.invalid_stops': RefusedPriceView,
  'trade.invalid_price': RefusedPriceView,
  'trade.frozen': RefusedPriceView,
  'trade.limit_orders': RefusedLimitView,
  'trade.limit_positions': RefusedLimitView,
  'trade.market_closed': MarketClosedView,
  'trade.too_many_requests': RefusedPaceView,
  conflict: RefusedChangeView,
  resume_gone: RefusedResumeView,
} as const satisfies { readonly [Name in keyof NumbersOf]: TSchema }
