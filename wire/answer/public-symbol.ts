import type { SymbolSpec } from '../../engine/book/compiled.js'
import type { TradingTimes } from '../../engine/book/trading-times.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { timeOrNull } from '../format/time-text.js'

/** The symbol settings that traders see. Price sources and markups are internal. */
const FIELDS = [
  'id',
  'path',
  'description',
  'digits',
  'base_currency',
  'profit_currency',
  'margin_currency',
  'contract_size',
  'calc_mode',
  'tick_size',
  'tick_value',
  'volume_min',
  'volume_max',
  'volume_step',
  'volume_limit',
  'spread_pts',
  'stops_level_pts',
  'freeze_level_pts',
  'execution',
  'filling',
  'expiration',
  'order_kinds',
  'trade_access',
  'margin_initial',
  'margin_maintenance',
  'margin_hedged',
  'margin_rates',
  'swap_mode',
  'swap_long',
  'swap_short',
  'swap_days',
  'swap_year_days',
  'sessions',
  'quote_max_age_sec',
  'position',
  'version',
] as const satisfies readonly (keyof SymbolRecord)[]

export type PublicSymbol = Pick<SymbolRecord, (typeof FIELDS)[number]> & {
  readonly name: string
  readonly trading_opens_at: string | null
  readonly trading_closes_at: string | null
}

export function publicSymbol(
  { name, record, spreadDiff }: SymbolSpec,
  { opensAt, closesAt }: Omit<TradingTimes, 'until'>,
): PublicSymbol {
  const fields = FIELDS.map((field) => [field, record[field]] as const)
  const { spread_pts: own } = record
  // A floating spread is 0, and the group's markup does not change that.
  const spread_pts = own === 0 ? 0 : Math.max(0, own + spreadDiff)
  const times = { trading_opens_at: timeOrNull(opensAt), trading_closes_at: timeOrNull(closesAt) }
  return { name, ...Object.fromEntries(fields), spread_pts, ...times } as unknown as PublicSymbol
}
