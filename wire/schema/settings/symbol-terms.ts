import {
  EXECUTIONS,
  MARGIN_RATE_KINDS,
  SWAP_MODES,
  TRADE_ACCESSES,
} from '../../../engine/config/kinds/symbol-choices.js'
import { Body, Choice, Decimal, DecimalUnsigned, Int, List } from '../../types/scalars.js'

/** Terms of a symbol that a group may override; both use the same schemas. */
const SWAP_MULTIPLIER_MAX = 10
const STOPS_LEVEL_MAX = 1_000_000
const DAYS = 7
const YEAR_DAYS_MAX = 366

export const MarginRate = Body({
  kind: Choice(MARGIN_RATE_KINDS),
  initial: DecimalUnsigned,
  maintenance: DecimalUnsigned,
})

export const TERMS = {
  trade_access: Choice(TRADE_ACCESSES),
  execution: Choice(EXECUTIONS),
  stops_level_pts: Int(0, STOPS_LEVEL_MAX),
  volume_min: DecimalUnsigned,
  volume_max: DecimalUnsigned,
  volume_step: DecimalUnsigned,
  volume_limit: DecimalUnsigned,
  margin_initial: DecimalUnsigned,
  margin_maintenance: DecimalUnsigned,
  margin_hedged: DecimalUnsigned,
  margin_rates: List(MarginRate, 2 * MARGIN_RATE_KINDS.length),
  swap_mode: Choice(SWAP_MODES),
  swap_long: Decimal,
  swap_short: Decimal,
  swap_days: List(Int(0, SWAP_MULTIPLIER_MAX), DAYS, DAYS),
  swap_year_days: Int(1, YEAR_DAYS_MAX),
}
