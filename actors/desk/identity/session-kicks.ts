import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { sessionsClosed } from '../../../wire/stored/line-facts.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { type ClosedSession, LiveAccess } from './live-access.js'
import { StaffReach } from './staff-reach.js'

/**
 * Sessions that staff end.
 *
 *   - Rights and scope are checked here as stored. A staff user's sessions can be ended only by a
 *     caller who may manage that user.
 *   - A session is closed on disk with a journal line, then at the front, then the caller is
 *     answered. So its tokens and sockets have ended before the answer.
 */

const RIGHTS = ['accounts.online', 'accounts.edit'] as const

export function sessionKicksDesk(desk: Desk) {
  const kicks = new SessionKicks(desk)
  return {
    /** Ends every session of a login and returns their number. */
    'sessions.kick_login': ({ actor, login }: { readonly actor: Actor; readonly login: Login }) =>
      kicks.ofLogin(actor, login),
    'sessions.kick': ({ actor, id }: { readonly actor: Actor; readonly id: string }) =>
      kicks.one(actor, id),
  }
}

class SessionKicks {
  readonly #desk: Desk
  readonly #reach: StaffReach
  readonly #live: LiveAccess

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new StaffReach(desk)
    this.#live = new LiveAccess(desk)
  }

  ofLogin(actor: Actor, login: Login): Outcome<number> {
    const refusal = this.#refuse(actor, login)
    if (refusal !== null) return refusal
    const sessions = this.#desk.tables.sessions.ofLogin(login).filter(this.#isOpen)
    if (sessions.length === 0) return because('not_found.no_session', { login })
    const what = sessions.length === 1 ? '1 session was' : `${sessions.length} sessions were`
    return this.#close(actor, login, sessions, `${what} closed by a kick`)
  }

  one(actor: Actor, id: string): Outcome<number> {
    const session = this.#desk.tables.sessions.get(id)
    if (session === undefined || !this.#isOpen(session)) {
      const caller = this.#reach.holder(actor, ...RIGHTS)
      return isRefusal(caller) ? caller : because('not_found.session')
    }
    const { login, terminal } = session
    const refusal = this.#refuse(actor, login)
    if (refusal !== null) return refusal
    return this.#close(
      actor,
      login,
      [session],
      `The session at terminal ${terminal} was closed by a kick`,
    )
  }

  readonly #isOpen = ({ refresh_expires_at }: { readonly refresh_expires_at: number }): boolean =>
    refresh_expires_at > this.#desk.clock.now()

  #refuse(actor: Actor, login: Login): Refusal | null {
    const caller = this.#reach.holder(actor, ...RIGHTS)
    if (isRefusal(caller)) return caller
    const account = this.#desk.tables.accounts.get(login)
    if (account === undefined) return because('not_found.login', { login })
    if (!caller.reach.covers(account.group)) {
      return because('forbidden.login_scope', { login })
    }
    const reached = this.#reach.account(caller, login)
    return isRefusal(reached) ? reached : null
  }

  #close(
    actor: Actor,
    login: Login,
    sessions: readonly ClosedSession[],
    text: string,
  ): Outcome<number> {
    const closed = this.#desk.change((journal) => {
      for (const { id } of sessions) this.#desk.tables.sessions.remove(id)
      journal(actor, { kind: 'auth', login, text, changes: sessionsClosed(sessions) })
      return accept(sessions.length)
    })
    if (closed.ok) this.#live.tellClosed(sessions)
    return closed
  }
}
