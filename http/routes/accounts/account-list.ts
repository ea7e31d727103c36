import { groupMaskFits } from '../../../engine/names/group-path.js'
import { type GroupFacts, hiddenFields } from '../../../wire/answer/account-text.js'
import { JSON_NULL, jsonField, jsonObject } from '../../../wire/answer/json-parts.js'
import { AccountsPageView, AccountsQuery } from '../../../wire/schema/account.js'
import type { Static } from '../../../wire/schema/scalars.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { refuseFilters } from './account-filters.js'
import { groupFacts } from './account-views.js'

const LIMIT_DEFAULT = 100

type Filters = Static<typeof AccountsQuery>

export const accountListRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/accounts',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'List trading accounts',
  description:
    'By login, only groups in your scope. With min_projection_seq the rows and the checkpoint are one ' +
    'snapshot and money is null; consistency projection_pending says nothing about the accounts.',
  query: AccountsQuery,
  data: AccountsPageView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const refusal = refuseFilters(query, session) ?? refuseFence(query.min_projection_seq)
    if (refusal !== undefined) return refusal
    const fence = query.min_projection_seq
    const page = query.page ?? 1
    const listed = await services.queries.of(session).run('accounts.list', {
      filter: {
        ...(query.login === undefined ? {} : { login: query.login }),
        ...(query.name === undefined ? {} : { name: query.name }),
        ...(query.email === undefined ? {} : { email: query.email }),
      },
      groups: groupsAsked(services, session, query),
      hidden: hiddenFields(session.rights),
      page,
      limit: query.limit ?? LIMIT_DEFAULT,
      ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
    })
    if (!listed.ok) return listed
    const { items, total, projectionSeq, isPending } = listed.value
    const logins = items.map(({ login }) => login)
    const moneys = fence === undefined ? await services.accounts.moneys(logins) : []
    const rows = items.map(({ fields }, i) =>
      jsonObject(fields, jsonField('money', moneys[i] ?? JSON_NULL)),
    )
    return fencedPage(rows, { page, total, projectionSeq, isPending }, fence)
  },
})

/** Those of the session's that the filters name. */
export function groupsAsked(
  services: FrontServices,
  session: Session,
  { group, company }: Pick<Filters, 'group' | 'company'>,
): readonly GroupFacts[] {
  return reachableGroups(services, session)
    .filter(({ path }) => group === undefined || groupMaskFits(group, path))
    .filter(({ record }) => company === undefined || record.company === company)
    .map(groupFacts)
}
