import type { SessionSide } from '../../engine/access/session.js'
import type { Login } from '../../engine/units.js'
import type { EventFrame } from '../../wire/frame/plain-frame.js'
import type { LiveSession } from '../sessions/live-session.js'
import type { Connection } from './connection.js'

/** The part of one side's sockets that this needs. */
export interface LoginSockets {
  connectionsOf(session: LiveSession): readonly Connection[]
  boundBacklog(connection: Connection): void
}

export interface LoginEventsOptions {
  readonly sessions: { ofLogin(login: Login): readonly LiveSession[] }
  readonly sockets: (side: SessionSide) => LoginSockets
}

/**
 * Events to every live socket of a login, of one side.
 *
 *   E1. What is told is on disk, and every thread that a reader may ask has been sent it: it is to be called where the
 *       desk is heard (actors/server/supervisor.ts), after all of these were told.
 *   E2. Events of a login come in the order in which they were told, and behind what was sent to the socket before.
 *   E3. What a reader does not take counts to its backlog; beyond that the socket is closed with 4008. Nothing is kept
 *       for a login without a socket.
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

  /** A login may have terminals of traders and of staff: both hear what is sent to the person. */
  toBothSides(login: Login, event: EventFrame): void {
    this.toLogin('trader', login, event)
    this.toLogin('staff', login, event)
  }

  /** A mailbox is open where its routes are: that of an account with a staff profile on the staff side alone. */
  toMailboxOf(login: Login, event: EventFrame): void {
    const { sessions } = this.#options
    const isOfStaff = sessions.ofLogin(login).some((session) => session.isOfStaff)
    if (!isOfStaff) this.toLogin('trader', login, event)
    this.toLogin('staff', login, event)
  }

  /** Whether anybody would hear of it. */
  hears(side: SessionSide, login: Login): boolean {
    return this.#connections(side, login).length > 0
  }

  #connections(side: SessionSide, login: Login): readonly Connection[] {
    const { sessions, sockets } = this.#options
    return sessions.ofLogin(login).flatMap((session) => sockets(side).connectionsOf(session))
  }
}
