import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  Limit,
  Login,
  Nullable,
  Optional,
  Params,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { AccountSessionView } from '../trading/trades.js'

/** Request and answer schemas of sessions that are in use. */
const ONLINE_LIMIT_MAX = 100
export const ONLINE_EDGES = ['first', 'after', 'before', 'around'] as const

export const SessionId = Text(64, 1)

export const OnlineWindowQuery = Query({
  limit: Default(Limit(ONLINE_LIMIT_MAX), ONLINE_LIMIT_MAX),
  edge: Default(Choice(ONLINE_EDGES), 'first'),
  cursor: Optional(Text(512, 1)),
  anchor_id: Optional(SessionId),
})

export const OnlineRowsView = Rows(AccountSessionView)

export const OnlineWindowView = View({
  items: OnlineRowsView,
  before: Nullable(AnyText),
  after: Nullable(AnyText),
  has_before: Flag,
  has_after: Flag,
  anchor_found: Nullable(Flag),
  observed_at: Time,
  query_id: AnyText,
  total: Type.Integer(),
})

export const KickBody = Body({ login: Login })

export const SessionParams = Params({ session: SessionId })
