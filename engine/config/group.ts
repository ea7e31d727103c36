import type { ConfigKind, ContentOf } from './kind.js'

/** A group as it is stored and shown. */
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
  readonly limit_orders: number
  readonly limit_positions: number
  readonly password_min_length: number
  readonly otp_required: boolean
  readonly password_change_at_first: boolean
  readonly mail_enabled: boolean
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

/** Rows that override symbol settings for a group; the first fitting row wins. */
export interface GroupSymbolRow {
  readonly mask: string
  readonly [field: string]: unknown
}

export interface GroupCommission {
  readonly mask: string
  readonly mode: 'per_lot' | 'percent' | 'points'
  readonly charge: 'per_side' | 'per_deal' | 'daily'
  readonly tiers: readonly {
    readonly from: string
    readonly to: string
    readonly value: string
    readonly min: string
    readonly max: string
  }[]
}

type GroupContent = ContentOf<GroupRecord>

const DEFAULTS: GroupContent = {
  path: '',
  currency: 'USD',
  currency_digits: 2,
  company: '',
  enabled: true,
  margin_mode: 'hedging',
  margin_call_level: '100',
  stop_out_level: '50',
  stop_out_mode: 'percent',
  free_margin_mode: 'use_all',
  negative_balance_protection: true,
  use_credit: true,
  leverage: 100,
  leverage_profile_id: null,
  limit_orders: 0,
  limit_positions: 0,
  password_min_length: 8,
  otp_required: false,
  password_change_at_first: false,
  mail_enabled: true,
  trade_enabled: true,
  swaps_enabled: true,
  daily_reports: false,
  symbols: [],
  commissions: [],
  deposit_url: '',
  withdraw_url: '',
}

export const groupKind: ConfigKind<'groups'> = {
  kind: 'groups',
  noun: 'group',
  nameOf: ({ path }) => path,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  check: () => [],
}
