import { WaitingView } from '../../../wire/schema/records/waiting.js'
import { waitingAsk, waitingView } from '../../readers/waiting.js'
import { type FrontRoute, route } from '../route.js'

/** Routes that count the work waiting for staff. */
export const adminWaitingRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/waiting',
    audience: 'staff',
    rights: [],
    summary: 'Count the waiting items',
    description:
      'Counts the items of your lists that need work, each with the time of its oldest item. Each count ' +
      'is null without the right to its list. With the right `config.servers` failed jobs are those of ' +
      'all staff. On the live socket, `watch_waiting` reports changes.',
    data: WaitingView,
    errors: ['unavailable'],
    rate: { per: 'login', max: 60, seconds: 60 },
    async handle({ session, services }) {
      const { queries, settings, dealing } = services
      const asked = waitingAsk(session, settings.book)
      const counts = await queries.of(session).run('waiting.counts', asked)
      return counts.ok ? waitingView(counts.value, session, dealing) : counts
    },
  }),
]
