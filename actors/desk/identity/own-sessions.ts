import { type OwnedSession, ownsSession } from '../../../engine/access/session.js'
import { because } from '../../../engine/reasons/reasons.js'
import { type SessionPlace, sessionsClosed } from '../../../wire/stored/line-facts.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { sessionRecord } from './auth-records.js'
import { expired } from './auth-refusals.js'
import { LiveAccess } from './live-access.js'

/**
 * Sessions that their own user ends from another one.
 *
 *   O1. Both are looked up here, as stored: the one that asks must still be open, and one that is not its user's
 *       (`ownsSession`) is answered as one that is not there.
 *   O2. A session is closed on disk, with a line of the journal, before anybody is told, and told before the caller
 *       is answered: tokens and sockets have ended by then.
 */

export function ownSessionsDesk(desk: Desk) {
  const { sessions, sessions: writes } = desk.tables
  const live = new LiveAccess(desk)
  const open = (id: string): (OwnedSession & SessionPlace) | undefined => {
    const session = sessions.get(id)
    const isOpen = session !== undefined && session.refresh_expires_at > desk.clock.now()
    return isOpen ? sessionRecord(session) : undefined
  }
  return {
    'sessions.end_own': ({
      actor,
      session,
      id,
    }: {
      readonly actor: Actor
      /** The session that asks. */
      readonly session: string
      readonly id: string
    }): Outcome<null> => {
      const own = open(session)
      if (own === undefined) {
        return expired()
      }
      const ended = open(id)
      if (ended === undefined || !ownsSession(own, ended)) {
        return because('not_found.own_session')
      }
      const { login, terminal } = ended
      const outcome = desk.change<null>((journal) => {
        writes.remove(id)
        const text = `Signed out of terminal ${terminal}, from terminal ${own.terminal}`
        journal(actor, { kind: 'auth', login, text, changes: sessionsClosed([ended]) })
        return accept(null)
      })
      if (outcome.ok) live.tellClosed([ended])
      return outcome
    },
  }
}
