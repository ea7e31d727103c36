import type { NewsMode } from '../../names/news.js'
import type { SymbolTerms } from './symbol.js'

/** The cost of trading the symbols of a mask for the accounts of a group. */
export interface GroupCommission {
  readonly mask: string
  readonly mode: 'per_lot' | 'percent' | 'points'
  readonly charge: 'per_side' | 'per_deal' | 'daily'
  /** The tiers by rising volume. The last tier is open-ended. */
  readonly tiers: readonly CommissionTier[]
}

export interface CommissionTier {
  readonly from: string
  /** The end of the tier; "0" if it is open-ended. */
  readonly to: string
  readonly value: string
  readonly min: string
  /** The maximum charge. "0" means that there is no maximum. */
  readonly max: string
}

/**
 * A row of a group: symbols with other terms for this group. The first row that matches a symbol
 * overrides the fields that it has; the others stay the symbol's own.
 */
export interface GroupSymbolRow extends Partial<SymbolTerms> {
  readonly mask: string
  /** Points that are added to the symbol's spread for the accounts of the group. */
  readonly spread_diff_pts?: number
}

/** The spread difference of a row without one. */
export const SPREAD_DIFF_PTS_DEFAULT = 0

/** A group as it is stored and as staff see it. */
export interface GroupRecord {
  readonly id: number
  readonly path: string
  readonly currency: string
  readonly currency_digits: number
  readonly company: string
  readonly enabled: boolean
  readonly margin_mode: 'hedging' | 'netting'
  readonly margin_call_level: string
  readonly stop_out_level: string
  readonly stop_out_mode: 'percent' | 'money'
  readonly free_margin_mode: 'use_all' | 'use_profit' | 'use_loss' | 'balance_only'
  readonly negative_balance_protection: boolean
  readonly use_credit: boolean
  readonly leverage: number
  readonly leverage_profile_id: number | null
  /** The limits for accounts without other limits; 0 for no limit. */
  readonly limit_orders: number
  readonly limit_positions: number
  readonly password_min_length: number
  readonly otp_required: boolean
  readonly password_change_at_first: boolean
  readonly mail_enabled: boolean
  readonly news_mode: NewsMode
  readonly trade_enabled: boolean
  readonly swaps_enabled: boolean
  readonly daily_reports: boolean
  readonly symbols: readonly GroupSymbolRow[]
  readonly commissions: readonly GroupCommission[]
  readonly deposit_url: string
  readonly withdraw_url: string
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
