import type { SessionSide } from '../../engine/access/session.js'
import type { Refusal } from '../../engine/code.js'
import { PREFERENCE_BYTES_MAX, PREFERENCE_PARTS_MAX } from '../../engine/limits/people.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { isBeyondBounds } from './json.js'

/**
 * Why a document is not kept: it is too large, as JSON without blanks in UTF-8, or of too many parts. It
 * nests no deeper than any body may (`JSON_DEPTH_MAX`). Null when it is kept.
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
