/**
 * The value that a mask of blocked sign-ups is compared with: `ip` is the client's network address.
 */
export const BLOCKED_BY = ['email', 'ip', 'phone'] as const

/** A mask of people who may not sign up. */
export interface BlockedSignUp {
  readonly by: (typeof BLOCKED_BY)[number]
  readonly mask: string
}

/** Seconds for which a price that the server offers holds, unless the settings say otherwise. */
export const OFFER_SEC = 3

/** The one record of settings that concern the server as a whole. */
export interface ServerSettingsRecord {
  readonly id: number
  /** The groups into which sign-up puts demo and real accounts; empty is nowhere. */
  readonly demo_group: string
  readonly real_group: string
  /** True when an e-mailed code is needed to sign up. */
  readonly confirm_demo: boolean
  readonly confirm_real: boolean
  /** True when sign-up is open. */
  readonly demo: boolean
  readonly real: boolean
  readonly demo_deposit: string
  /** Demo accounts that people may have opened by themselves, in all and within an hour; 0 is no bound. */
  readonly demo_sign_ups_max: number
  readonly demo_sign_ups_hour_max: number
  /**
   * How far from the market, in percent of it, a dealer's price may be without a reason; 0 is no bound.
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
  /** Seconds for which a price that the server offers holds. */
  readonly offer_sec: number
  /** Days for which the event stream shows events; null is as long as the trade logs keep records. */
  readonly events_days: number | null
  /** True when a sign-in by a link needs no one-time code. */
  readonly links_skip_codes: boolean
  readonly created_at: string
  readonly updated_at: string
  readonly version: number
}
