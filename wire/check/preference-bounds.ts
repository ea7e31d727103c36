import type { SessionSide } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import { PREFERENCE_BYTES_MAX, PREFERENCE_PARTS_MAX } from '../../engine/limits/people.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { isBeyondBounds } from '../format/parse-json.js'

/**
 * Refuses a preferences document that is too large (as compact JSON in UTF-8) or has too many
 * parts. Its depth is already limited by `JSON_DEPTH_MAX`. Null if it is accepted.
 */
export function refusePreferences(content: string, side: SessionSide): Refusal | null {
  const bytes = Buffer.from(content)
  const max = PREFERENCE_BYTES_MAX[side]
  if (bytes.length > max) {
    return refuseField('content', say('field.too_many_bytes', { bytes: bytes.length, max }))
  }
  if (!isBeyondBounds(bytes, PREFERENCE_PARTS_MAX)) return null
  const what = say('field.parts_max', { max: PREFERENCE_PARTS_MAX })
  return refuseField('content', what)
}
