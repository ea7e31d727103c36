import Type from 'typebox'
import { Choice, Int, List } from './scalars.js'

/** The terms of a symbol that a group may have otherwise: the same shapes for both. */
const SWAP_MULTIPLIER_MAX = 10
const STOPS_LEVEL_MAX = 100_000
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

/** What a decimal setting holds exactly. */
export const Setting = Type.String({
  pattern: '^(0|[1-9]\\d{0,11})(\\.\\d{1,8})?$',
  examples: ['0.01'],
  'x-says': 'must be a decimal as text that is not negative, with at most 8 decimals, like "0.01"',
})

export const SignedSetting = Type.String({
  pattern: '^-?(0|[1-9]\\d{0,11})(\\.\\d{1,8})?$',
  examples: ['-2.5'],
  'x-says': 'must be a decimal as text with at most 8 decimals, like "-2.5"',
})

export const MarginRate = Type.Object(
  { kind: Choice(RATE_KINDS), initial: Setting, maintenance: Setting },
  { additionalProperties: false },
)

export const TERMS = {
  trade_access: Choice(['disabled', 'close_only', 'long_only', 'short_only', 'full']),
  execution: Choice(['request', 'instant', 'market', 'exchange']),
  stops_level_pts: Int(0, STOPS_LEVEL_MAX),
  volume_min: Setting,
  volume_max: Setting,
  volume_step: Setting,
  volume_limit: Setting,
  margin_initial: Setting,
  margin_maintenance: Setting,
  margin_hedged: Setting,
  margin_rates: List(MarginRate, RATE_KINDS.length),
  swap_mode: Choice([
    'disabled',
    'points',
    'base_currency',
    'margin_currency',
    'deposit_currency',
    'interest_current',
    'interest_open',
  ]),
  swap_long: SignedSetting,
  swap_short: SignedSetting,
  swap_days: List(Int(0, SWAP_MULTIPLIER_MAX), DAYS, DAYS),
}
