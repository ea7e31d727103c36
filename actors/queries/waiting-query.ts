import type { Login } from '../../engine/units.js'
import { type AccountReach, reachConditions } from '../../storage/repos/accounts/account-reach.js'
import { applicationsRepo } from '../../storage/repos/people/applications.js'
import { mailsRepo } from '../../storage/repos/people/mails.js'
import { type OutboxFilter, outboxPages } from '../../storage/repos/people/outbox.js'
import { type JobFilter, jobsRepo } from '../../storage/repos/records/jobs.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'

/**
 * Counts in the tables of what waits for staff, within the caller's reach; null is not requested.
 */
export interface WaitingAsk {
  /** The groups whose new applications count. */
  readonly applications: readonly string[] | null
  /** The accounts whose held fills count. */
  readonly held_fills: AccountReach | null
  /** The login whose unread mails count. */
  readonly mail: Login | null
  /** The accounts whose given-up e-mails count. */
  readonly outbox: Pick<OutboxFilter, 'accounts'> | null
  /** The owner whose failed jobs count. */
  readonly jobs: Pick<JobFilter, 'owner'>
}

export interface WaitingCounts {
  readonly applications: number | null
  readonly held_fills: number | null
  readonly mail: number | null
  readonly outbox_failed: number | null
  readonly jobs_failed: number
}

export interface WaitingQueries {
  'waiting.counts': { readonly request: WaitingAsk; readonly answer: WaitingCounts }
}

/** The shortest page, because only its total is needed. */
const [PAGE, ROWS] = [1, 1]

export function waitingQueries(db: Sqlite): Handlers<WaitingQueries> {
  const applications = applicationsRepo(db)
  const openOrders = openOrdersRepo(db)
  const mails = mailsRepo(db)
  const emails = outboxPages(db)
  const jobs = jobsRepo(db)
  const reachOf = reachConditions(db)
  return {
    'waiting.counts': ({ applications: groups, held_fills: reach, mail, outbox, jobs: of }) =>
      inSnapshot(db, () =>
        accept({
          applications: groups && applications.page({ state: 'new', groups }, PAGE, ROWS).total,
          held_fills: reach && openOrders.countHeldFills({ reach: reachOf(reach) }),
          mail: mail && mails.unread(mail),
          outbox_failed: outbox && emails.page({ ...outbox, state: 'failed' }, PAGE, ROWS).total,
          jobs_failed: jobs.page({ ...of, state: 'failed' }, 0, ROWS).total,
        }),
      ),
  }
}
