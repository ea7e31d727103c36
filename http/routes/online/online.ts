import { isRefusal, type Refusal } from '../../../engine/code.js'
import { ONLINE_ROWS_MAX } from '../../../engine/limits/people.js'
import { because } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { type JsonValue, jsonList, jsonOf } from '../../../wire/format/json-parts.js'
import {
  KickBody,
  OnlineRowsView,
  OnlineWindowQuery,
  OnlineWindowView,
  SessionParams,
} from '../../../wire/schema/people/online.js'
import type { SessionRow } from '../../sessions/session-rows.js'
import { type FrontRoute, route } from '../route.js'
import { onlineRows } from './online-rows.js'
import { cursorOf, onlinePage, onlineProof, requestedPlace } from './online-window.js'

/** Routes to list active sessions and to end them. */
const KICK_RIGHTS = ['accounts.online', 'accounts.edit']
const IN_USE = 'A session is in use if it had a request or an open socket in the last 90 seconds.'
/** Limits lists, because each one examines every session. */
const LIST_RATE = { per: 'login', max: 30, seconds: 60 } as const
const WINDOW_RATE = { per: 'login', max: 100, seconds: 10 } as const

export const adminOnlineRoutes: readonly FrontRoute[] = [
  listRoute(),
  windowRoute(),
  kickLoginRoute(),
  kickRoute(),
]

function listRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/online',
    audience: 'staff',
    rights: ['accounts.online'],
    rate: LIST_RATE,
    summary: 'List sessions in use',
    description:
      `${IN_USE} Lists sessions of traders in your scope, oldest first, and with the right ` +
      '`config.staff` those of staff. `equity` is 0 for staff, and if trading does not ' +
      'answer.\n\n' +
      `The list has no pages. If there are more than ${ONLINE_ROWS_MAX} sessions, the answer is ` +
      '`too_large`: use `/admin/v1/online/window`.',
    data: OnlineRowsView,
    errors: ['too_large', 'unavailable'],
    async handle({ session, services }) {
      const seen = services.presence.seenBy(session)
      if (seen.length > ONLINE_ROWS_MAX) {
        return because('too_large.sessions', { count: seen.length })
      }
      const rows: JsonValue[] = []
      for await (const part of onlineRows(services, session, seen)) {
        if (isRefusal(part)) return part
        for (const row of part) rows.push(jsonOf(row))
      }
      return new JsonText(jsonList(rows))
    },
  })
}

function windowRoute(): FrontRoute {
  return route({
    method: 'GET',
    path: '/admin/v1/online/window',
    audience: 'staff',
    rights: ['accounts.online'],
    rate: WINDOW_RATE,
    summary: 'Page through sessions in use',
    description:
      `${IN_USE} Rows are sorted by start time, then by session. The cursors ` +
      '`after` and `before` are valid only for your session with its current rights and ' +
      'scope.\n\n' +
      '`edge=around` takes `anchor_id`, the id of a session. If that session is not listed, ' +
      '`anchor_found` is false and the page starts at the cursor, or else at the first row.',
    query: OnlineWindowQuery,
    refusesEmptyQuery: true,
    data: OnlineWindowView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { windowProofs, clock, presence } = services
      const proof = onlineProof(windowProofs, session)
      const place = requestedPlace(windowProofs, proof, query)
      if (isRefusal(place)) return place
      const observedAt = new Date(clock.now()).toISOString()
      const all = presence.seenBy(session)
      const page = onlinePage(all, place, query.limit)
      const { selected, hasBefore, hasAfter, anchorFound } = page
      const items: SessionRow[] = []
      for await (const part of onlineRows(services, session, selected)) {
        if (isRefusal(part)) return part
        items.push(...part)
      }
      const [first, last] = [selected[0], selected.at(-1)]
      return {
        items,
        before: first === undefined ? null : cursorOf(windowProofs, proof, first),
        after: last === undefined ? null : cursorOf(windowProofs, proof, last),
        has_before: hasBefore,
        has_after: hasAfter,
        anchor_found: anchorFound,
        observed_at: observedAt,
        query_id: windowProofs.name(proof),
        total: all.length,
      }
    },
  })
}

function kickLoginRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/online/kick',
    audience: 'staff',
    rights: KICK_RIGHTS,
    summary: 'End every session of a login',
    description:
      'Ends the sessions on every terminal: tokens stop working and live sockets close before the answer. ' +
      'If no session is open, the answer is `not_found`. You can end sessions of staff only if their ' +
      'rights and scope lie within yours.',
    body: KickBody,
    errors: ['not_found', 'unavailable'],
    example: { body: { login: 1001 } },
    async handle(context) {
      const { body, services, actor } = context
      return kicked(await services.desk.ask('sessions.kick_login', { actor, login: body.login }))
    },
  })
}

function kickRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: '/admin/v1/online/{session}/kick',
    audience: 'staff',
    rights: KICK_RIGHTS,
    summary: 'End one session',
    description:
      'Ends one session like ending all sessions of its login. If the session is not open, the answer is ' +
      '`not_found`. An API key is a `conflict`: disable or revoke the key.',
    params: SessionParams,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: { session: '6f9d0c52-0f0e-4f3e-8f43-0d3a5f5b7c01' } },
    async handle(context) {
      const { params, services, actor } = context
      const isKey = services.sessions.bySessionId(params.session)?.via !== undefined
      if (isKey) return because('conflict.kicked_key')
      return kicked(await services.desk.ask('sessions.kick', { actor, id: params.session }))
    },
  })
}

function kicked(done: { readonly ok: true } | Refusal): null | Refusal {
  return done.ok ? null : done
}
