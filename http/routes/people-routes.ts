import type { Route } from '../pipeline/route.js'
import { applicationRoutes } from './applications/applications.js'
import { traderBrandRoutes } from './licence/trader-brand.js'
import { mailRoutes } from './mail/mail-routes.js'
import { notificationRoutes } from './notifications/notifications.js'
import { signUpRoutes } from './sign-up/routes.js'
import { traderWatchlistRoutes } from './watchlists/watchlists.js'

/** Routes of what traders keep, of what their broker tells them, and of those who become traders. */
export const peopleRoutes: readonly Route[] = [
  ...applicationRoutes,
  ...mailRoutes,
  ...notificationRoutes,
  ...signUpRoutes,
  ...traderBrandRoutes,
  ...traderWatchlistRoutes,
]
