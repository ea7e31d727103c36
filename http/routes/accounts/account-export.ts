import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { CSV_MEDIA } from '../../../wire/answer/csv.js'
import { hiddenFields } from '../../../wire/schema/accounts/account-fields.js'
import { AccountExportBody, AccountExportQuery, JobView } from '../../../wire/schema/records/job.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import { type Route, rawRoute, route } from '../../pipeline/route.js'
import { refuseFilters } from './account-filters.js'
import { groupsAsked } from './account-list.js'

const DESCRIPTION =
  'the accounts that the list has for the same filters, by login, in your scope. Fields that you may not see ' +
  'are left out. A text that begins like a formula has an apostrophe in front.'

/** Rights that open more of an export than its own. */
const OPENING = [
  'accounts.name',
  'accounts.email',
  'accounts.phone',
  'accounts.address',
  'config.staff',
]

export const accountExportRoutes: readonly Route[] = [exportRoute(), exportJobRoute()]

function exportJobRoute(): Route {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/export',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'Export the list of trading accounts',
    description:
      `Starts a job whose result is CSV: ${DESCRIPTION} Four jobs of an owner may be open; ` +
      'one more is too_many_requests.',
    idempotent: true,
    body: AccountExportBody,
    data: JobView,
    errors: ['conflict', 'too_many_requests', 'unavailable'],
    example: { body: { group: 'real\\*' } },
    async handle(context) {
      const { body, session, services } = context
      const refusal = refuseFilters(body, session)
      if (refusal !== undefined) return refusal
      const created = await services.desk.ask('jobs.create', {
        actor: context.actor,
        ...context.keyed,
        kind: 'accounts.export',
        request: body,
        rights: ['accounts.view', ...OPENING.filter((right) => session.rights.has(right))],
        scope: session.groupScope,
      })
      return created.ok ? jobView(created.value) : created
    },
  })
}

/** Exports accounts in the answer itself, as far as that goes; longer exports are jobs. */
function exportRoute(): Route {
  return rawRoute({
    method: 'GET',
    path: '/admin/v1/accounts/export',
    audience: 'staff',
    rights: ['accounts.view'],
    // Some 30,000 accounts are read for each.
    rate: { per: 'login', max: 20, seconds: 60 },
    summary: 'Download the list of trading accounts',
    description: `CSV: ${DESCRIPTION} Up to 8 MiB, some 30,000 accounts; more is too_large: start a job with POST.`,
    query: AccountExportQuery,
    media: CSV_MEDIA,
    errors: ['too_large', 'unavailable'],
    async handle({ query, session, services }) {
      const refusal = refuseFilters(query, session)
      if (refusal !== undefined) return refusal
      const { group, company, ...filter } = query
      const made = await services.queries.of(session).run('accounts.export', {
        filter,
        groups: groupsAsked(services, session, query),
        hidden: hiddenFields(session.rights),
      })
      if (!made.ok) return made
      const headers = attachmentHeaders('accounts.csv')
      return { mediaType: CSV_MEDIA, body: made.value, headers }
    },
  })
}
