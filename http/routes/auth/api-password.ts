import { isOwners } from '../../../engine/access/session.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { ApiPasswordView, MakeApiPasswordBody } from '../../../wire/schema/people/session.js'
import type { Session } from '../../exchange/session.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { LiveSession } from '../../sessions/live-session.js'
import { type FrontRoute, route } from '../route.js'
import { originOf } from './auth.js'

/**
 * Routes for clients to create and delete the password of the terminal `api`
 * (docs/decisions/sign-in.md).
 */
const PATH = '/trader/v1/me/api-password'

/** The limit is low, because each new password ends the sessions of the previous one. */
const MADE: RouteRate = { per: 'login', max: 6, seconds: 3600 }
const TAKEN: RouteRate = { per: 'login', max: 60, seconds: 60 }

export const apiPasswordRoutes: readonly FrontRoute[] = [makeRoute(), removeRoute()]

function makeRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: PATH,
    audience: 'trader',
    accountHeader: true,
    rate: MADE,
    summary: 'Create the API password of your account',
    description:
      'The server makes the password and shows it once. Programs sign in with it and the ' +
      'terminal `api`. It replaces the previous API password, whose sessions end.\n\n' +
      '`ip_allow` lists the addresses that programs may sign in from. Without it, the list ' +
      'stays; an empty list allows any address. Sessions of the investor and API passwords ' +
      'cannot call this. `conflict`: `api_enabled` of the account is off.',
    body: MakeApiPasswordBody,
    answersSecrets: true,
    data: ApiPasswordView,
    errors: [
      'conflict',
      'auth.invalid_credentials',
      'auth.password_change_not_allowed',
      'auth.too_many_attempts',
      'unavailable',
    ],
    example: { body: { current_password: 'Abcd12!x', ip_allow: ['203.0.113.0/24'] } },
    async handle({ body, session, request, services }) {
      const live = ownerOf(session)
      if (!(live instanceof LiveSession)) return live
      const { login, id, terminal } = live
      const made = await services.signIn.makeApiPassword({
        login,
        session: id,
        terminal,
        current: body.current_password,
        ipAllow: body.ip_allow ?? null,
        origin: originOf(request),
      })
      return made.ok ? { password: made.value.password, ip_allow: [...made.value.ip_allow] } : made
    },
  })
}

function removeRoute(): FrontRoute {
  return route({
    method: 'DELETE',
    path: PATH,
    audience: 'trader',
    accountHeader: true,
    rate: TAKEN,
    summary: 'Remove the API password of your account',
    description:
      'The sessions of the API password end. The list of allowed addresses stays. Sessions of ' +
      'the investor and API passwords cannot call it.',
    errors: ['not_found', 'auth.password_change_not_allowed', 'unavailable'],
    async handle({ session, request, services }) {
      const live = ownerOf(session)
      if (!(live instanceof LiveSession)) return live
      const own = { login: live.login, session: live.id, origin: originOf(request) }
      const removed = await services.signIn.removeApiPassword(own)
      return removed.ok ? null : removed
    },
  })
}

/** The session, if the account's owner opened it with the master password. */
function ownerOf(session: Session): LiveSession | Refusal {
  assert(session instanceof LiveSession, 'sessions come from the session store')
  if (isOwners(session)) return session
  return because('auth.password_change_not_allowed.passwords')
}
