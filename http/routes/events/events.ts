import { DAY_MS } from '../../../engine/calendar/durations.js'
import { isRefusal } from '../../../engine/code.js'
import { EVENTS_KEPT_MARGIN_MS } from '../../../engine/limits/events.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/answer/json-parts.js'
import { EventsQuery, EventsView } from '../../../wire/schema/records/events.js'
import { type Route, route } from '../../pipeline/route.js'
import { eventScope, eventsAsked } from './event-scope.js'

export const adminEventRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/admin/v1/events',
    audience: 'staff',
    rights: ['events'],
    summary: 'Read the stream of events',
    description:
      'Trades and changes of accounts in your scope, changes of settings and lines of the journal, in the order in ' +
      'which they happened, without gaps. Send next as after to read on; every read has the same events with the same ids in the same ' +
      'order. Each kind also needs its own right: trades.view for trades and day ends, accounts.view, journal, or a right to ' +
      'the kind of settings. The server keeps events as long as the logs of trades. At most 64 reads wait at a time.',
    query: EventsQuery,
    data: EventsView,
    errors: ['resume_gone', 'too_many_requests', 'unavailable'],
    input: ({ query }) => eventsAsked(query),
    async handle({ query, input, session, services }) {
      const { after, latest, limit, wait_sec } = query
      const kept = services.logRetentionDays * DAY_MS - EVENTS_KEPT_MARGIN_MS
      const found = await services.eventStream.read({
        ...(after === undefined ? {} : { after }),
        isLatest: latest,
        limit,
        keptFrom: services.clock.now() - kept,
        waitMs: wait_sec * 1000,
        scope: () => eventScope(input, session, services),
      })
      if (isRefusal(found)) return found
      const { items, next, hasMore, oldest } = found.value
      const list = jsonField('items', jsonList(items))
      return new JsonText(jsonObject(list, jsonFields({ next, has_more: hasMore, oldest })))
    },
  }),
]
