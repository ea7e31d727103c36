import { AnyText, Int, Nullable, Rows, Time, View } from '../../types/scalars.js'
import { TERMS } from '../settings/symbol-terms.js'

/** A symbol with the terms of the account's group (`wire/answer/public-symbol.ts`). */
export const TraderSymbolView = View({
  name: AnyText,
  id: Int(1),
  path: AnyText,
  description: AnyText,
  digits: Int(0, 10),
  base_currency: AnyText,
  profit_currency: AnyText,
  margin_currency: AnyText,
  contract_size: AnyText,
  calc_mode: AnyText,
  tick_size: AnyText,
  tick_value: AnyText,
  spread_pts: Int(0),
  freeze_level_pts: Int(0),
  filling: Rows(AnyText),
  expiration: Rows(AnyText),
  order_kinds: Rows(AnyText),
  ...TERMS,
  sessions: Rows(View({ day: Int(1, 7), kind: AnyText, from_min: Int(0), to_min: Int(0) })),
  quote_max_age_sec: Int(0),
  trading_opens_at: Nullable(Time),
  trading_closes_at: Nullable(Time),
  position: Int(0),
  version: Int(1),
})
