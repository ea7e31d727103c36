import { assert } from '../../engine/assert.js'
import type { Book } from '../../engine/book/compiled.js'
import { tradesReachIn } from '../../engine/book/trades-reach.js'
import { isRefusal } from '../../engine/code.js'
import { groupMaskFits, groupReach } from '../../engine/names/group-path.js'
import { hiddenFields } from '../../wire/account/account-fields.js'
import type { StoredTradeExport } from '../../wire/schema/records/trade-export.js'
import type { LogArchive } from '../../wire/schema/shared/job.js'
import { TRADE_WINDOW_FIELDS } from '../../wire/schema/trading/trade-window-fields.js'
import type { JobKind, StoredJob } from '../../wire/stored/stored-job.js'
import type { StoredAccountExport } from '../../wire/thread/account-export.js'
import type { LogArchiveTarget } from '../../wire/thread/log-archive.js'
import { readFilter } from '../../wire/window/window-query.js'
import { reportWork } from '../reports/report-work.js'
import type { JobWork } from '../thread/job-work.js'

/** The settings on which a job's work depends, besides its request. */
export interface JobGround {
  /** The current settings: groups may have been added or deleted. */
  readonly book: Book
  /** The directory for archived logs; undefined if none is configured. */
  readonly logArchive: LogArchiveTarget | undefined
}

/**
 * How a kind is carried out: in slices on the jobs thread, which receive the work, or in slices by
 * the front and the desk together, such as imports of accounts and bulk actions.
 */
type JobWay =
  | { readonly by: 'thread'; work(job: StoredJob, ground: JobGround): JobWork }
  | { readonly by: 'imports' | 'acts' }

const WAYS: Readonly<Record<JobKind, JobWay>> = {
  'accounts.batch': { by: 'acts' },
  'accounts.export': { by: 'thread', work: exportOf },
  'accounts.import': { by: 'imports' },
  'log.archive': { by: 'thread', work: archiveOf },
  report: { by: 'thread', work: reportOf },
  'trades.export': { by: 'thread', work: tradesOf },
}

export function wayOf({ kind }: Pick<StoredJob, 'kind'>): JobWay {
  return WAYS[kind]
}

function archiveOf({ request }: StoredJob, { logArchive: target }: JobGround): JobWork {
  const { until } = request as LogArchive
  return { kind: 'log.archive', target, until: until === undefined ? null : Date.parse(until) }
}

function reportOf(job: StoredJob, { book }: JobGround): JobWork {
  return { kind: 'report', ...reportWork(job, book) }
}

function tradesOf({ request, rights, scope }: StoredJob, { book }: JobGround): JobWork {
  const { list, filter = '[]', group, ...more } = request as StoredTradeExport
  const held = new Set(rights)
  const conditions = readFilter(filter, TRADE_WINDOW_FIELDS[list], held)
  assert(!isRefusal(conditions), 'a stored filter was read before')
  const reach = tradesReachIn(book, groupReach(scope, held), { group })
  return { kind: 'trades.export', list, conditions, reach, ...more }
}

function exportOf({ request, rights, scope }: StoredJob, { book }: JobGround): JobWork {
  const { group, company, packed, fields, ...filter } = request as StoredAccountExport
  const held = new Set(rights)
  const reach = groupReach(scope, held)
  const groups = [...book.groups.values()]
    .filter(({ path }) => reach.covers(path))
    .filter(({ path }) => group === undefined || groupMaskFits(group, path))
    .filter(({ record }) => company === undefined || record.company === company)
    .map(({ path, currency, currencyDigits, record }) => ({
      path,
      currency,
      digits: currencyDigits,
      leverage: record.leverage,
    }))
  const hidden = hiddenFields(held)
  return { kind: 'accounts.export', filter, groups, hidden, packed, fields: fields?.split(',') }
}
