import type { Route } from '../pipeline/route.js'
import { accountResetOtpRoute } from './accounts/account-codes.js'
import { authRoutes } from './auth/auth.js'
import { adminOnlineRoutes } from './online/online.js'
import { adminStaffRoutes } from './staff/staff.js'

/** Routes of signing in, sessions and staff users. */
export const signInRoutes: readonly Route[] = [
  ...authRoutes,
  ...adminOnlineRoutes,
  ...adminStaffRoutes,
]
