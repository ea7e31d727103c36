import { NOTIFICATION_LOGINS_MAX, NOTIFICATIONS_KEPT_MAX } from '../../../engine/limits/people.js'
import { loginsIn } from '../../../engine/names/login-list.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import {
  NOTIFICATIONS_LIMIT_DEFAULT,
  NotificationResultsView,
  NotificationsQuery,
  NotificationView,
  SendNotificationsBody,
} from '../../../wire/schema/people/notification.js'
import { Rows } from '../../../wire/schema/scalars.js'
import { notificationView } from '../../../wire/stored/stored-notification.js'
import { type Route, route } from '../../pipeline/route.js'

/** Routes for notifications from staff to accounts. */

export const notificationRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/admin/v1/notifications',
    audience: 'staff',
    rights: ['notifications'],
    rate: { per: 'login', max: 60, seconds: 60 },
    idempotent: true,
    summary: 'Send a message to accounts',
    description: `\`logins\` are logins and ranges with commas between, ${NOTIFICATION_LOGINS_MAX} at most; each is answered on its own, not_found where it is not there or out of scope.`,
    body: SendNotificationsBody,
    data: NotificationResultsView,
    errors: ['conflict', 'unavailable'],
    example: { body: { logins: '1,1005-1010', message: 'Trading ends at noon.' } },
    async handle(context) {
      const { body, services, keyed, actor } = context
      const logins = loginsIn(body.logins, NOTIFICATION_LOGINS_MAX)
      if ('reason' in logins) return refuseField('logins', logins)
      const asked = { actor, ...keyed, logins, message: body.message.trim() }
      const sent = await services.desk.ask('notifications.send', asked)
      return sent.ok ? sent.value : sent
    },
  }),
  route({
    method: 'GET',
    path: '/trader/v1/notifications',
    audience: 'trader',
    accountHeader: true,
    summary: 'The messages that were sent to you',
    description: `Newest first. A limit of 0 or less is ${NOTIFICATIONS_LIMIT_DEFAULT}, one above ${NOTIFICATIONS_KEPT_MAX} is that.`,
    query: NotificationsQuery,
    data: Rows(NotificationView),
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const asked = query.limit <= 0 ? NOTIFICATIONS_LIMIT_DEFAULT : query.limit
      const count = Math.min(asked, NOTIFICATIONS_KEPT_MAX)
      const mine = { login: session.login, count }
      const found = await services.queries.of(session).run('notifications.newest', mine)
      return found.ok ? found.value.map(notificationView) : found
    },
  }),
]
