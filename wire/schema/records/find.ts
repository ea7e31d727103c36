import {
  AnyText,
  Default,
  Flag,
  Limit,
  Nullable,
  Optional,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Global search of staff by words or a number. */
export const FIND_LIMIT_MAX = 10

export const FindQuery = Query({
  q: Text(128, 1),
  limit: Default(Limit(FIND_LIMIT_MAX), FIND_LIMIT_MAX),
})

const Whole = Type.Integer()
const Hidden = Nullable(AnyText)

export const FoundAccountView = View({
  login: Whole,
  group: AnyText,
  name: Hidden,
  last_name: Hidden,
  middle_name: Hidden,
  email: Hidden,
  phone: Hidden,
})

/** An order or a position. */
export const FoundTradeView = View({ id: Whole, login: Whole, symbol: AnyText, is_open: Flag })

export const FoundDealView = View({
  id: Whole,
  login: Whole,
  symbol: Nullable(AnyText),
  action: AnyText,
})

/** A refused trade request. */
export const FoundRequestView = View({
  id: Whole,
  login: Whole,
  at: Time,
  code: AnyText,
  symbol: Nullable(AnyText),
  client_order_id: Nullable(AnyText),
  request_id: Nullable(AnyText),
})

/** Kinds that the reader's rights do not include are missing. */
export const FindView = View({
  is_complete: Flag,
  not_reached: Rows(AnyText),
  has_more_accounts: Flag,
  accounts: Optional(Rows(FoundAccountView)),
  orders: Optional(Rows(FoundTradeView)),
  deals: Optional(Rows(FoundDealView)),
  positions: Optional(Rows(FoundTradeView)),
  requests: Optional(Rows(FoundRequestView)),
  groups: Optional(Rows(View({ id: Whole, path: AnyText }))),
  symbols: Optional(Rows(View({ id: Whole, name: AnyText, description: AnyText }))),
  staff: Optional(Rows(View({ login: Whole, name: AnyText, active: Flag }))),
  settings: Optional(Rows(View({ kind: AnyText, id: Whole, name: AnyText }))),
})
