import type { Clock } from '../../../actors/thread/clock.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { StaffConnection } from './staff-connection.js'
import type { StaffFamily } from './staff-op.js'

/**
 * `auth` (with a new token of the same login), `ping` and `logout`, and the event for changed
 * rights.
 */
export function sessionOps(clock: Clock): StaffFamily {
  return (sockets) => {
    const known = new WeakMap<StaffConnection, string>()
    return {
      ops: {
        auth({ connection, id }, args) {
          sockets.frames.auth(connection, id, args)
          return 'answered'
        },
        ping: () => ({ ok: true, data: { at: new Date(clock.now()).toISOString() } }),
        logout: ({ connection, id }) =>
          sockets.frames.logout(connection, id).then(() => 'answered' as const),
      },
      enter(connection, session) {
        const now = accessOf(session)
        const text = JSON.stringify(now)
        const before = known.get(connection)
        known.set(connection, text)
        if (before === undefined || before === text) return
        connection.send(new EventFrame('rights_changed', now).as(connection.codec))
        sockets.boundBacklog(connection)
      },
    }
  }
}

function accessOf({ rights, groupScope }: LiveSession) {
  return { rights: [...rights].sort(), group_scope: [...groupScope] }
}
