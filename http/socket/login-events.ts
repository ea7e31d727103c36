import type { SessionSide } from '../../engine/access/session.js'
import type { Login } from '../../engine/units.js'
import type { EventFrame } from '../../wire/frame/plain-frame.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection } from './connection.js'

/** The functions of one side's sockets that this class needs. */
export interface LoginSockets {
  connectionsOf(session: LiveSession): readonly Connection[]
  boundBacklog(connection: Connection): void
}

export interface LoginEventsOptions {
  readonly sessions: { ofLogin(login: Login): readonly LiveSession[] }
  readonly sockets: (side: SessionSide) => LoginSockets
}

/**
 * Sends events to all WebSockets of a login on one side.
 *
 * - Events are sent only after the change is on disk and all threads that a client may query have
 *   received it. Call this from the desk's event handler (actors/server/supervisor.ts).
 * - Events of a login keep their order, and follow frames sent before.
 * - Unread events count towards the backlog limit, beyond which the socket is closed with 4008.
 *   Nothing is stored for a login without sockets.
 */
export class LoginEvents {
  readonly #options: LoginEventsOptions

  constructor(options: LoginEventsOptions) {
    this.#options = options
  }

  toLogin(side: SessionSide, login: Login, event: EventFrame): void {
    const sockets = this.#options.sockets(side)
    for (const connection of this.#connections(side, login)) {
      connection.send(event.as(connection.codec))
      sockets.boundBacklog(connection)
    }
  }

  /** A login may be signed in on both sides; both receive messages to the person. */
  toBothSides(login: Login, event: EventFrame): void {
    this.toLogin('trader', login, event)
    this.toLogin('staff', login, event)
  }

  /** Sends to the side with the mailbox: the staff side for accounts with a staff profile. */
  toMailboxOf(login: Login, event: EventFrame): void {
    const { sessions } = this.#options
    const isOfStaff = sessions.ofLogin(login).some((session) => session.isOfStaff)
    if (!isOfStaff) this.toLogin('trader', login, event)
    this.toLogin('staff', login, event)
  }

  /** True if the login has any sockets on this side. */
  hears(side: SessionSide, login: Login): boolean {
    return this.#connections(side, login).length > 0
  }

  #connections(side: SessionSide, login: Login): readonly Connection[] {
    const { sessions, sockets } = this.#options
    return sessions.ofLogin(login).flatMap((session) => sockets(side).connectionsOf(session))
  }
}
