import { formWords } from '../text/desk/form-words.js'
import type { FormField, Scope } from './control.js'

/**
 * The layout of forms, which the API does not describe: sections, fields that depend on other
 * fields, and meanings of zero.
 *
 * - A kind without a plan shows its fields in their order.
 * P2. A field that another one hides is still shown while it has a value.
 */
type SectionName = keyof (typeof formWords.value)['sections']
type Section = readonly [name: SectionName, fields: readonly string[]]

const PLANS: Readonly<Record<string, readonly Section[]>> = {
  groups: [
    ['general', ['path', 'enabled', 'company', 'currency', 'currency_digits', 'trade_enabled']],
    [
      'margin',
      [
        'leverage',
        'leverage_profile_id',
        'margin_mode',
        'stop_out_mode',
        'margin_call_level',
        'stop_out_level',
        'free_margin_mode',
        'use_credit',
        'negative_balance_protection',
      ],
    ],
    ['terms', ['symbols']],
    ['commissions', ['commissions', 'swaps_enabled']],
    ['limits', ['limit_orders', 'limit_positions']],
    ['signIn', ['password_min_length', 'password_change_at_first', 'otp_required']],
    ['messages', ['mail_enabled', 'news_mode', 'daily_reports']],
    ['pages', ['deposit_url', 'withdraw_url']],
  ],
  symbols: [
    [
      'general',
      [
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
      ],
    ],
    [
      'trading',
      [
        'trade_access',
        'execution',
        'stops_level_pts',
        'freeze_level_pts',
        'volume_min',
        'volume_max',
        'volume_step',
        'volume_limit',
        'filling',
        'expiration',
        'order_kinds',
        'offer_move_pts',
      ],
    ],
    [
      'quotes',
      [
        'spread_pts',
        'spread_balance_pts',
        'quote_source',
        'quote_markup_bid_pts',
        'quote_markup_ask_pts',
        'filter_max_jump_pts',
        'quote_max_age_sec',
      ],
    ],
    ['sessions', ['sessions']],
    ['margin', ['margin_initial', 'margin_maintenance', 'margin_hedged', 'margin_rates']],
    ['swaps', ['swap_mode', 'swap_long', 'swap_short', 'swap_days', 'swap_year_days']],
  ],
  datafeeds: [
    ['general', ['name', 'enabled', 'module', 'priority', 'quotes_enabled', 'news_enabled']],
    ['connection', ['server', 'login', 'password', 'params']],
    ['second', ['gateway_server', 'gateway_login', 'gateway_password']],
    [
      'retries',
      ['reconnect_sec', 'timeout_sec', 'idle_timeout_sec', 'failures_before_rest', 'rest_sec'],
    ],
    ['symbols', ['symbols', 'translates', 'import_symbol_settings']],
  ],
  gateways: [
    ['general', ['name', 'enabled', 'module', 'mode', 'priority']],
    ['connection', ['server', 'login', 'password', 'ssl', 'params']],
    ['second', ['gateway_server', 'gateway_login', 'gateway_password']],
    ['retries', ['reconnect_sec', 'timeout_sec', 'reconnect_attempts', 'series_pause_sec']],
    ['symbols', ['symbols', 'groups', 'translates', 'import_symbol_settings']],
  ],
  routing: [
    ['general', ['name', 'enabled', 'position']],
    ['applies', ['request_kinds', 'order_kinds', 'conditions']],
    ['does', ['action', 'action_value', 'dealers', 'skip_no_dealer']],
  ],
  holidays: [
    ['general', ['description', 'enabled', 'year', 'month', 'day', 'from_min', 'to_min']],
    ['symbols', ['symbols']],
  ],
  mail_servers: [
    ['general', ['name', 'enabled', 'is_default', 'sender_email', 'sender_name']],
    ['connection', ['server', 'security', 'login', 'password']],
  ],
  brands: [
    ['general', ['company', 'enabled', 'is_default', 'domains', 'default_symbols']],
    ['messages', ['address', 'phone', 'support_email', 'website', 'eula_url', 'links']],
    ['pages', ['program_name', 'server_name', 'short_name']],
    ['look', ['color_primary', 'color_secondary', 'color_accent']],
  ],
  settings: [
    ['signUp', ['demo', 'real', 'demo_group', 'real_group', 'confirm_demo', 'confirm_real']],
    ['limits', ['demo_deposit', 'demo_sign_ups_max', 'demo_sign_ups_hour_max', 'blocked_signups']],
    ['dealing', ['dealing_deviation_pct', 'offer_sec']],
    ['clock', ['utc_offset_min', 'daylight_saving']],
    ['pages', ['terminal_url', 'links_skip_codes', 'allowed_origins', 'default_watchlist']],
    ['programs', ['events_days']],
  ],
}

/** Fields that are shown only for certain values of another field (P2). */
const ONLY: Readonly<Record<string, readonly [field: string, values: readonly string[]]>> = {
  'routing.dealers': ['action', ['dealer', 'gateway']],
  'routing.action_value': ['action', ['reject', 'delay']],
  'routing.skip_no_dealer': ['action', ['dealer', 'online_dealers']],
}

type ZeroName = keyof (typeof formWords.value)['zero']

/** The meaning of zero in fields where it is not a number. */
const ZERO: Readonly<Record<string, ZeroName>> = {
  'holidays.year': 'everyYear',
  'symbols.volume_limit': 'noLimit',
  'symbols.filter_max_jump_pts': 'noLimit',
  'symbols.quote_max_age_sec': 'noLimit',
  'symbols.spread_pts': 'floating',
  'symbols.offer_move_pts': 'twiceTheSpread',
  'groups.symbols[].volume_limit': 'noLimit',
  'groups.limit_orders': 'noLimit',
  'groups.limit_positions': 'noLimit',
  'groups.commissions[].tiers[].to': 'noEnd',
  'groups.commissions[].tiers[].max': 'noLimit',
  'routing.position': 'atEnd',
  'settings.dealing_deviation_pct': 'noLimit',
}

interface PlannedSection {
  readonly name: SectionName
  readonly fields: readonly FormField[]
}

export function sectionsOf(kind: string, fields: readonly FormField[]): PlannedSection[] {
  const plan = PLANS[kind] ?? []
  const byName = new Map(fields.map((field) => [field.name, field]))
  const planned = new Set(plan.flatMap(([, names]) => names))
  const rest = fields.filter(({ name }) => !planned.has(name))
  const sections = plan.map(([name, names]) => ({
    name,
    fields: names.flatMap((one) => byName.get(one) ?? []),
  }))
  const last: PlannedSection = { name: plan.length === 0 ? 'general' : 'more', fields: rest }
  return [...sections, last].filter((section) => section.fields.length > 0)
}

export function isShown(kind: string, { name, meta }: FormField, scope: Scope): boolean {
  const [field, values] = ONLY[`${kind}.${meta.name}`] ?? []
  if (field === undefined || values?.includes(String(scope[field])) === true) return true
  const value = scope[meta.name] ?? scope[name]
  return Array.isArray(value) ? value.length > 0 : value !== false && (value ?? '') !== ''
}

/** The meaning of zero in this field, or an empty text. */
export function zeroWords({ kind, name }: FormField['meta'], value: unknown): string {
  const zero = ZERO[`${kind}.${name}`]
  return zero !== undefined && /^0(\.0*)?$/.test(String(value)) ? formWords.value.zero[zero] : ''
}
