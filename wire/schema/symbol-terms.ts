import { Body, Choice, Decimal, DecimalUnsigned, Int, List } from './scalars.js'

/** The terms of a symbol that a group may have otherwise: the same shapes for both. */
const SWAP_MULTIPLIER_MAX = 10
const STOPS_LEVEL_MAX = 1_000_000
const DAYS = 7

const RATE_KINDS = [
  'buy',
  'sell',
  'buy_limit',
  'sell_limit',
  'buy_stop',
  'sell_stop',
  'buy_stop_limit',
  'sell_stop_limit',
] as const

export const TERMS = {
  trade_access: Choice(['disabled', 'close_only', 'long_only', 'short_only', 'full']),
  execution: Choice(['request', 'instant', 'market', 'exchange']),
  stops_level_pts: Int(0, STOPS_LEVEL_MAX),
  volume_min: DecimalUnsigned,
  volume_max: DecimalUnsigned,
  volume_step: DecimalUnsigned,
  volume_limit: DecimalUnsigned,
  margin_initial: DecimalUnsigned,
  margin_maintenance: DecimalUnsigned,
  margin_hedged: DecimalUnsigned,
  margin_rates: List(
    Body({ kind: Choice(RATE_KINDS), initial: DecimalUnsigned, maintenance: DecimalUnsigned }),
    2 * RATE_KINDS.length,
  ),
  swap_mode: Choice([
    'disabled',
    'points',
    'base_currency',
    'margin_currency',
    'deposit_currency',
    'interest_current',
    'interest_open',
  ]),
  swap_long: Decimal,
  swap_short: Decimal,
  swap_days: List(Int(0, SWAP_MULTIPLIER_MAX), DAYS, DAYS),
}
