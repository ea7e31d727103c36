import { dayNumber } from '../../../engine/calendar/server-day.js'
import { oldestByMonths } from '../../../engine/reports/openings.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import {
  ReportDailyQuery,
  ReportDailyView,
  ReportExposureQuery,
  ReportExposureView,
} from '../../../wire/schema/records/report.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { requestedDays } from '../accounts/daily.js'
import { type FrontRoute, route } from '../route.js'
import { timeOf } from './report-reader.js'

const dailyRoute = route({
  method: 'GET',
  path: '/admin/v1/reports/daily',
  audience: 'staff',
  rights: ['reports'],
  summary: 'List the daily rows of all accounts',
  description:
    'Answers one row for each account in your scope and day that ended in server time, newest ' +
    'day first, then by login. It goes back as far as your `reports_months`. Accounts of staff ' +
    'groups are left out.\n\n' +
    '`from` and `to` are days, both inclusive. `group` in a row is the group on that day; the ' +
    'filters `group` and `company` use the current groups.',
  query: ReportDailyQuery,
  data: ReportDailyView,
  errors: ['unavailable'],
  input: ({ query }) => requestedDays(query),
  async handle({ query, session, services, input: { from = 0, to = Number.MAX_SAFE_INTEGER } }) {
    const { login, page, limit } = query
    const oldest = oldestByMonths(session.reportsMonths, timeOf(services))
    const found = await services.queries.of(session).run('reports.daily', {
      reach: tradesReach(session, services.settings.book, query),
      ...(login === undefined ? {} : { login }),
      from: Math.max(from, oldest === null ? 0 : dayNumber(oldest)),
      to,
      showsNames: session.rights.has('accounts.name'),
      page,
      limit,
    })
    if (!found.ok) return found
    const { rows, total } = found.value
    const items = jsonField('items', jsonList(rows))
    return new JsonText(jsonObject(items, jsonFields({ page, total })))
  },
})

const exposureRoute = route({
  method: 'GET',
  path: '/admin/v1/reports/exposure',
  audience: 'staff',
  rights: ['reports'],
  summary: 'Sum up the open volume by symbol',
  description:
    'Adds up the open lots of accounts in your scope by symbol. Accounts of staff groups are ' +
    'left out. `group` and `company` select accounts by their groups.',
  query: ReportExposureQuery,
  data: ReportExposureView,
  errors: ['unavailable'],
  async handle({ query, session, services }) {
    const reach = tradesReach(session, services.settings.book, query)
    const found = await services.queries.of(session).run('reports.exposure', { reach })
    return found.ok ? [...found.value] : found
  },
})

export const reportViewRoutes: readonly FrontRoute[] = [dailyRoute, exposureRoute]
