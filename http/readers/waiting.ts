import type { WaitingAsk } from '../../actors/queries/waiting-query.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Session } from '../pipeline/session.js'
import { reachableGroups } from '../reach/group-reach.js'
import { accountsInReach } from '../reach/journal-reach.js'
import { tradesReach } from '../reach/trade-reach.js'
import type { DealingDesk } from './dealing-desk.js'

/**
 * The query for counts of waiting work. Each count needs the right for its list and is limited to
 * the scope.
 */
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

/** The number of dealing requests in the session's scope; null without the right to deal. */
export function dealingWaits(session: Session, desk: Pick<DealingDesk, 'queue'>): number | null {
  return session.rights.has('dealing') ? desk.queue(session).length : null
}
