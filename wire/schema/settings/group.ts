import { TIER_DEFAULTS } from '../../../engine/config/kinds/commission.js'
import { MASK_CHARACTERS_MAX } from '../../../engine/names/mask.js'
import { NEWS_MODES } from '../../../engine/names/news.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Body,
  Choice,
  DecimalUnsigned,
  Default,
  Flag,
  FlagText,
  GroupPath,
  Id,
  Int,
  List,
  Nullable,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { WebLinkOrNone } from '../../types/web-link.js'
import { CreateOf, optionalFields, PatchOf, RecordOf } from './config.js'
import { TERMS } from './symbol-terms.js'

/** Groups with their accounting, permissions and trading terms (docs/decisions/groups.md). */
const LIMIT_MAX = 1_000_000
const ROWS_MAX = 1024
const TIERS_MAX = 100
const SPREAD_DIFF_MAX = 100_000

export const Currency = Type.String({
  pattern: '^[A-Z0-9]{3,16}$',
  examples: ['USD'],
  'x-says': say('field.currency'),
})

const Mask = Text(MASK_CHARACTERS_MAX, 1)

export const GroupSymbol = Body({
  mask: Mask,
  ...optionalFields({ ...TERMS, spread_diff_pts: Int(-SPREAD_DIFF_MAX, SPREAD_DIFF_MAX) }),
})

export const CommissionTier = Body({
  value: DecimalUnsigned,
  /** If omitted, it begins where the previous tier ends. */
  from: Optional(DecimalUnsigned),
  to: Default(DecimalUnsigned, TIER_DEFAULTS.to),
  min: Default(DecimalUnsigned, TIER_DEFAULTS.min),
  max: Default(DecimalUnsigned, TIER_DEFAULTS.max),
})

export const GroupCommission = Body({
  mask: Mask,
  mode: Choice(['per_lot', 'percent', 'points']),
  charge: Choice(['per_side', 'per_deal', 'daily']),
  tiers: List(CommissionTier, TIERS_MAX, 1),
})

const FIELDS = {
  currency: Currency,
  currency_digits: Int(0, 8),
  company: Text(128),
  enabled: Flag,
  margin_mode: Choice(['hedging', 'netting']),
  margin_call_level: DecimalUnsigned,
  stop_out_level: DecimalUnsigned,
  stop_out_mode: Choice(['percent', 'money']),
  free_margin_mode: Choice(['use_all', 'use_profit', 'use_loss', 'balance_only']),
  negative_balance_protection: Flag,
  use_credit: Flag,
  leverage: Int(1, 10_000),
  leverage_profile_id: Nullable(Id),
  limit_orders: Int(0, LIMIT_MAX),
  limit_positions: Int(0, LIMIT_MAX),
  password_min_length: Int(8, 16),
  otp_required: Flag,
  password_change_at_first: Flag,
  mail_enabled: Flag,
  news_mode: Choice(NEWS_MODES),
  trade_enabled: Flag,
  swaps_enabled: Flag,
  daily_reports: Flag,
  symbols: List(GroupSymbol, ROWS_MAX),
  commissions: List(GroupCommission, ROWS_MAX),
  deposit_url: WebLinkOrNone,
  withdraw_url: WebLinkOrNone,
}

export const CreateGroupBody = CreateOf({ path: GroupPath, ...FIELDS }, ['path'])
/** The changes of a group. The path cannot be changed. */
export const PatchGroupBody = PatchOf(FIELDS)
export const GroupView = RecordOf({ path: AnyText, ...FIELDS })
export const GroupParams = Params({ path: GroupPath })

export const AccountGroupsQuery = Query({ counts: Default(FlagText, false) })

/**
 * The group fields needed to open an account. On request also the number of accounts, and of those
 * online.
 */
export const AccountGroupsView = View({
  items: Rows(
    View({
      path: AnyText,
      currency: AnyText,
      company: AnyText,
      password_min_length: Type.Integer(),
      accounts: Optional(Type.Integer()),
      online: Optional(Nullable(Type.Integer())),
    }),
  ),
})
