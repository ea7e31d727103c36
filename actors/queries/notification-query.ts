import { NOTIFICATIONS_KEPT_MAX } from '../../engine/limits/people.js'
import type { Login } from '../../engine/units.js'
import { notificationsRepo } from '../../storage/repos/people/notifications.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { StoredNotification } from '../../wire/stored/stored-notification.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** The newest messages of staff to one account. */
export interface NotificationQueries {
  'notifications.newest': {
    readonly request: { readonly login: Login; readonly count: number }
    readonly answer: readonly StoredNotification[]
  }
}

export function notificationQueries(db: Sqlite): Handlers<NotificationQueries> {
  const notifications = notificationsRepo(db)
  return {
    'notifications.newest': ({ login, count }) => {
      if (!isPage(1, count) || count > NOTIFICATIONS_KEPT_MAX) return BAD_PAGE
      return inSnapshot(db, () => accept(notifications.newest(login, count)))
    },
  }
}
