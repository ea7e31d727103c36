import { DealingQueueView } from '../../../wire/schema/trading/dealing.js'
import { type FrontRoute, route } from '../route.js'

export const adminDealingRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/dealing/queue',
    audience: 'staff',
    rights: ['dealing'],
    summary: 'Read the dealing queue',
    description:
      'Lists requests of accounts in your scope that wait for a dealer, oldest first. Dealers ' +
      'answer them on the live socket.',
    data: DealingQueueView,
    handle: ({ session, services }) => services.dealing.queue(session),
  }),
]
