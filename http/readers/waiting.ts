import type { WaitingAsk } from '../../actors/queries/waiting-query.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Session } from '../pipeline/session.js'
import { reachableGroups } from '../reach/group-reach.js'
import { accountsInReach } from '../reach/journal-reach.js'
import { tradesReach } from '../reach/trade-reach.js'
import type { DealingDesk } from './dealing-desk.js'

/** What of the tables waits for a session: each kind by the right and the scope of its own list. */
export function waitingAsk(session: Session, book: Book): WaitingAsk {
  const { rights, login } = session
  const groups = () => reachableGroups({ settings: { book } }, session).map(({ path }) => path)
  return {
    applications: rights.has('applications') ? groups() : null,
    held_fills: rights.has('trades.manager') ? tradesReach(session, book, {}) : null,
    mail: rights.has('mailbox') ? login : null,
    outbox: rights.has('config.mail') ? emailsOf(session, book) : null,
    jobs: rights.has('config.servers') ? {} : { owner: login },
  }
}

function emailsOf(session: Session, book: Book): WaitingAsk['outbox'] {
  const accounts = accountsInReach(session, book)
  return accounts === undefined ? {} : { accounts }
}

/** The requests that wait for dealers in the scope of a session; null for who is no dealer. */
export function dealingWaits(session: Session, desk: Pick<DealingDesk, 'queue'>): number | null {
  return session.rights.has('dealing') ? desk.queue(session).length : null
}
