import { EMAIL_KINDS, EMAIL_STATES } from '../../stored/stored-email.js'
import {
  AnyText,
  Choice,
  Default,
  Int,
  Limit,
  LoginText,
  Nullable,
  Optional,
  Page,
  PageOf,
  Query,
  Time,
  View,
} from '../../types/scalars.js'

const OUTBOX_LIMIT_DEFAULT = 100

export const OutboxQuery = Query({
  state: Optional(Choice(EMAIL_STATES)),
  kind: Optional(Choice(EMAIL_KINDS)),
  login: Optional(LoginText),
  page: Default(Page, 1),
  limit: Default(Limit(), OUTBOX_LIMIT_DEFAULT),
})

export const OutboxView = PageOf(
  View({
    id: Int(1),
    message_id: AnyText,
    kind: Choice(EMAIL_KINDS),
    login: Nullable(Int(1)),
    to: Nullable(AnyText),
    subject: AnyText,
    server_id: Nullable(Int(1)),
    state: Choice(EMAIL_STATES),
    attempts: Int(0),
    error: AnyText,
    created_at: Time,
    next_at: Nullable(Time),
    ended_at: Nullable(Time),
  }),
)
