import type { Clock } from '../../../actors/thread/clock.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { AuthArgs } from '../../../wire/schema/live/trader-socket.js'
import { ServerTimeView } from '../../../wire/schema/records/event-views.js'
import { NoArgs, Nothing } from '../../../wire/types/scalars.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, type StaffState, served, staffOp } from './staff-op.js'

/** Notifies a socket when its rights or its scope change. */
class SessionState implements StaffState {
  readonly clock: Clock
  readonly sockets: LiveSockets<StaffConnection>
  readonly #known = new WeakMap<StaffConnection, string>()

  constructor(clock: Clock, sockets: LiveSockets<StaffConnection>) {
    this.clock = clock
    this.sockets = sockets
  }

  enter(connection: StaffConnection, session: LiveSession): void {
    const now = accessOf(session)
    const text = JSON.stringify(now)
    const before = this.#known.get(connection)
    this.#known.set(connection, text)
    if (before === undefined || before === text) return
    connection.send(new EventFrame('rights_changed', now).as(connection.codec))
    this.sockets.boundBacklog(connection)
  }
}

const auth = staffOp({
  name: 'auth',
  says: 'Signs the socket in. On an open socket, continues with a new token of the same login.',
  args: AuthArgs,
  example: { access_token: 'ACCESS_TOKEN' },
  data: Nothing,
  handle({ sockets }: SessionState, { connection, id }, args) {
    sockets.frames.auth(connection, id, args)
    return 'answered'
  },
})

const ping = staffOp({
  name: 'ping',
  says: 'Answers the time of the server’s clock.',
  args: NoArgs,
  data: ServerTimeView,
  handle: ({ clock }: SessionState) => ({
    ok: true,
    data: { at: new Date(clock.now()).toISOString() },
  }),
})

const logout = staffOp({
  name: 'logout',
  says: 'Closes the session and the socket.',
  args: NoArgs,
  data: Nothing,
  handle: ({ sockets }: SessionState, { connection, id }) =>
    sockets.frames.logout(connection, id).then(() => 'answered' as const),
})

export const SESSION_OPS = [auth, ping, logout]

export function sessionOps(clock: Clock): StaffFamily {
  return (sockets) => served(SESSION_OPS, new SessionState(clock, sockets))
}

function accessOf({ rights, groupScope }: LiveSession) {
  return { rights: [...rights].sort(), group_scope: [...groupScope] }
}
