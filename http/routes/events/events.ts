import { isRefusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField, jsonFields, jsonList, jsonObject } from '../../../wire/format/json-parts.js'
import { EventsQuery, EventsView } from '../../../wire/schema/records/events.js'
import { fencedFields, refuseFence } from '../../pipeline/fenced-page.js'
import { type FrontRoute, route } from '../route.js'
import { eventFilter, eventScope } from './event-scope.js'
import { eventsKeptFrom } from './kept-events.js'

export const adminEventRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/events',
    audience: 'staff',
    rights: ['events'],
    summary: 'Read the stream of events',
    description:
      'Answers events in order and without gaps: trades and changes of accounts in your scope, ' +
      'changes of settings, and lines of the journal. To read on, send `next` as `after`. Each ' +
      'read has the same events with the same ids in the same order.\n\n' +
      'Each kind needs its own right: `trades.view` for trades and day ends, `accounts.view`, ' +
      '`journal`, or the right to the kind of settings. The server keeps events for ' +
      '`events_days` of its settings. `too_many_requests`: 64 reads already wait for events.',
    query: EventsQuery,
    data: EventsView,
    errors: ['resume_gone', 'too_many_requests', 'unavailable'],
    input: ({ query }) => refuseFence(query.min_projection_seq) ?? eventFilter(query),
    async handle({ query, input, session, services }) {
      const { after, latest, limit, wait_sec, min_projection_seq: fence } = query
      const found = await services.eventStream.read({
        ...(after === undefined ? {} : { after }),
        isLatest: latest,
        limit,
        ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
        keptFrom: eventsKeptFrom(services),
        waitMs: wait_sec * 1000,
        scope: () => eventScope(input, session, services),
      })
      if (isRefusal(found)) return found
      const { items, next, hasMore, oldest } = found.value
      const list = jsonField('items', jsonList(items))
      const ends = jsonFields({ next, has_more: hasMore, oldest })
      return new JsonText(jsonObject(list, ends, fencedFields(found.value, fence)))
    },
  }),
]
