import {
  EVENT_LOGINS_MAX,
  EVENT_WAIT_SEC_MAX,
  EVENTS_LIMIT_DEFAULT,
} from '../../../engine/limits/events.js'
import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Default,
  Flag,
  FlagText,
  GroupMask,
  Limit,
  NumberText,
  Optional,
  Query,
  Rows,
  type Static,
  Text,
  View,
} from '../scalars.js'
import { Type } from '../type.js'
import { EventView } from './event.js'

const LOGIN_CHARACTERS = 17

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
  /** Kinds with commas between. */
  kinds: Optional(Text(128, 1)),
  group: Optional(GroupMask),
  logins: Optional(LoginsText),
  limit: Default(Limit(), EVENTS_LIMIT_DEFAULT),
  wait_sec: Default(NumberText(0, EVENT_WAIT_SEC_MAX), 0),
})
export type EventsQuery = Static<typeof EventsQuery>

export const EventsView = View({
  items: Rows(EventView),
  next: AnyText,
  has_more: Flag,
  oldest: AnyText,
})
