import type { Handlers } from '../../thread/ask.js'
import type { Desk } from '../desk.js'
import { type NotificationsOperations, notificationsDesk } from './notifications.js'
import { type WatchlistsOperations, watchlistsDesk } from './watchlists.js'

/** The operations of the desk on what people keep, and what they are sent. */
export interface PeopleOperations extends NotificationsOperations, WatchlistsOperations {}

export function peopleHandlers(desk: Desk): Handlers<PeopleOperations> {
  return {
    ...notificationsDesk(desk),
    ...watchlistsDesk(desk),
  }
}
