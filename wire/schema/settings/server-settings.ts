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
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { WebLinkOrNone } from '../../types/web-link.js'
import { ReplaceOf } from './config.js'

/** The range of time zones in minutes: from UTC-12 to UTC+14. */
const OFFSET_MIN = { behind: -720, ahead: 840 }
const WATCHLIST_MAX = 100
const ORIGINS_MAX = 64
const DEMO_SIGN_UPS_MAX = 1_000_000

/** The longest time in seconds that a requote of the server may be valid. */
const OFFER_SEC_MAX = 10

/** The largest value that `LOG_RETENTION_DAYS` allows. */
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

/** The mask is null if the reader may not see e-mail addresses or phone numbers. */
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

/** Replaces all settings: omitted fields are reset to their defaults. */
export const PutServerSettingsBody = ReplaceOf(FIELDS, [])
export const ServerSettingsView = View({
  id: Id,
  ...FIELDS,
  created_at: Time,
  updated_at: Time,
  version: Version,
})
