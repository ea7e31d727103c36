import type { Clock } from '../../../actors/thread/clock.js'
import type { StaffFamily } from './staff-op.js'

/** `auth` (a fresh token of the same login), `ping` and `logout`. */
export function sessionOps(clock: Clock): StaffFamily {
  return (sockets) => ({
    ops: {
      auth({ connection, id }, args) {
        sockets.frames.auth(connection, id, args)
        return 'answered'
      },
      ping: () => ({ ok: true, data: { at: new Date(clock.now()).toISOString() } }),
      logout: ({ connection, id }) =>
        sockets.frames.logout(connection, id).then(() => 'answered' as const),
    },
  })
}
