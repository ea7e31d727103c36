import { ownsSession, type SessionSide } from '../../../engine/access/session.js'
import { assert } from '../../../engine/assert.js'
import { timeText } from '../../../wire/format/time-text.js'
import { OwnSessionParams, OwnSessionView } from '../../../wire/schema/people/session.js'
import { Rows, type Static } from '../../../wire/types/scalars.js'
import { authPath } from '../../server/cookies.js'
import { systemNamed } from '../../server/user-agent.js'
import { LiveSession } from '../../sessions/live-session.js'
import { byAge } from '../../sessions/session-store.js'
import { type FrontRoute, route } from '../route.js'
import { signOut } from './auth.js'

const WHOSE =
  'The route covers only sessions of your login on this side. A session of the investor or API ' +
  'password sees only itself.'

/**
 * Routes to list and end one's own sessions, equal for staff and traders
 * (docs/decisions/sign-in.md).
 */
export const ownSessionRoutes: readonly FrontRoute[] = [
  ...routesFor('staff'),
  ...routesFor('trader'),
]

function routesFor(side: SessionSide): FrontRoute[] {
  return [listRoute(side), endRoute(side)]
}

function listRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'GET',
    path: `${authPath(side)}/sessions`,
    audience: side,
    rights: [],
    accountHeader: side === 'trader',
    summary: 'List your sessions',
    description:
      'Lists all sessions that can still be used, oldest first. `current` marks the session of ' +
      `the request. ${WHOSE}`,
    data: Rows(OwnSessionView),
    handle({ session, services }) {
      assert(session instanceof LiveSession, 'sessions come from the session store')
      const now = services.clock.now()
      return services.sessions
        .ofLogin(session.login)
        .filter((one) => one.via === undefined && ownsSession(session, one))
        .filter((one) => now < one.refreshExpiresAt)
        .toSorted(byAge)
        .map((one) => rowOf(one, session))
    },
  })
}

function endRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'DELETE',
    path: `${authPath(side)}/sessions/{id}`,
    audience: side,
    rights: [],
    accountHeader: side === 'trader',
    summary: 'Sign out of one session',
    description:
      'The tokens of the session stop working and its live sockets close before the answer. If ' +
      'the session is your current one, this signs you out.\n\n' +
      `${WHOSE} ` +
      '`not_found`: the session is over or belongs to another login.',
    params: OwnSessionParams,
    errors: ['not_found', 'unavailable'],
    example: { params: { id: '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01' } },
    async handle(context) {
      const { params, session, services, actor } = context
      if (params.id === session.id) return signOut(context)
      const asked = { actor, session: session.id, id: params.id }
      const ended = await services.desk.ask('sessions.end_own', asked)
      return ended.ok ? null : ended
    },
  })
}

function rowOf(session: LiveSession, asking: LiveSession): Static<typeof OwnSessionView> {
  return {
    id: session.id,
    terminal: session.terminal,
    address: session.ip,
    os: systemNamed(session.userAgent),
    user_agent: session.userAgent,
    read_only: session.readOnly,
    by_link: session.link !== null,
    created_at: timeText(session.createdAt),
    last_activity: timeText(session.lastSeenAt),
    current: session.id === asking.id,
  }
}
