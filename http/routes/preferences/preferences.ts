import type { SessionSide } from '../../../engine/access/session.js'
import { PREFERENCE_BYTES_MAX } from '../../../engine/limits/people.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { refusePreferences } from '../../../wire/check/preference-bounds.js'
import { PreferencesView, SavePreferencesBody } from '../../../wire/schema/people/preferences.js'
import { preferencesText } from '../../../wire/stored/stored-preferences.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { type FrontRoute, route } from '../route.js'

const PATHS: Readonly<Record<SessionSide, string>> = {
  staff: '/admin/v1/me/preferences',
  trader: '/trader/v1/me/preferences',
}
/** The saves are limited, because each one writes the whole document to disk. */
const RATE: RouteRate = { per: 'login', max: 60, seconds: 60 }
const EXAMPLE = { body: { content: { theme: 'dark' }, expected_version: 0 } }

/** Routes for documents that terminals store for the signed-in user. */
export const preferencesRoutes: readonly FrontRoute[] = [
  readRoute('staff'),
  saveRoute('staff', 'PUT'),
  saveRoute('staff', 'PATCH'),
  readRoute('trader'),
  saveRoute('trader', 'PUT'),
]

function readRoute(side: SessionSide): FrontRoute {
  return route({
    method: 'GET',
    path: PATHS[side],
    audience: side,
    rights: [],
    accountHeader: side === 'trader',
    summary: 'Read the preferences of your terminals',
    description: 'Before the first save, an empty object with version 0.',
    data: PreferencesView,
    async handle({ session, services }) {
      const found = await services.desk.ask('preferences.get', { login: session.login, side })
      return found.ok ? new JsonText(preferencesText(found.value)) : found
    },
  })
}

function saveRoute(side: SessionSide, method: 'PUT' | 'PATCH'): FrontRoute {
  const isMerged = method === 'PATCH'
  return route({
    method,
    path: PATHS[side],
    audience: side,
    rights: [],
    accountHeader: side === 'trader',
    refusesReadOnly: side === 'trader',
    rate: RATE,
    summary: isMerged
      ? 'Change preferences of your terminals'
      : 'Replace the preferences of your terminals',
    description:
      `At most ${PREFERENCE_BYTES_MAX[side] / 1024} KiB as JSON without blanks. ` +
      (isMerged
        ? 'Top-level keys are replaced whole, null removes one, those left out stay. '
        : '') +
      '`expected_version` is the version last read; 0 saves over whatever is stored.',
    body: SavePreferencesBody,
    data: PreferencesView,
    errors: ['conflict', 'unavailable'],
    example: EXAMPLE,
    async handle({ body, session, services }) {
      const content = JSON.stringify(body.content)
      const refusal = refusePreferences(content, side)
      if (refusal !== null) return refusal
      const { login } = session
      const given = { login, side, content, expected: body.expected_version, isMerged }
      const saved = await services.desk.ask('preferences.save', given)
      return saved.ok ? new JsonText(preferencesText(saved.value)) : saved
    },
  })
}
