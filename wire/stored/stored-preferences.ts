import type { UnixMs } from '../../engine/units.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonObject,
  jsonWritten,
} from '../answer/json-parts.js'

/** A document that terminals keep of their user; nobody here reads it. */
export interface StoredPreferences {
  /** A JSON object, as text that was written here. */
  readonly content: string
  /** 0 before the first save. */
  readonly version: number
  readonly updated_at: UnixMs | null
}

/** Preferences as REST answers them. */
export function preferencesText({ content, version, updated_at }: StoredPreferences): JsonValue {
  const at = updated_at === null ? null : new Date(updated_at).toISOString()
  const kept = jsonField('content', jsonWritten(content))
  return jsonObject(kept, jsonFields({ updated_at: at, version }))
}
