import type { TradeChangesAsk } from '../../../actors/queries/trade-changes-query.js'
import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import {
  ChangesParams,
  ChangesQuery,
  OwnChangesPageView,
  TradeChangesPageView,
} from '../../../wire/schema/trading/changes.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { lookedUp } from '../../pipeline/current-tables.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

type Kind = TradeChangesAsk['kind']
type Part = Pick<TradeChangesAsk, 'from' | 'to' | 'page' | 'limit'>

const FIELDS = {
  positions: 'stop loss, take profit and trailing distance',
  orders: 'price, trigger, stops, volume and expiration',
} as const satisfies Record<Kind, string>

const LIST =
  'The newest change comes first. The oldest entries are the values at the opening. A trailing stop ' +
  'that follows the price has one entry for 10 seconds. `from` and `to` are UTC times or days in ' +
  'server time, both inclusive.\n\n`is_complete` is false if the trade is older than the record of changes.'

export const tradeChangesRoutes: readonly FrontRoute[] = [
  staffRoute('positions'),
  staffRoute('orders'),
  traderRoute('positions'),
  traderRoute('orders'),
]

function staffRoute(kind: Kind): FrontRoute {
  const one = kind === 'positions' ? 'a position' : 'an order'
  return route({
    method: 'GET',
    path: `/admin/v1/${kind}/{id}/changes`,
    audience: 'staff',
    rights: ['trades.view'],
    summary: `List the changes of ${one}`,
    description: `Lists changes of ${FIELDS[kind]}, each with old and new value, author and time. ${LIST}`,
    params: ChangesParams,
    query: ChangesQuery,
    data: TradeChangesPageView,
    errors: ['not_found', 'unavailable'],
    input: ({ query, services }) => requestedPart(query, services.serverClock()),
    handle({ params, session, services, input: part }) {
      const { groups } = tradesReach(session, services.settings.book, {})
      return changesPage(services, session, { kind, id: params.id, reader: { groups }, ...part })
    },
  })
}

function traderRoute(kind: Kind): FrontRoute {
  const one = kind === 'positions' ? 'your position' : 'your order'
  return route({
    method: 'GET',
    path: `/trader/v1/${kind}/{id}/changes`,
    audience: 'trader',
    accountHeader: true,
    summary: `List the changes of ${one}`,
    description: `Lists changes of ${FIELDS[kind]}, each with old and new value, author and time. ${LIST}`,
    params: ChangesParams,
    query: ChangesQuery,
    data: OwnChangesPageView,
    errors: ['not_found', 'unavailable'],
    input: ({ query, services }) => requestedPart(query, services.serverClock()),
    handle({ params, session, services, input: part }) {
      const reader = { login: session.login }
      return changesPage(services, session, { kind, id: params.id, reader, ...part })
    },
  })
}

function requestedPart(query: Static<typeof ChangesQuery>, clock: ServerClock): Part | Refusal {
  const range = readTimeRange(query, clock)
  if (isRefusal(range)) return range
  const { page, limit } = query
  return { ...range, page, limit }
}

async function changesPage(
  services: FrontServices,
  session: Session,
  asked: TradeChangesAsk,
): Promise<JsonText | Refusal> {
  const found = await lookedUp(
    services,
    () => services.queries.of(session).run('trades.changes', asked),
    // Always looks again: the trade may have changed since the first lookup.
    () => false,
  )
  if (!found.ok) return found
  const { rows, total, isComplete } = found.value
  const facts = { page: asked.page, total, is_complete: isComplete }
  return new JsonText(jsonObject(jsonField('items', jsonList(rows)), jsonFields(facts)))
}
