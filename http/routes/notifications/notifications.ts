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
import { notificationView } from '../../../wire/stored/stored-notification.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'

/** Routes for notifications from staff to accounts. */

export const notificationRoutes: readonly FrontRoute[] = [
  route({
    method: 'POST',
    path: '/admin/v1/notifications',
    audience: 'staff',
    rights: ['notifications'],
    rate: { per: 'login', max: 60, seconds: 60 },
    idempotent: true,
    summary: 'Send a message to accounts',
    description:
      '`logins` has logins and ranges, separated by commas, at most ' +
      `${NOTIFICATION_LOGINS_MAX} in total. The answer has a row for each login; ` +
      '`not_found` means that the account does not exist or is out of scope.',
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
    summary: 'List your notifications',
    description:
      'Lists messages of the broker to you, newest first. A limit of 0 or less counts as ' +
      `${NOTIFICATIONS_LIMIT_DEFAULT}, a larger one than ${NOTIFICATIONS_KEPT_MAX} as ` +
      `${NOTIFICATIONS_KEPT_MAX}.`,
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
