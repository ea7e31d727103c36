import { lineReach } from '../../engine/access/line-reach.js'
import type { Book } from '../../engine/book/compiled.js'
import { dayEnd, dayStart } from '../../engine/calendar/server-clock.js'
import { dayNumber } from '../../engine/calendar/server-day.js'
import { isSameCompany } from '../../engine/licence/companies.js'
import { groupReach, groupScope, isStaffGroup } from '../../engine/names/group-path.js'
import { hiddenFields } from '../../wire/account/account-fields.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { ReportRequest } from '../../wire/stored/stored-report.js'
import type { ReportWork } from '../../wire/thread/report-work.js'

/**
 * Describes a report job's work with the current settings, because groups may have been added or
 * deleted.
 */
export function reportWork(
  { request, rights, scope, created_at }: StoredJob,
  book: Book,
): ReportWork {
  const { module, name, format, params, journal_from, copy_of } = request as ReportRequest
  const { from, to, groups, login, logins, config } = params
  const held = new Set(rights)
  const reach = groupReach(scope, held)
  const narrowed = groups === '' ? reach : groupScope([groups])
  const company = config['company'] ?? ''
  const paths = [...book.groups.values()].map(({ path }) => path)
  const reached = [...book.groups.values()].filter(({ path }) => reach.covers(path))
  const own = reached
    .filter(({ path }) => !isStaffGroup(path))
    .filter(({ path }) => narrowed.covers(path))
    .filter(({ record }) => company === '' || isSameCompany(record.company, company))
  const asked = login === null ? logins : [login]
  return {
    module,
    name,
    format,
    madeAt: created_at,
    asked: askedTexts(params, company),
    clock: book.clock,
    from: from === null ? null : dayStart(book.clock, from),
    to: to === null ? null : dayEnd(book.clock, to),
    days: {
      from: from === null ? 0 : dayNumber(from),
      to: to === null ? Number.MAX_SAFE_INTEGER : dayNumber(to),
    },
    logins: asked.length === 0 ? null : asked,
    groups: own.map(({ path, currency, currencyDigits }) => {
      return { path, currency, digits: currencyDigits }
    }),
    journal: { ...lineReach(scope, held, paths), from: journal_from },
    hidden: hiddenFields(held),
    ...(copy_of === undefined ? {} : { copyOf: copy_of }),
  }
}

function askedTexts(
  { from, to, groups, login, logins }: ReportRequest['params'],
  company: string,
): (readonly [string, string])[] {
  return [
    ['From', from ?? ''],
    ['To', to ?? ''],
    ['Groups', groups],
    ['Company', company],
    ['Logins', login === null ? logins.join(', ') : String(login)],
  ]
}
