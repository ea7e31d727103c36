import { WATCHED_LOGINS_MAX } from '../../../engine/limits/sockets.js'
import { Body, GroupMask, List, Login, Optional, type Static } from '../scalars.js'

/** `watch` and `unwatch`: accounts by their logins, or by a mask of their groups. */
export const WatchArgs = Body({
  logins: Optional(List(Login, WATCHED_LOGINS_MAX, 1)),
  group: Optional(GroupMask),
})
export type WatchArgs = Static<typeof WatchArgs>
