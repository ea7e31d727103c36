import type { FrontRoute } from '../route.js'
import { optionsRoute } from './options.js'
import { codeRoute, signUpRoute } from './sign-up.js'

/** Sign-up routes, for people without an account. */
export const signUpRoutes: readonly FrontRoute[] = [optionsRoute, signUpRoute, codeRoute]
