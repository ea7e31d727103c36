import type { Route } from '../pipeline/route.js'
import { notificationRoutes } from './notifications/notifications.js'
import { traderWatchlistRoutes } from './watchlists/watchlists.js'

/** Routes of what traders keep, and of what their broker tells them. */
export const peopleRoutes: readonly Route[] = [...notificationRoutes, ...traderWatchlistRoutes]
