import type { Route } from '../pipeline/route.js'
import { accountResetOtpRoute } from './accounts/account-codes.js'
import { authRoutes } from './auth/auth.js'
import { codeRoutes } from './auth/one-time-codes.js'
import { ownSessionRoutes } from './auth/own-sessions.js'
import { adminOnlineRoutes } from './online/online.js'
import { preferencesRoutes } from './preferences/preferences.js'
import { adminStaffRoutes } from './staff/staff.js'

/** Routes of signing in, sessions, what users keep, and staff users. */
export const signInRoutes: readonly Route[] = [
  ...authRoutes,
  ...codeRoutes,
  ...ownSessionRoutes,
  accountResetOtpRoute,
  ...adminOnlineRoutes,
  ...preferencesRoutes,
  ...adminStaffRoutes,
]
