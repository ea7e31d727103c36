import { NUMBER_OPS } from '../../../engine/config/kinds/routing-rule.js'
import {
  ORDER_KINDS,
  REQUEST_KINDS,
  ROUTING_ACTIONS,
  ROUTING_NUMBER_FIELDS,
  ROUTING_TEXT_FIELDS,
} from '../../../engine/config/records/routing-rule.js'
import { TradeBody } from '../../trade/trade-request.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  Id,
  Int,
  List,
  Login,
  Nullable,
  Optional,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { CreateOf, optionalFields, PatchOf, RecordOf } from './config.js'

const DEALERS_MAX = 256
const CONDITIONS_MAX = 64
const VALUE_MAX = 4096

export const RoutingCondition = Body({
  field: Choice([...ROUTING_NUMBER_FIELDS, ...ROUTING_TEXT_FIELDS]),
  op: Choice(NUMBER_OPS),
  value: Text(VALUE_MAX, 1),
})

const Dealers = List(Id, DEALERS_MAX)

const FIELDS = {
  name: Text(64, 1),
  enabled: Flag,
  action: Choice(ROUTING_ACTIONS),
  action_value: Text(64),
  conditions: List(RoutingCondition, CONDITIONS_MAX),
  dealers: Dealers,
  order_kinds: List(Choice(ORDER_KINDS), 16),
  request_kinds: List(Choice(REQUEST_KINDS), 32),
  skip_no_dealer: Flag,
}

export const CreateRoutingRuleBody = CreateOf({ ...FIELDS, position: Int(0) }, ['name', 'action'])
export const PatchRoutingRuleBody = PatchOf(FIELDS)
export const RoutingRuleView = RecordOf({
  ...FIELDS,
  position: Int(1),
  /** Warnings that the rule has less effect than it appears to at the moment. */
  warnings: Rows(AnyText),
})

export const RoutingDealersView = View({ dealers: Rows(Id), version: Version })
export const RoutingDealersBody = Body({ dealers: Dealers, version: Version })

export const RoutingActionView = View({
  action: AnyText,
  decides: Flag,
  dealers: AnyText,
  value: AnyText,
  description: AnyText,
})
export const RoutingFieldView = View({
  field: AnyText,
  type: Choice(['number', 'text']),
  ops: Rows(AnyText),
  description: AnyText,
})

const RULES_MAX = 100_000

/** Unsaved rules for a test: a new or (with `id`) changed rule, and the order of all rules. */
export const RoutingDraftBody = Body({
  rule: Optional(Body({ id: Optional(Id), ...optionalFields(FIELDS), position: Optional(Int(0)) })),
  order: Optional(List(Int(0), RULES_MAX)),
})

/**
 * A trade request with the account that would send it. Kinds that only the server uses are allowed
 * too.
 */
export const RoutingTestBody = Body({
  ...TradeBody.properties,
  login: Login,
  kind: Choice(REQUEST_KINDS),
  at: Optional(Time),
  draft: Optional(RoutingDraftBody),
})
export const RoutingTestView = View({
  rule_id: Nullable(Int(0)),
  name: Nullable(AnyText),
  action: Nullable(AnyText),
  dealers: Rows(Id),
  needs: Rows(View({ rule_id: Int(0), field: AnyText })),
  walk: Rows(View({ rule_id: Int(0), matched: Flag, why: AnyText })),
})
