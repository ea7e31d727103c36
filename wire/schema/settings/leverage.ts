import { LEVERAGE_RULES_MAX } from '../../../engine/config/kinds/leverage-profile.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Body,
  Choice,
  DecimalUnsigned,
  Default,
  Flag,
  GroupPath,
  Id,
  IdText,
  IgnoredField,
  Int,
  List,
  Login,
  Nullable,
  NumberText,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  Time,
  Version,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

const TIERS_MAX = 100

export const LeverageTier = Body({
  /** The field is ignored, because a tier always begins where the previous one ends. */
  range_from: Optional(IgnoredField),
  range_to: DecimalUnsigned,
  initial: DecimalUnsigned,
  maintenance: DecimalUnsigned,
})

const Currency = Type.String({
  pattern: '^([A-Z0-9]{3,16})?$',
  'x-says': say('field.currency_or_empty'),
})

export const LeverageRule = Body({
  name: Text(64, 1),
  mask: Text(4096, 1),
  range_basis: Choice(['volume', 'volume_per_symbol', 'value', 'value_per_symbol']),
  currency: Optional(Currency),
  description: Optional(Text(255)),
  tiers: List(LeverageTier, TIERS_MAX, 1),
})

const FIELDS = { name: Text(64, 1), enabled: Flag, rules: List(LeverageRule, LEVERAGE_RULES_MAX) }

export const CreateLeverageProfileBody = CreateOf(FIELDS, ['name'])
export const PatchLeverageProfileBody = PatchOf(FIELDS)
export const LeverageProfileView = RecordOf({ ...FIELDS, groups: Rows(AnyText) })

/** `position` starts at 1; 0, omitted or beyond the end adds the rule at the end. */
export const AddLeverageRuleBody = Body({
  rule: LeverageRule,
  position: Default(Int(0), 0),
  version: Version,
})
export const LeverageRuleOrderBody = Body({
  order: List(Int(1), LEVERAGE_RULES_MAX),
  version: Version,
})
export const PatchLeverageRuleBody = Body({
  name: Optional(LeverageRule.properties.name),
  mask: Optional(LeverageRule.properties.mask),
  range_basis: Optional(LeverageRule.properties.range_basis),
  currency: LeverageRule.properties.currency,
  description: LeverageRule.properties.description,
  tiers: Optional(LeverageRule.properties.tiers),
  version: Version,
})
export const LeverageRuleParams = Params({ id: IdText, n: NumberText(1, LEVERAGE_RULES_MAX) })
export const LeverageRuleQuery = Query({ version: NumberText(1) })

const SWITCH = { group: GroupPath, leverage_profile_id: Nullable(Id), at: Time }
export const CreateLeverageSwitchBody = CreateOf(SWITCH, ['group', 'leverage_profile_id', 'at'])
export const PatchLeverageSwitchBody = PatchOf(SWITCH)
export const LeverageSwitchView = RecordOf({
  ...SWITCH,
  done_at: Nullable(Time),
  made_by: Nullable(Login),
})
