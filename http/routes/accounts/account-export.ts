import { isRefusal } from '../../../wire/answer/errors.js'
import { AccountExportBody, JobView } from '../../../wire/schema/job.js'
import { jobView } from '../../../wire/stored/stored-job.js'
import { onceOf } from '../../pipeline/idempotency-key.js'
import { type Route, route } from '../../pipeline/route.js'
import { actorOf } from '../settings/config-routes.js'
import { refuseFilters } from './account-filters.js'

/** Rights that open more of an export than its own. */
const OPENING = [
  ...['accounts.name', 'accounts.email', 'accounts.phone', 'accounts.address'],
  'config.staff',
]

export const accountExportRoute: Route = route({
  method: 'POST',
  path: '/admin/v1/accounts/export',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'Export the list of trading accounts',
  description:
    'Starts a job whose result is CSV: the accounts that the list has for the same filters, by login, in ' +
    'your scope. Fields that you may not see are left out. A text that begins like a formula has an ' +
    'apostrophe in front. Four jobs of an owner may be open; one more is too_many_requests.',
  idempotent: true,
  body: AccountExportBody,
  data: JobView,
  errors: ['conflict', 'too_many_requests', 'unavailable'],
  example: { body: { group: 'real\\*' } },
  async handle(context) {
    const { body, session, services } = context
    const refusal = refuseFilters(body, session)
    if (refusal !== undefined) return refusal
    const once = onceOf(context)
    if (isRefusal(once)) return once
    const created = await services.supervisor.ask('jobs.create', {
      actor: actorOf(context),
      ...once,
      kind: 'accounts.export',
      request: body,
      rights: ['accounts.view', ...OPENING.filter((right) => session.rights.has(right))],
      scope: session.groupScope,
    })
    return created.ok ? jobView(created.value) : created
  },
})
