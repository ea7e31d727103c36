import type { WaitingAsk, WaitingCounts, WaitingItems } from '../../actors/queries/waiting-query.js'
import type { Book } from '../../engine/book/compiled.js'
import { timeOrNull } from '../../wire/format/time-text.js'
import type { Waiting } from '../../wire/schema/records/waiting.js'
import type { Session } from '../exchange/session.js'
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

/** Counts and times, with the dealing requests in the session's scope if it has the right to deal. */
export function waitingView(
  counts: WaitingCounts,
  session: Session,
  desk: Pick<DealingDesk, 'queue'>,
): Waiting {
  const { applications, held_fills, mail, outbox_failed, jobs_failed } = counts
  const dealing = session.rights.has('dealing') ? dealingWaits(session, desk) : null
  return {
    applications: applications?.count ?? null,
    held_fills: held_fills?.count ?? null,
    dealing: dealing?.count ?? null,
    mail: mail?.count ?? null,
    outbox_failed: outbox_failed?.count ?? null,
    jobs_failed: jobs_failed.count,
    applications_since: sinceText(applications),
    held_fills_since: sinceText(held_fills),
    dealing_since: sinceText(dealing),
    mail_since: sinceText(mail),
    outbox_failed_since: sinceText(outbox_failed),
    jobs_failed_since: sinceText(jobs_failed),
  }
}

function dealingWaits(session: Session, desk: Pick<DealingDesk, 'queue'>): WaitingItems {
  const times = desk.queue(session).map(({ at }) => Date.parse(at))
  return { count: times.length, since: times.length === 0 ? null : Math.min(...times) }
}

function sinceText(waiting: WaitingItems | null): string | null {
  return timeOrNull(waiting?.since ?? null)
}
