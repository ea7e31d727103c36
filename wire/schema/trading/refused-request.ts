import {
  AnyText,
  Default,
  Int,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  Params,
  Query,
  Rows,
  Text,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { TRADES_LIMIT_DEFAULT } from './trades.js'

/** Refused trade requests (docs/build/refused-requests.md). */
export const RefusedRequestsQuery = Query({
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  code: Optional(Text(64, 1)),
  page: Default(Page, 1),
  limit: Default(Limit(), TRADES_LIMIT_DEFAULT),
})

export const RefusedRequestParams = Params({ id: Text(64, 1) })
export const RefusedRequestQuery = Query({ login: LoginText })

const TextOrNone = Nullable(AnyText)
const IdOrNone = Nullable(Int(1))
const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: {},
})

export const RefusedRequestView = View({
  id: Int(1),
  at: Time,
  login: Int(1),
  code: AnyText,
  message: AnyText,
  reason: TextOrNone,
  params: Fields,
  data: Nullable(Fields),
  kind: TextOrNone,
  symbol: TextOrNone,
  request: Nullable(Fields),
  rule_id: IdOrNone,
  rule: TextOrNone,
  dealer: IdOrNone,
  gateway_id: IdOrNone,
  gateway: TextOrNone,
  bid: TextOrNone,
  ask: TextOrNone,
  quoted_at: Nullable(Time),
  terminal: TextOrNone,
  ip: TextOrNone,
  client_order_id: TextOrNone,
  request_id: TextOrNone,
  staff: IdOrNone,
})

export const RefusedCountView = View({ code: AnyText, count: Int(1) })

export const RefusedPageView = View({
  items: Rows(RefusedRequestView),
  page: Int(1),
  total: Int(0),
  /** Counts of requests in the period that are not stored individually. */
  more: Rows(RefusedCountView),
})
