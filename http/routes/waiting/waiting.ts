import { WaitingView } from '../../../wire/schema/records/waiting.js'
import { type Route, route } from '../../pipeline/route.js'
import { dealingWaits, waitingAsk } from '../../readers/waiting.js'

/** Routes that count the work waiting for staff. */
export const adminWaitingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/admin/v1/waiting',
    audience: 'staff',
    rights: [],
    summary: 'Count what waits for you',
    description:
      'Each count is of what its own list shows you, null without the right to that: new applications (applications), held ' +
      'fills (trades.manager), requests at the dealing desk (dealing), your unread mails (mailbox), e-mails that were given ' +
      'up (config.mail), and failed jobs, your own or with config.servers those of everybody. On the live socket ' +
      'watch_waiting tells the same when it changes.',
    data: WaitingView,
    errors: ['unavailable'],
    rate: { per: 'login', max: 60, seconds: 60 },
    async handle({ session, services }) {
      const { queries, settings, dealing } = services
      const asked = waitingAsk(session, settings.book)
      const counts = await queries.of(session).run('waiting.counts', asked)
      return counts.ok ? { ...counts.value, dealing: dealingWaits(session, dealing) } : counts
    },
  }),
]
