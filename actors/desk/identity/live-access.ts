import { refuseAccess } from '../../../engine/access/sign-in.js'
import type { Login } from '../../../engine/units.js'
import type { SessionPlace } from '../../../wire/stored/line-facts.js'
import type { Desk } from '../desk.js'
import { accessFactsReader } from './access-facts.js'
import { sessionRecord } from './auth-records.js'

/** A session that was closed. */
export interface ClosedSession extends SessionPlace {
  readonly id: string
}

/**
 * The effect of a change of an account or a staff profile on sessions that live. Sessions close in the
 * transaction of the change; the front is told after it, and before anybody is answered.
 */
export class LiveAccess {
  readonly #desk: Desk
  readonly #facts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#facts = accessFactsReader(desk)
  }

  /** Inside a change. Answers what was closed, for its journal line and for `tell`. */
  closeAll(login: Login): readonly ClosedSession[] {
    return this.#desk.tables.sessions.removeOfLogin(login)
  }

  /** Inside a change: the sessions of programs, which came with the api password. */
  closeApi(login: Login): readonly ClosedSession[] {
    return this.#desk.tables.sessions.removeOfTerminal(login, 'api')
  }

  /** Inside a change: the sessions that may no longer be, as the login's access now stands. */
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

  /** Tells the front which sessions were closed, after a change of the account; actors/desk/accounts/account-changed.ts tells its facts. */
  tellClosed(closed: readonly Pick<ClosedSession, 'id'>[]): void {
    if (closed.length === 0) return
    const ids = closed.map(({ id }) => id)
    this.#desk.publish({ type: 'auth', event: { type: 'sessions_closed', ids } })
  }

  /**
   * Tells the front the closed sessions and the login's new facts, after a change of anything but the account itself.
   */
  tell(login: Login, closed: readonly ClosedSession[]): void {
    this.tellClosed(closed)
    const facts = this.#facts(login)
    if (facts !== undefined) this.#desk.publish({ type: 'auth', event: { type: 'access', facts } })
  }
}

/** The end of a journal line on how many sessions were closed; empty when none was. */
export function closedText(closed: readonly unknown[]): string {
  if (closed.length === 0) return ''
  return closed.length === 1 ? '; 1 session closed' : `; ${closed.length} sessions closed`
}
