import type { UnixMs } from '../../engine/units.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonObject,
  jsonWritten,
} from '../format/json-parts.js'

/** A document that terminals store for their user. The server does not interpret it. */
export interface StoredPreferences {
  /** A JSON object as text, serialized by the server. */
  readonly content: string
  /** The version of the preferences. 0 before the first save. */
  readonly version: number
  readonly updated_at: UnixMs | null
}

/** Preferences in the form of the API. */
export function preferencesText({ content, version, updated_at }: StoredPreferences): JsonValue {
  const at = updated_at === null ? null : new Date(updated_at).toISOString()
  const kept = jsonField('content', jsonWritten(content))
  return jsonObject(kept, jsonFields({ updated_at: at, version }))
}
