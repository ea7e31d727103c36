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
 * Sessions that their own user ends from another session.
 *
 *   - Both are checked here as stored: the calling session must still be open, and a session of
 *     another user (`ownsSession`) is answered as not found.
 *   - A session is closed on disk with a journal line, then at the front, then the caller is
 *     answered. So its tokens and sockets have ended before the answer.
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
