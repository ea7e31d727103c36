import type { AccountsWindowCount } from '../../../actors/queries/window-query.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { SUMMED_ACCOUNTS_MAX } from '../../../engine/limits/long-answers.js'
import { comparableGroup, groupMaskFits } from '../../../engine/names/group-path.js'
import { typedWords } from '../../../engine/names/words.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { hiddenFields, WINDOW_ROW_FIELDS } from '../../../wire/account/account-fields.js'
import type { GroupFacts } from '../../../wire/account/account-text.js'
import {
  AccountCountQuery,
  AccountCountView,
  AccountWindowQuery,
  AccountWindowView,
  CLIENT_ID_MAX,
} from '../../../wire/schema/accounts/account-window.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { WindowCondition, WindowTerm } from '../../../wire/window/window.js'
import { ACCOUNT_WINDOW_FIELDS } from '../../../wire/window/window-fields.js'
import { readFilter, readSort } from '../../../wire/window/window-query.js'
import type { Session } from '../../exchange/session.js'
import { refuseFence } from '../../pipeline/fenced-page.js'
import { windowCount, windowPageText, windowPlace } from '../../pipeline/window-page.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { accountSums } from '../../readers/account-sums.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { groupFacts } from './account-views.js'

const RESOURCE = 'accounts'
const LOGIN = /^[1-9]\d{0,15}$/

export const accountWindowRoutes: readonly FrontRoute[] = [windowRoute(), countRoute()]

type Given = Pick<
  Static<typeof AccountWindowQuery>,
  'sort' | 'search' | 'filter' | 'group' | 'group_path' | 'client' | 'min_projection_seq'
>

/** A query of the account window, with the proof for its cursors. */
interface Window {
  readonly asked: Required<Pick<AccountsWindowCount, 'groups' | 'conditions' | 'sort'>> &
    Pick<AccountsWindowCount, 'minProjectionSeq'>
  readonly proof: string
  /** Identifies the filter, independent of the sort order. */
  readonly queryId: string
}

function windowRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/accounts/window',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'Page through trading accounts',
    description:
      'Answers one page of stored accounts in your scope, without live money. Rows are sorted by ' +
      '`sort`, a field of the filter, with `-` in front for descending order; equal rows are ' +
      'sorted by login.\n\n' +
      'The cursors `after` and `before` are valid for the same query of the same user. ' +
      '`edge=around` takes a cursor, an anchor (a login) or an offset. `edge=from` takes the ' +
      'offset at which the page starts.\n\n' +
      '`search` is a login, or words that each occur in a part of the name or in the e-mail. It ' +
      'looks only at fields that your rights show.',
    query: AccountWindowQuery,
    refusesEmptyQuery: true,
    data: AccountWindowView,
    errors: ['not_found', 'unavailable'],
    async handle({ query, session, services }) {
      const window = windowOf(services, session, query)
      if (isRefusal(window)) return window
      const place = windowPlace(services.windowProofs, window.proof, query)
      if (isRefusal(place)) return place
      const fields = query.fields?.split(',')
      const unknown = fields?.find((field) => !WINDOW_ROW_FIELDS.includes(field))
      if (unknown !== undefined)
        return refuseField('fields', say('field.no_field', { name: unknown }))
      const read = await services.queries.of(session).run('accounts.window', {
        ...window.asked,
        place,
        limit: query.limit,
        hidden: hiddenFields(session.rights),
        ...(fields === undefined ? {} : { fields }),
      })
      return read.ok ? windowPageText(services, window.proof, read.value.items, read.value) : read
    },
  })
}

function countRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/accounts/window/count',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'Count the trading accounts of a window',
    description:
      'Counts the accounts that match the query of the window. The count is exact; `edge`, ' +
      'cursor and `limit` have no effect.\n\n' +
      'With `sums=true` the answer also has the live money of these accounts, summed by ' +
      `currency. This needs a filter or a search, and at most ${SUMMED_ACCOUNTS_MAX} accounts.`,
    query: AccountCountQuery,
    refusesEmptyQuery: true,
    data: AccountCountView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const window = windowOf(services, session, query)
      if (isRefusal(window)) return window
      const read = await services.queries.of(session).run('accounts.window_count', window.asked)
      if (!read.ok) return read
      const count = windowCount(RESOURCE, window.queryId, read.value)
      if (!query.sums || count.total === null) return { ...count, sums: null }
      const sums = await sumsOf(services, session, window, count.total)
      return isRefusal(sums) ? sums : { ...count, sums }
    },
  })
}

/** Sums of live money over the accounts in the window; null if there are too many. */
async function sumsOf(
  { queries, overviews, settings }: FrontServices,
  session: Session,
  { asked }: Window,
  total: number,
) {
  const paths = new Set(asked.groups.map(({ path }) => path))
  if (asked.conditions.length === 0) {
    const all = await overviews.money(null)
    if (isRefusal(all)) return all
    return accountSums(
      settings.book,
      all.filter(({ group }) => paths.has(group)),
    )
  }
  if (total > SUMMED_ACCOUNTS_MAX) return null
  const logins = await queries
    .of(session)
    .run('accounts.window_logins', { ...asked, max: SUMMED_ACCOUNTS_MAX })
  if (!logins.ok) return logins
  const money = await overviews.money(logins.value)
  return isRefusal(money) ? money : accountSums(settings.book, money)
}

/** Checks a query against the session's rights and converts it. */
export function windowOf(
  services: FrontServices,
  session: Session,
  query: Given,
): Window | Refusal {
  const fence = query.min_projection_seq
  const refusal = refuseFence(fence) ?? refuseClient(query, session)
  if (refusal !== undefined) return refusal
  const { rights } = session
  const sort = readSort(query.sort, ACCOUNT_WINDOW_FIELDS, rights)
  if (isRefusal(sort)) return sort
  const filter = readFilter(query.filter ?? '[]', ACCOUNT_WINDOW_FIELDS, rights)
  if (isRefusal(filter)) return filter
  const searched = searchOf(query.search, rights)
  if (isRefusal(searched)) return searched
  const groups = groupsOf(services, session, query)
  const { search, filter: conditions, group, group_path, client } = query
  const predicates = [search, conditions, group, group_path, client]
  const reached = groups.map(({ path }) => path)
  const caller = [session.login, [...rights].sort(), session.groupScope, reached]
  const { windowProofs } = services
  return {
    asked: {
      groups,
      sort,
      conditions: [...filter, ...searched, ...clientConditions(client)],
      ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
    },
    proof: windowProofs.proof(RESOURCE, predicates, sort, caller),
    queryId: windowProofs.name(RESOURCE, predicates, caller),
  }
}

function refuseClient({ client }: Given, session: Session): Refusal | undefined {
  if (client === undefined) return undefined
  if (!session.rights.has('clients.view')) {
    return because('forbidden.client_accounts')
  }
  if (BigInt(client) <= CLIENT_ID_MAX) return undefined
  return refuseField('client', say('field.int64'))
}

function clientConditions(client: string | undefined): WindowCondition[] {
  if (client === undefined) return []
  return [{ field: 'client_id', operator: 'eq', values: [[BigInt(client)]] }]
}

/** The fields that a search covers, each only if the session may see it. */
const SEARCHED = ['name', 'last_name', 'middle_name', 'email'] as const

/**
 * A number is searched for as a login. For other text, every word has to be in a name or in the
 * e-mail address.
 */
function searchOf(
  search: string | undefined,
  rights: ReadonlySet<string>,
): readonly WindowTerm[] | Refusal {
  if (search === undefined) return []
  if (LOGIN.test(search)) {
    return [{ field: 'login', operator: 'eq', values: [[BigInt(search)]] }]
  }
  const hidden: readonly string[] = hiddenFields(rights)
  const fields = SEARCHED.filter((field) => !hidden.includes(field))
  if (fields.length === 0) {
    return because('forbidden.search')
  }
  return typedWords(search).map((word) =>
    fields.map((field) => ({ field, operator: 'contains', values: [[word]] })),
  )
}

/** The groups in scope that match the mask and are the given path or below it. */
function groupsOf(
  services: FrontServices,
  session: Session,
  { group, group_path }: Given,
): readonly GroupFacts[] {
  const above = group_path === undefined ? undefined : comparableGroup(group_path)
  return reachableGroups(services, session)
    .filter(({ path }) => group === undefined || groupMaskFits(group, path))
    .filter(({ path }) => {
      const own = comparableGroup(path)
      return above === undefined || own === above || own.startsWith(`${above}\\`)
    })
    .map(groupFacts)
}
