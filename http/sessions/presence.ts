import type { Clock } from '../../actors/thread/clock.js'
import { isInUse } from '../../engine/access/presence.js'
import type { Session } from '../exchange/session.js'
import { reachOf } from '../reach/group-reach.js'
import type { LiveSession } from './live-session.js'
import { byAge, type SessionStore } from './session-store.js'

export interface PresenceOptions {
  readonly clock: Clock
  readonly sessions: SessionStore
  /** The WebSockets of both sides, to count those of a session. */
  readonly sides: () => readonly { ofSession(id: string): number }[]
}

/** Decides which sessions are in use and who may see them. */
export class Presence {
  readonly #options: PresenceOptions

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  socketsOf(id: string): number {
    let open = 0
    for (const side of this.#options.sides()) open += side.ofSession(id)
    return open
  }

  isInUse(session: LiveSession, now: number = this.#options.clock.now()): boolean {
    const sockets = this.socketsOf(session.id)
    // An API key counts as online only while it has a socket; occasional requests do not count.
    const seenAt = session.via === undefined ? session.lastSeenAt : 0
    return !session.isClosed && isInUse(sockets, seenAt, now)
  }

  /** The active sessions within the reader's scope, oldest first. Examines every session once. */
  seenBy(reader: Pick<Session, 'groupScope' | 'rights'>): LiveSession[] {
    const sees = seesGroups(reader)
    const now = this.#options.clock.now()
    const seen: LiveSession[] = []
    for (const session of this.#options.sessions.all()) {
      if (this.isInUse(session, now) && sees(session.group)) seen.push(session)
    }
    // Sorting is cheap, because the sessions are nearly in order.
    return seen.sort(byAge)
  }
}

/** Returns a cached check of groups, because there are few groups and many sessions. */
export function seesGroups(
  reader: Pick<Session, 'groupScope' | 'rights'>,
): (group: string) => boolean {
  const reach = reachOf(reader)
  const known = new Map<string, boolean>()
  return (group) => {
    let sees = known.get(group)
    if (sees === undefined) {
      sees = reach.covers(group)
      known.set(group, sees)
    }
    return sees
  }
}
