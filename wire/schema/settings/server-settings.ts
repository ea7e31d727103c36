import { BLOCKED_BY } from '../../../engine/config/records/server-settings.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  Body,
  Choice,
  DecimalUnsigned,
  Flag,
  GroupPath,
  Id,
  Int,
  List,
  Nullable,
  Text,
  Time,
  Version,
  View,
} from '../scalars.js'
import { Type } from '../type.js'
import { WebLinkOrNone } from '../web-link.js'
import { ReplaceOf } from './config.js'

/** The range of the world's time zones in minutes: 12 hours behind UTC to 14 ahead. */
const OFFSET_MIN = { behind: -720, ahead: 840 }
const WATCHLIST_MAX = 100
const ORIGINS_MAX = 64
const DEMO_SIGN_UPS_MAX = 1_000_000

/** The longest that a price which the server offers may hold. */
const OFFER_SEC_MAX = 10

/** The most that `LOG_RETENTION_DAYS` may be. */
const EVENTS_DAYS_MAX = 9_999

const BLOCKED_MAX = 1_000
const BLOCKED_MASK_MAX = 128

const Origin = Type.String({
  maxLength: 255,
  pattern: '^[hH][tT][tT][pP][sS]?://[A-Za-z0-9.\\-\\[\\]:]{1,240}$',
  examples: ['https://trade.example'],
  'x-says': say('field.origin'),
})

const NoGroup = Type.Union([GroupPath, Type.Literal('')])

/** The mask is null if the reader lacks the right to see e-mails or phones. */
export const BlockedSignUp = Body({
  by: Choice(BLOCKED_BY),
  mask: Nullable(Text(BLOCKED_MASK_MAX, 1)),
})

const FIELDS = {
  demo_group: NoGroup,
  real_group: NoGroup,
  confirm_demo: Flag,
  confirm_real: Flag,
  demo: Flag,
  real: Flag,
  demo_deposit: DecimalUnsigned,
  demo_sign_ups_max: Int(0, DEMO_SIGN_UPS_MAX),
  demo_sign_ups_hour_max: Int(0, DEMO_SIGN_UPS_MAX),
  dealing_deviation_pct: DecimalUnsigned,
  blocked_signups: List(BlockedSignUp, BLOCKED_MAX),
  default_watchlist: List(Text(64, 1), WATCHLIST_MAX),
  utc_offset_min: Int(OFFSET_MIN.behind, OFFSET_MIN.ahead),
  daylight_saving: Choice(['none', 'eu', 'us']),
  allowed_origins: List(Origin, ORIGINS_MAX),
  terminal_url: WebLinkOrNone,
  offer_sec: Int(1, OFFER_SEC_MAX),
  events_days: Nullable(Int(1, EVENTS_DAYS_MAX)),
  links_skip_codes: Flag,
}

/** Replaces the whole: what is left out goes back to its default. */
export const PutServerSettingsBody = ReplaceOf(FIELDS, [])
export const ServerSettingsView = View({
  id: Id,
  ...FIELDS,
  created_at: Time,
  updated_at: Time,
  version: Version,
})
