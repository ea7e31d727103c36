import {
  EVENT_LOGINS_MAX,
  EVENT_WAIT_SEC_MAX,
  EVENTS_LIMIT_DEFAULT,
  FOLLOWED_LOGINS_MAX,
} from '../../../engine/limits/events.js'
import { say } from '../../../engine/reasons/reasons.js'
import { EVENT_KINDS } from '../../thread/event-reads.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  FlagText,
  GroupMask,
  Limit,
  List,
  Login,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  type Static,
  Text,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { Fence } from '../accounts/account.js'
import { EventView } from './event.js'

const LOGIN_CHARACTERS = 17
const KIND_CHARACTERS = 32

export const EventCursor = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  'x-says': say('field.cursor_of_events'),
})

const LoginsText = Type.String({
  pattern: '^[1-9]\\d{0,15}(,[1-9]\\d{0,15})*$',
  maxLength: EVENT_LOGINS_MAX * LOGIN_CHARACTERS,
  'x-says': say('field.logins_commas'),
})

export const EventsQuery = Query({
  after: Optional(EventCursor),
  latest: Default(FlagText, false),
  /** Kinds of events, separated by commas. */
  kinds: Optional(Text(128, 1)),
  group: Optional(GroupMask),
  logins: Optional(LoginsText),
  limit: Default(Limit(), EVENTS_LIMIT_DEFAULT),
  wait_sec: Default(NumberText(0, EVENT_WAIT_SEC_MAX), 0),
  min_projection_seq: Optional(Fence),
})
export type EventsQuery = Static<typeof EventsQuery>

const TextOrNone = Nullable(AnyText)

/** The arguments of the staff operation `follow`. */
export const FollowArgs = Body({
  after: Optional(EventCursor),
  latest: Default(Flag, false),
  kinds: Optional(List(Text(KIND_CHARACTERS, 1), EVENT_KINDS.length, 1)),
  group: Optional(GroupMask),
  logins: Optional(List(Login, FOLLOWED_LOGINS_MAX, 1)),
})

/** The arguments of the staff operation `ack`. */
export const AckArgs = Body({ id: EventCursor })

export const FollowedView = View({ next: AnyText })

export const UnfollowedView = View({ code: AnyText, message: AnyText, oldest: TextOrNone })

export const EventsView = View({
  items: Rows(EventView),
  next: AnyText,
  has_more: Flag,
  oldest: AnyText,
  consistency: Optional(Choice(['current', 'projection_pending'])),
  projection_seq: Optional(AnyText),
  retry_after_ms: Optional(Type.Integer()),
})
