import { refuseAccess } from '../../../engine/access/sign-in.js'
import type { Login } from '../../../engine/units.js'
import type { SessionPlace } from '../../../wire/stored/line-facts.js'
import type { Desk } from '../desk.js'
import { accessFactsReader } from './access-facts.js'
import { sessionRecord } from './auth-records.js'

export interface ClosedSession extends SessionPlace {
  readonly id: string
}

/**
 * Applies a change of an account or staff profile to open sessions. Sessions close in the
 * transaction of the change; the front is notified after it and before the answer.
 */
export class LiveAccess {
  readonly #desk: Desk
  readonly #facts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#facts = accessFactsReader(desk)
  }

  /**
   * Closes all sessions of a login, inside a change. Returns them for the journal line and for
   * `tell`.
   */
  closeAll(login: Login): readonly ClosedSession[] {
    return this.#desk.tables.sessions.removeOfLogin(login)
  }

  /** Closes the sessions of programs, which used the api password. Called inside a change. */
  closeApi(login: Login): readonly ClosedSession[] {
    return this.#desk.tables.sessions.removeOfTerminal(login, 'api')
  }

  /**
   * Closes the sessions that the login's current access no longer allows. Called inside a change.
   */
  closeLost(login: Login): readonly ClosedSession[] {
    const facts = this.#facts(login)
    const lost = this.#desk.tables.sessions.ofLogin(login).filter((session) => {
      if (facts === undefined) return true
      const { terminal, side } = sessionRecord(session)
      const question = { terminal, side, address: session.ip }
      return refuseAccess(facts, question, this.#desk.access) !== null
    })
    for (const { id } of lost) this.#desk.tables.sessions.remove(id)
    return lost
  }

  /**
   * Notifies the front of closed sessions after a change of the account. The account's facts are
   * sent by actors/desk/accounts/account-changed.ts.
   */
  tellClosed(closed: readonly Pick<ClosedSession, 'id'>[]): void {
    if (closed.length === 0) return
    const ids = closed.map(({ id }) => id)
    this.#desk.publish({ type: 'auth', event: { type: 'sessions_closed', ids } })
  }

  /**
   * Sends the front the closed sessions and the login's new facts, after a change of anything but
   * the account itself.
   */
  tell(login: Login, closed: readonly ClosedSession[]): void {
    this.tellClosed(closed)
    const facts = this.#facts(login)
    if (facts !== undefined) this.#desk.publish({ type: 'auth', event: { type: 'access', facts } })
  }
}

/** The end of a journal line with the number of closed sessions; empty if none was closed. */
export function closedText(closed: readonly unknown[]): string {
  if (closed.length === 0) return ''
  return closed.length === 1 ? '; 1 session closed' : `; ${closed.length} sessions closed`
}
