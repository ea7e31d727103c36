/**
 * The property of an applicant that a mask is compared with. `ip` is the client's network address.
 */
export const BLOCKED_BY = ['email', 'ip', 'phone'] as const

/** A mask that blocks applicants from signing up. */
export interface BlockedSignUp {
  readonly by: (typeof BLOCKED_BY)[number]
  readonly mask: string
}

/** How many seconds an offer of the server is valid by default. */
export const OFFER_SEC = 3

/** The one record of settings for the server as a whole. */
export interface ServerSettingsRecord {
  readonly id: number
  /**
   * The groups into which sign-up puts demo and real accounts; empty if sign-up has no such group.
   */
  readonly demo_group: string
  readonly real_group: string
  /** True if sign-up requires a code that the server e-mails. */
  readonly confirm_demo: boolean
  readonly confirm_real: boolean
  /** True if people may sign up for such an account. */
  readonly demo: boolean
  readonly real: boolean
  readonly demo_deposit: string
  /**
   * The maximum number of demo accounts that people opened themselves, in total and per hour; 0 for
   * no limit.
   */
  readonly demo_sign_ups_max: number
  readonly demo_sign_ups_hour_max: number
  /**
   * How far a dealer's price may be from the market without a reason, in percent of the market; 0
   * for no limit.
   */
  readonly dealing_deviation_pct: string
  /** The applicants who may not sign up. */
  readonly blocked_signups: readonly BlockedSignUp[]
  readonly default_watchlist: readonly string[]
  readonly utc_offset_min: number
  readonly daylight_saving: 'none' | 'eu' | 'us'
  readonly allowed_origins: readonly string[]
  /**
   * The terminal's address in e-mails and sign-in links of companies without a brand domain; empty
   * for none.
   */
  readonly terminal_url: string
  /** How many seconds an offer of the server is valid. */
  readonly offer_sec: number
  /**
   * The number of days for which the event stream keeps events; null if it keeps them as long as
   * the trade logs keep records.
   */
  readonly events_days: number | null
  /** True if a sign-in by link requires no one-time code. */
  readonly links_skip_codes: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
