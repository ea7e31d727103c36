import type { OwnCodes } from '../../../actors/sign-in/sign-in-client.js'
import type { SessionSide } from '../../../engine/access/session.js'
import { assert } from '../../../engine/assert.js'
import {
  CodeBody,
  CodeSecretView,
  CodesView,
  SessionView,
} from '../../../wire/schema/people/session.js'
import type { PlainRequest } from '../../exchange/request.js'
import type { Session } from '../../exchange/session.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { authPath } from '../../server/cookies.js'
import { LiveSession } from '../../sessions/live-session.js'
import { provenView } from '../../sessions/session-views.js'
import { type FrontRoute, route } from '../route.js'
import { originOf } from './auth.js'

/** The limit is low, because each request is a write to disk or an attempt at guessing. */
const RATE: RouteRate = { per: 'login', max: 20, seconds: 60 }

/**
 * Routes for the one-time codes of the signed-in user, equal for staff and traders
 * (docs/decisions/sign-in.md).
 */
export const codeRoutes: readonly FrontRoute[] = [...routesFor('staff'), ...routesFor('trader')]

function routesFor(side: SessionSide): FrontRoute[] {
  return [statusRoute(side), enrolRoute(side), confirmRoute(side), disableRoute(side)]
}

function statusRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'GET',
    path: `${authPath(side)}/otp`,
    audience: side,
    rights: [],
    restricted: 'otp',
    accountHeader: side === 'trader',
    summary: 'Read whether one-time codes are on',
    description: 'Answers whether codes are on, and whether the group requires them.',
    data: CodesView,
    handle({ session }) {
      const { otpEnabled, otpRequired } = liveOf(session)
      return { enabled: otpEnabled, required: otpRequired }
    },
  })
}

function enrolRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/otp/enrol`,
    audience: side,
    rights: [],
    restricted: 'otp',
    accountHeader: side === 'trader',
    rate: RATE,
    summary: 'Create a setup key for one-time codes',
    description:
      'Show `uri` as a QR code, or `secret` as text to type in an authenticator app. Confirm the ' +
      'key with the first code within an hour. A new key replaces one that was not confirmed.\n\n' +
      '`conflict`: codes are already on. `forbidden`: the session is one of the investor or API ' +
      'password.',
    answersSecrets: true,
    data: CodeSecretView,
    errors: ['conflict', 'forbidden', 'unavailable'],
    async handle({ session, request, services }) {
      const made = await services.signIn.enrolCodes(ownCodes(session, request))
      return made.ok ? made.value : made
    },
  })
}

function confirmRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/otp/confirm`,
    audience: side,
    rights: [],
    restricted: 'otp',
    accountHeader: side === 'trader',
    rate: RATE,
    summary: 'Turn one-time codes on with the first code',
    description:
      'Sessions of the login that had to set up codes become full sessions. The code is used up: ' +
      'the next sign-in needs the next code.',
    body: CodeBody,
    answersSecrets: true,
    data: SessionView,
    errors: [
      'auth.otp_invalid',
      'auth.otp_not_set',
      'auth.too_many_attempts',
      'forbidden',
      'unavailable',
    ],
    example: { body: { code: '123456' } },
    async handle({ body, session, request, services }) {
      const live = liveOf(session)
      const { accessToken } = live
      const own = ownCodes(session, request)
      const confirmed = await services.signIn.confirmCodes(own, body.code)
      return confirmed.ok ? provenView(live, accessToken, services.serverClock()) : confirmed
    },
  })
}

function disableRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'POST',
    path: `${authPath(side)}/otp/disable`,
    audience: side,
    rights: [],
    accountHeader: side === 'trader',
    rate: RATE,
    summary: 'Turn one-time codes off with a current code',
    description: 'The server refuses this if the group requires codes.',
    body: CodeBody,
    data: CodesView,
    errors: ['auth.otp_invalid', 'auth.too_many_attempts', 'forbidden', 'unavailable'],
    example: { body: { code: '123456' } },
    async handle({ body, session, request, services }) {
      const live = liveOf(session)
      const off = await services.signIn.disableCodes(ownCodes(session, request), body.code)
      if (!off.ok) return off
      return { enabled: live.otpEnabled, required: live.otpRequired }
    },
  })
}

function liveOf(session: Session): LiveSession {
  assert(session instanceof LiveSession, 'sessions come from the session store')
  return session
}

function ownCodes(session: Session, request: PlainRequest): OwnCodes {
  const { id, login, terminal } = liveOf(session)
  return { login, session: id, terminal, origin: originOf(request) }
}
