import { groupMaskFits } from '../../../engine/names/group-path.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import type { GroupFacts } from '../../../wire/account/account-text.js'
import { JSON_NULL, jsonField, jsonObject } from '../../../wire/format/json-parts.js'
import {
  AccountsCountQuery,
  AccountsPageView,
  AccountsQuery,
} from '../../../wire/schema/accounts/account.js'
import { CountView } from '../../../wire/schema/trading/trades.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { refuseFilters } from './account-filters.js'
import { groupFacts } from './account-views.js'

type Filters = Static<typeof AccountsQuery>

export const accountListRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'List trading accounts',
  description:
    'Lists accounts by login, only those of groups in your scope. With `min_projection_seq`, the ' +
    'rows and the checkpoint are from one snapshot and `money` is null. `consistency` ' +
    '`projection_pending` means that this state is not in the tables yet.',
  query: AccountsQuery,
  data: AccountsPageView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const refusal = refuseFilters(query, session) ?? refuseFence(query.min_projection_seq)
    if (refusal !== undefined) return refusal
    const fence = query.min_projection_seq
    const { page, limit } = query
    const listed = await services.queries.of(session).run('accounts.list', {
      filter: filterOf(query),
      groups: requestedGroups(services, session, query),
      hidden: hiddenFields(session.rights),
      page,
      limit,
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

export const accountCountRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/accounts/count',
  audience: 'staff',
  rights: ['accounts.view'],
  summary: 'Count trading accounts',
  description:
    'Counts the accounts that the list shows for the same filters. `page` and `limit` have no ' +
    'effect.',
  query: AccountsCountQuery,
  data: CountView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const refusal = refuseFilters(query, session)
    if (refusal !== undefined) return refusal
    const counted = await services.queries.of(session).run('accounts.count', {
      filter: filterOf(query),
      groups: requestedGroups(services, session, query),
    })
    return counted.ok ? { total: counted.value } : counted
  },
})

/** The groups within the session's scope that match the filters. */
export function requestedGroups(
  services: FrontServices,
  session: Session,
  { group, company }: Pick<Filters, 'group' | 'company'>,
): readonly GroupFacts[] {
  return reachableGroups(services, session)
    .filter(({ path }) => group === undefined || groupMaskFits(group, path))
    .filter(({ record }) => company === undefined || record.company === company)
    .map(groupFacts)
}

function filterOf({ login, name, email }: Pick<Filters, 'login' | 'name' | 'email'>) {
  return {
    ...(login === undefined ? {} : { login }),
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
  }
}
