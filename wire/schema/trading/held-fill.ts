import { HELD_ACTIONS, HELD_REASONS } from '../../../engine/account/rules/at-provider/held-fills.js'
import {
  AnyText,
  Body,
  Choice,
  Decimal,
  Default,
  GroupMask,
  IdText,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  Params,
  Query,
  Rows,
  Text,
  Version,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { Fence } from '../accounts/account.js'
import { TRADES_LIMIT_DEFAULT } from './trades.js'

/** Held fills, on which staff have to decide (docs/decisions/held-fills.md). */
const Whole = Type.Integer()

export const HeldFillsQuery = Query({
  group: Optional(GroupMask),
  company: Optional(Text(128, 1)),
  login: Optional(LoginText),
  symbol: Optional(Text(64, 1)),
  page: Default(Page, 1),
  limit: Default(Limit(), TRADES_LIMIT_DEFAULT),
  min_projection_seq: Optional(Fence),
})

export const HeldFillParams = Params({ login: LoginText, order_id: IdText, number: IdText })

export const FillDecisionBody = Body({
  action: Choice(HELD_ACTIONS),
  price: Optional(Decimal),
  reason: Optional(Text(128)),
  version: Optional(Version),
})

export const HeldFillView = View({
  login: Whole,
  group: AnyText,
  order_id: Whole,
  number: Whole,
  version: Whole,
  gateway_id: Whole,
  sent_order_id: Whole,
  symbol: AnyText,
  digits: Whole,
  side: Choice(['buy', 'sell']),
  volume: AnyText,
  price: AnyText,
  bid: Nullable(AnyText),
  ask: Nullable(AnyText),
  why: Choice(HELD_REASONS),
  at: AnyText,
  execution_id: AnyText,
  external_id: Nullable(AnyText),
  decision: Nullable(
    View({
      action: Choice(HELD_ACTIONS),
      at: AnyText,
      staff: Whole,
      price: Nullable(AnyText),
      reason: Nullable(AnyText),
    }),
  ),
})

export const HeldFillsView = View({
  items: Rows(HeldFillView),
  page: Whole,
  total: Whole,
  consistency: Optional(Choice(['current', 'projection_pending'])),
  projection_seq: Optional(AnyText),
  retry_after_ms: Optional(Whole),
})
