import { dayFromText } from '../../../engine/calendar/calendar.js'
import { wallTime } from '../../../engine/calendar/server-clock.js'
import { holidaysOn } from '../../../engine/config/kinds/holiday.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import {
  HolidayCheckQuery,
  HolidayCheckView,
  HolidaysQuery,
  HolidayView,
} from '../../../wire/schema/settings/holiday.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes, recordByName } from '../settings/config-routes.js'

const PATH = '/admin/v1/holidays'
const RIGHTS = ['config.holidays']

const listRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'List holidays',
  description: 'Lists holidays by position. A filter by year also shows holidays of every year.',
  query: HolidaysQuery,
  data: Rows(HolidayView),
  handle: ({ query, services }) => {
    const { year, month } = query
    return services.settings.book.records.holidays.filter(
      (holiday) =>
        (year === 0 || holiday.year === 0 || holiday.year === year) &&
        (month === 0 || holiday.month === month),
    )
  },
})

const checkRoute = route({
  method: 'GET',
  path: `${PATH}/check`,
  audience: 'staff',
  rights: RIGHTS,
  summary: 'Check whether a symbol is closed on a day',
  description:
    'Answers the enabled holidays that close the symbol on the day. Without a day it is today in ' +
    'server time.',
  query: HolidayCheckQuery,
  data: HolidayCheckView,
  errors: ['not_found'],
  handle: ({ query, services }) => {
    const symbol = recordByName(services, 'symbols', query.symbol)
    if (symbol === undefined) return because('not_found.symbol', { symbol: query.symbol })
    const { date: today } = wallTime(services.serverClock(), services.clock.now())
    const date = query.date ?? today
    if (dayFromText(date) === undefined) {
      return refuseField('date', say('field.holiday_date'))
    }
    const holidays = holidaysOn(services.settings.book.records.holidays, date, symbol.path)
    return { closed: holidays.length > 0, date, holidays, symbol: query.symbol }
  },
})

export const adminHolidayRoutes: readonly FrontRoute[] = [
  listRoute,
  checkRoute,
  ...configRoutes(
    {
      kind: 'holidays',
      path: PATH,
      right: 'config.holidays',
      one: 'a holiday',
      many: 'holidays',
      examples: {
        create: { month: 12, day: 25, description: 'Christmas', symbols: ['Forex\\*'] },
        patch: { version: 1, enabled: false },
      },
    },
    'create',
    'order',
    'read',
    'patch',
    'delete',
  ),
]
