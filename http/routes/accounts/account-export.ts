import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { hiddenFields, WINDOW_ROW_FIELDS } from '../../../wire/account/account-fields.js'
import { attachmentHeaders } from '../../../wire/answer/attachment.js'
import { CSV_MEDIA } from '../../../wire/format/csv.js'
import {
  type AccountExport,
  AccountExportBody,
  AccountExportQuery,
} from '../../../wire/schema/accounts/account-export.js'
import { JobView } from '../../../wire/schema/shared/job.js'
import { packLogins } from '../../../wire/stored/login-set.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import type { StoredAccountExport } from '../../../wire/thread/account-export.js'
import type { Session } from '../../exchange/session.js'
import { type FrontRoute, type FrontServices, rawRoute, route } from '../route.js'
import { refuseFilters } from './account-filters.js'
import { requestedGroups } from './account-list.js'
import { isNamed, meantLogins } from './meant-accounts.js'

const DESCRIPTION =
  'It has the accounts that the list shows for the same filters, by login, without fields that ' +
  'your rights hide. A text that begins like a formula gets an apostrophe in front.'

/** Rights that add columns or accounts to an export. */
const OPENING = [
  'accounts.name',
  'accounts.email',
  'accounts.phone',
  'accounts.address',
  'config.staff',
]

export const accountExportRoutes: readonly FrontRoute[] = [exportRoute(), exportJobRoute()]

function exportJobRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/accounts/export',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'Export the list of trading accounts',
    description:
      `Starts a job that writes a CSV file. ${DESCRIPTION}\n\n` +
      '`logins` selects accounts by number, and `filter`, `search`, `group_path`, `client` and ' +
      '`except` select them like the window. The job then exports the accounts that match at the ' +
      'request, at most 100,000. These fields cannot be combined with `company`, `login`, `name` ' +
      'and `email`.\n\n' +
      '`fields` sets the columns and their order. `too_many_requests`: you have four open jobs.',
    idempotent: true,
    body: AccountExportBody,
    data: JobView,
    errors: ['conflict', 'too_large', 'too_many_requests', 'unavailable'],
    example: { body: { group: 'real\\*' } },
    async handle(context) {
      const { body, session, services } = context
      const request = await storedExport(services, session, body)
      if (isRefusal(request)) return request
      const created = await services.desk.ask('jobs.create', {
        actor: context.actor,
        ...context.keyed,
        kind: 'accounts.export',
        request,
        rights: ['accounts.view', ...OPENING.filter((right) => session.rights.has(right))],
        scope: session.groupScope,
      })
      return created.ok ? jobView(created.value) : created
    },
  })
}

async function storedExport(
  services: FrontServices,
  session: Session,
  { group, company, login, name, email, fields, ...who }: AccountExport,
): Promise<StoredAccountExport | Refusal> {
  const unknown = fields?.split(',').find((field) => !WINDOW_ROW_FIELDS.includes(field))
  if (unknown !== undefined) return refuseField('fields', say('field.no_field', { name: unknown }))
  const refusal = refuseFilters({ ...(name && { name }), ...(email && { email }) }, session)
  if (refusal !== undefined) return refusal
  const columns = fields === undefined ? {} : { fields }
  const plain = { company, login, name, email }
  if (!isNamed(who)) return given({ group, ...plain, ...columns })
  const other = Object.entries(plain).find(([, value]) => value !== undefined)
  if (other !== undefined) return refuseField(other[0], say('field.not_with_query'))
  const logins = await meantLogins(services, session, given({ ...who, group }))
  return isRefusal(logins) ? logins : { ...columns, packed: packLogins(logins) }
}

/** Removes undefined fields, which cannot be stored. */
function given<Fields extends object>(
  fields: Fields,
): { [K in keyof Fields]: Exclude<Fields[K], undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never
}

/** Exports accounts directly in the answer. Longer exports need a job. */
function exportRoute(): FrontRoute {
  return rawRoute({
    method: 'GET',
    path: '/admin/v1/accounts/export',
    audience: 'staff',
    rights: ['accounts.view'],
    // Each export may read some 30,000 accounts.
    rate: { per: 'login', max: 20, seconds: 60 },
    summary: 'Download the list of trading accounts',
    description:
      `Answers a CSV file. ${DESCRIPTION}\n\n` +
      'The file has at most 8 MiB, which is about 30,000 accounts. For more, the answer is ' +
      '`too_large`: start a job with POST.',
    query: AccountExportQuery,
    media: CSV_MEDIA,
    errors: ['too_large', 'unavailable'],
    async handle({ query, session, services }) {
      const refusal = refuseFilters(query, session)
      if (refusal !== undefined) return refusal
      const { group, company, ...filter } = query
      const made = await services.queries.of(session).run('accounts.export', {
        filter,
        groups: requestedGroups(services, session, query),
        hidden: hiddenFields(session.rights),
      })
      if (!made.ok) return made
      const headers = attachmentHeaders('accounts.csv')
      return { mediaType: CSV_MEDIA, body: made.value, headers }
    },
  })
}
