import { groupOf } from '../../../engine/book/book.js'
import { dayFromText } from '../../../engine/calendar/calendar.js'
import { dayNumber } from '../../../engine/calendar/server-day.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { AccountDailyQuery, DailyPageView } from '../../../wire/schema/accounts/daily.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

const ROWS =
  'Answers one row for each day that ended in server time, newest first: the account at the end ' +
  'of the day, and the sums of its deals by sign. `from` and `to` are days, both inclusive. A ' +
  'figure is null if a price was missing.'

export const adminAccountDailyRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/accounts/{login}/daily',
    audience: 'staff',
    rights: ['trades.view'],
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'List the daily rows of an account',
    description: ROWS,
    params: AccountParams,
    query: AccountDailyQuery,
    data: DailyPageView,
    errors: ['not_found', 'unavailable'],
    example: { params: { login: '1001' } },
    input: asked,
    handle: ({ account, session, services, input }) =>
      dailyPage(services, session, account, input, session.rights.has('accounts.name')),
  }),
]

export const traderDailyRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/daily',
    audience: 'trader',
    accountHeader: true,
    summary: 'List your daily rows',
    description: ROWS,
    query: AccountDailyQuery,
    data: DailyPageView,
    errors: ['unavailable'],
    input: asked,
    async handle({ session, services, input }) {
      const account = await services.accounts.stored(session.login)
      return isRefusal(account) ? account : dailyPage(services, session, account, input, true)
    },
  }),
]

type Query = Static<typeof AccountDailyQuery>

function asked({ query }: { readonly query: Query }) {
  const days = refuseFence(query.min_projection_seq) ?? requestedDays(query)
  return isRefusal(days) ? days : { query, days }
}

async function dailyPage(
  services: FrontServices,
  session: Session,
  account: { readonly login: number; readonly group: string; readonly name: string },
  { query, days }: Exclude<ReturnType<typeof asked>, Refusal>,
  showsName: boolean,
) {
  const fence = query.min_projection_seq
  const group = groupOf(services.settings.book, account.group)
  const { page, limit } = query
  const found = await services.queries.of(session).run('account.daily', {
    login: account.login,
    ...days,
    page,
    limit,
    holder: {
      currency: group?.currency ?? '',
      moneyDigits: group?.currencyDigits ?? 2,
      name: showsName ? account.name : null,
    },
    ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
  })
  if (!found.ok) return found
  return fencedPage(found.value.rows, { ...found.value, page }, fence)
}

/** Converts the dates of a query to day numbers. */
export function requestedDays(query: { readonly from?: string; readonly to?: string }) {
  const days: { from?: number; to?: number } = {}
  for (const name of ['from', 'to'] as const) {
    const text = query[name]
    if (text === undefined) continue
    if (dayFromText(text) === undefined) return refuseField(name, say('field.no_such_day'))
    days[name] = dayNumber(text)
  }
  const { from, to } = days
  if (from !== undefined && to !== undefined && to < from) {
    return refuseField('to', say('field.before_from_day'))
  }
  return days
}
