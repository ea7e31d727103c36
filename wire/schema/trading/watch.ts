import { WATCHED_LOGINS_MAX } from '../../../engine/limits/sockets.js'
import { WATCHED_EVENTS } from '../../thread/watched-accounts.js'
import {
  AnyText,
  Body,
  Choice,
  Flag,
  GroupMask,
  List,
  Login,
  Optional,
  Rows,
  Seq,
  type Static,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** The arguments of `watch` and `unwatch`: accounts by login or by group mask. */
export const WatchArgs = Body({
  logins: Optional(List(Login, WATCHED_LOGINS_MAX, 1)),
  group: Optional(GroupMask),
  events: Optional(List(Choice(WATCHED_EVENTS), WATCHED_EVENTS.length, 1)),
  valuation: Optional(Flag),
})
export type WatchArgs = Static<typeof WatchArgs>

export const UnwatchArgs = Body({
  logins: Optional(List(Login, WATCHED_LOGINS_MAX, 1)),
  group: Optional(GroupMask),
})
export type UnwatchArgs = Static<typeof UnwatchArgs>

/** Everything that the socket watches after the request. */
export const WatchedView = View({
  logins: Type.Integer(),
  groups: Rows(AnyText),
  left: Rows(Login),
  projection_seq: Seq,
})
