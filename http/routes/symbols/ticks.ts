import { isTraded, symbolOfGroup } from '../../../engine/book/group-symbols.js'
import { HOUR_MS } from '../../../engine/calendar/durations.js'
import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import { TICKS_DEFAULT, TicksQuery, TicksView } from '../../../wire/schema/trading/tick.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { reachableGroup } from '../../reach/group-reach.js'
import { type FrontRoute, route } from '../route.js'

/** The longest span: one day in server time, which has 25 hours when summer time ends. */
const SPAN_MAX_MS = 25 * HOUR_MS

export const symbolTicksRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/symbols/{id}/ticks',
  audience: 'staff',
  rights: ['trades.view'],
  summary: 'Read the ticks of a symbol',
  description:
    'Lists ticks oldest first, for at most one day. `from` and `to` are UTC times or days in ' +
    'server time, both inclusive; without `to` the period is one day. With `group` the prices ' +
    'contain its current spread, as its accounts see them.\n\n' +
    'A page has at most `limit` ticks (default ' +
    `${TICKS_DEFAULT}), or more if several have the same time. ` +
    '`next` is the `from` of the next page, null after the last one.',
  params: RecordParams,
  query: TicksQuery,
  rate: { per: 'login', max: 60, seconds: 60 },
  data: TicksView,
  errors: ['not_found', 'unavailable'],
  example: { params: { id: '1' } },
  async handle({ params, query, session, services }) {
    const { book } = services.settings
    const listed = book.symbolsById.get(params.id)
    if (listed === undefined) return because('not_found.symbol', { symbol: params.id })
    const range = readTimeRange(query, book.clock)
    if (isRefusal(range)) return range
    const from = range.from as number
    const to = range.to ?? from + SPAN_MAX_MS - HOUR_MS - 1
    if (to - from >= SPAN_MAX_MS) return refuseField('to', say('field.within_day_of_from'))
    const group = query.group === undefined ? null : reachableGroup(services, session, query.group)
    if (isRefusal(group)) return group
    const seen = group === null ? listed : symbolOfGroup(group, listed)
    if (!isTraded(seen) && group !== null) {
      return because('not_found.not_of_group', { group: group.path, symbol: listed.name })
    }
    const { digits } = listed
    const asked = { symbolId: listed.id, digits, spreadDiff: seen.spreadDiff, from, to }
    const read = await services.market.ticks(session, { ...asked, limit: query.limit })
    if (!read.ok) return read
    const { items, next } = read.value
    const rest = {
      symbol: listed.name,
      digits,
      group: group?.path ?? null,
      next: next === null ? null : new Date(next).toISOString(),
    }
    return new JsonText(jsonObject(jsonField('items', jsonList(items)), jsonFields(rest)))
  },
})
