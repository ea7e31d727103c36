import type { Login, UnixMs } from '../../engine/units.js'
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
 * Which counts of work that waits for staff to read, within the caller's reach; null for a count
 * that was not requested.
 */
export interface WaitingAsk {
  /** The groups whose new applications are counted. */
  readonly applications: readonly string[] | null
  readonly held_fills: AccountReach | null
  readonly mail: Login | null
  /** The accounts whose given-up e-mails are counted. */
  readonly outbox: Pick<OutboxFilter, 'accounts'> | null
  /** The owner whose failed jobs are counted. */
  readonly jobs: Pick<JobFilter, 'owner'>
}

/** A count, and the time since which the oldest item waits; null if none waits. */
export interface WaitingItems {
  readonly count: number
  readonly since: UnixMs | null
}

export interface WaitingCounts {
  readonly applications: WaitingItems | null
  readonly held_fills: WaitingItems | null
  readonly mail: WaitingItems | null
  readonly outbox_failed: WaitingItems | null
  readonly jobs_failed: WaitingItems
}

export interface WaitingQueries {
  'waiting.counts': { readonly request: WaitingAsk; readonly answer: WaitingCounts }
}

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
          applications:
            groups &&
            oldest(
              (at) => applications.page({ state: 'new', groups }, at + 1, 1),
              ({ created_at: since }) => since,
            ),
          held_fills: reach && openOrders.heldFillsWaiting({ reach: reachOf(reach) }),
          mail: mail === null ? null : mails.unread(mail),
          outbox_failed:
            outbox &&
            oldest(
              (at) => emails.page({ ...outbox, state: 'failed' }, at + 1, 1),
              ({ ended_at: since, created_at: made }) => since ?? made,
            ),
          jobs_failed: oldest(
            (at) => jobs.page({ ...of, state: 'failed' }, at, 1),
            ({ finished_at: since, created_at: made }) => since ?? made,
          ),
        }),
      ),
  }
}

/** The last row of a list that begins with the newest. `read` reads one row and the total. */
function oldest<Row>(
  read: (at: number) => { readonly rows: readonly Row[]; readonly total: number },
  sinceOf: (row: Row) => UnixMs,
): WaitingItems {
  const newest = read(0)
  const count = newest.total
  const [row] = count > 1 ? read(count - 1).rows : newest.rows
  return { count, since: row === undefined ? null : sinceOf(row) }
}
