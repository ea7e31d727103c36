import {
  Body,
  Choice,
  DecimalUnsigned,
  Flag,
  GroupPath,
  Id,
  Ignored,
  Int,
  List,
  Optional,
  Text,
  Time,
  Version,
  View,
} from '../scalars.js'
import { Type } from '../type.js'

/** As zones of the world have it: 12 hours behind UTC to 14 ahead. */
const OFFSET_MIN = { behind: -720, ahead: 840 }
const WATCHLIST_MAX = 100
const ORIGINS_MAX = 64

const Origin = Type.String({
  maxLength: 255,
  pattern: '^[hH][tT][tT][pP][sS]?://[A-Za-z0-9.\\-\\[\\]:]{1,240}$',
  examples: ['https://trade.example'],
  'x-says': 'must be an origin like "https://trade.example", without a path',
})

const NoGroup = Type.Union([GroupPath, Type.Literal('')])

const FIELDS = {
  demo_group: NoGroup,
  real_group: NoGroup,
  confirm_demo: Flag,
  confirm_real: Flag,
  demo: Flag,
  real: Flag,
  demo_deposit: DecimalUnsigned,
  default_watchlist: List(Text(64, 1), WATCHLIST_MAX),
  utc_offset_min: Int(OFFSET_MIN.behind, OFFSET_MIN.ahead),
  daylight_saving: Choice(['none', 'eu', 'us']),
  allowed_origins: List(Origin, ORIGINS_MAX),
}

const OPTIONAL = Object.fromEntries(
  Object.entries(FIELDS).map(([name, schema]) => [name, Optional(schema)]),
)

/** The fields that an answer has beside them. */
export const NOT_SETTINGS = ['id', 'created_at', 'updated_at'] as const
const NOT_READ = Object.fromEntries(NOT_SETTINGS.map((name) => [name, Optional(Ignored)]))

/** Replaces the whole: what is left out goes back to its default. Takes an answer as it is. */
export const PutServerSettingsBody = Body({ ...OPTIONAL, ...NOT_READ, version: Version })
export const ServerSettingsView = View({
  id: Id,
  ...FIELDS,
  created_at: Time,
  updated_at: Time,
  version: Version,
})
