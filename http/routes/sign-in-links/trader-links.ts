import { isBrowser, isOwners } from '../../../engine/access/session.js'
import { because } from '../../../engine/reasons/reasons.js'
import {
  AllowedSignInLinksView,
  AllowSignInLinksBody,
  LinkSignInBody,
  TokensView,
} from '../../../wire/schema/people/session.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { FOREIGN_PAGE, handOver, isForeign, originOf, terminalFor } from '../auth/auth.js'
import { type FrontRoute, route } from '../route.js'

/**
 * Routes to sign in with a link, and to allow or forbid such links for one's own account
 * (docs/decisions/sign-in-links.md).
 */
const OWN = '/trader/v1/me/sign-in-links'
const CHANGED: RouteRate = { per: 'login', max: 60, seconds: 60 }
const NAMES = 'web, android, ios or desktop'

export const signInLinkRoutes: readonly FrontRoute[] = [exchangeRoute(), readRoute(), allowRoute()]

function exchangeRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/trader/v1/auth/link',
    audience: 'public',
    summary: 'Sign in with a link',
    description:
      'Exchanges the code of a sign-in link, once. If the answer is `auth.otp_required`, repeat the request with ' +
      '`otp` within 5 minutes; the link allows one try. Tokens and cookies are those of `login`.',
    body: LinkSignInBody,
    answersSecrets: true,
    data: TokensView,
    errors: [
      'auth.code_invalid',
      'auth.otp_invalid',
      'auth.otp_required',
      'auth.account_disabled',
      'auth.invalid_terminal',
      'auth.ip_not_allowed',
      'auth.terminal_not_allowed',
      'forbidden',
      'auth.too_many_attempts',
      'unavailable',
    ],
    // This code is 401 here. On other routes it means a wrong e-mail code in a form, which is 400.
    statuses: { 'auth.code_invalid': 401 },
    example: {
      body: { code: '1001.8yS1vGm0oQJ4bCq2m7Yt5wZr3XnUeKdHpLfAaVxTg9c', terminal: 'web' },
    },
    async handle({ body, request, services, setCookie }) {
      const terminal = terminalFor('trader', body.terminal)
      if (typeof terminal !== 'string') return terminal
      // Programs have to use their own password, so that removing it ends their sessions.
      if (terminal === 'api') return because('auth.invalid_terminal.elsewhere', { names: NAMES })
      if (isBrowser(terminal) && isForeign(request, services)) return FOREIGN_PAGE
      const signedIn = await services.signIn.openByLink({
        code: body.code,
        terminal,
        otp: body.otp ?? '',
        userAgent: request.headers['user-agent'] ?? '',
        origin: originOf(request),
      })
      if (!signedIn.ok) return signedIn
      const live = services.sessions.opened(signedIn)
      return handOver(live, signedIn, request, services, setCookie)
    },
  })
}

function readRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: OWN,
    audience: 'trader',
    accountHeader: true,
    summary: 'Read whether sign-in links are allowed',
    description: 'Tells whether the broker may create links that open your terminal signed in.',
    data: AllowedSignInLinksView,
    errors: ['unavailable'],
    async handle({ session: { login }, services }) {
      const allowed = await services.desk.ask('sign_in_links.allowed', { login })
      return allowed.ok ? { allowed: allowed.value } : allowed
    },
  })
}

function allowRoute(): FrontRoute {
  return route({
    method: 'PUT',
    path: OWN,
    audience: 'trader',
    accountHeader: true,
    refusesReadOnly: true,
    rate: CHANGED,
    summary: 'Allow sign-in links or turn them off',
    description:
      'If you turn links off, the broker cannot create sign-in links for the account, and unused ' +
      'links stop working. Sessions stay open. Sessions of the investor and API passwords cannot ' +
      'call it.',
    body: AllowSignInLinksBody,
    data: AllowedSignInLinksView,
    errors: ['forbidden', 'unavailable'],
    example: { body: { allowed: false } },
    async handle({ body: { allowed }, session, request, services }) {
      if (!isOwners(session)) return because('forbidden.links_of_owner')
      const { login, id } = session
      const asked = { login, session: id, origin: originOf(request), allowed }
      const changed = await services.desk.ask('sign_in_links.allow', asked)
      return changed.ok ? { allowed } : changed
    },
  })
}
