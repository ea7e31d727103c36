import type { Clock } from '../../../actors/thread/clock.js'
import type { StaffFamily } from './staff-op.js'

/** `auth` (a fresh token of the same login), `ping` and `logout`. */
export function sessionOps(clock: Clock): StaffFamily {
  return (sockets) => ({
    ops: {
      auth: {
        rights: [],
        run({ connection, id, args }) {
          sockets.frames.auth(connection, id, args)
          return 'answered'
        },
      },
      ping: {
        rights: [],
        run: () => ({ ok: true, data: { at: new Date(clock.now()).toISOString() } }),
      },
      logout: {
        rights: [],
        run: ({ connection, id }) =>
          sockets.frames.logout(connection, id).then(() => 'answered' as const),
      },
    },
  })
}
