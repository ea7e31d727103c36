import type { SessionSide } from '../../../engine/access/session.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { refusePreferences } from '../../../wire/check/preference-bounds.js'
import type { StoredPreferences } from '../../../wire/stored/stored-preferences.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Desk } from '../desk.js'

/**
 * Documents that terminals store for their user. The server does not interpret them, so the journal
 * has no lines about them.
 */

interface PreferencesOwner {
  readonly login: Login
  readonly side: SessionSide
}

interface SavePreferences extends PreferencesOwner {
  /** The version that the client read; 0 overwrites any version. */
  readonly expected: number
  /** The preferences as the text of a JSON object. */
  readonly content: string
  /** True to merge the keys into the stored document, false to replace it. */
  readonly isMerged: boolean
}

const NEVER_SAVED: StoredPreferences = { content: '{}', version: 0, updated_at: null }

export function preferencesDesk(desk: Desk) {
  const { preferences } = desk.tables
  const stored = ({ login, side }: PreferencesOwner): StoredPreferences =>
    preferences.get(login, side) ?? NEVER_SAVED
  return {
    'preferences.get': (owner: PreferencesOwner): Outcome<StoredPreferences> =>
      accept(stored(owner)),
    'preferences.save': (request: SavePreferences): Outcome<StoredPreferences> => {
      const { login, side, expected } = request
      const before = stored(request)
      if (expected !== 0 && expected !== before.version) {
        return because('conflict.preferences_changed', { version: before.version })
      }
      const content = request.isMerged ? merged(before.content, request.content) : request.content
      const refusal = refusePreferences(content, side)
      if (refusal !== null) return refusal
      // The first save creates a version, even for an empty document.
      if (before.version > 0 && content === before.content) return accept(before)
      const saved = { content, version: before.version + 1, updated_at: desk.clock.now() }
      return desk.change(() => {
        preferences.put(login, side, saved)
        return accept(saved)
      })
    },
  }
}

/**
 * Merges changes into the document: keys with null are deleted, others are replaced as a whole,
 * omitted ones stay.
 */
function merged(before: string, changes: string): string {
  const keys = new Map(Object.entries(JSON.parse(before) as object))
  for (const [key, value] of Object.entries(JSON.parse(changes) as object)) {
    if (value === null) keys.delete(key)
    else keys.set(key, value)
  }
  return JSON.stringify(Object.fromEntries(keys))
}
