import { say } from '../../engine/reasons/reasons.js'
import { Type } from './type.js'

/** The most spaces around a text that are accepted and removed. */
const BLANKS_MAX = 64

/**
 * A text of 1 to `max` characters, not counting spaces at the ends, which the handler removes
 * (`trim`).
 */
export function TrimmedText(max: number, kind: 'line' | 'multiline' = 'line') {
  return Type.String({
    pattern: `^\\s*\\S([\\s\\S]{0,${max - 2}}\\S)?\\s*$`,
    maxLength: max + BLANKS_MAX,
    examples: ['Majors'],
    'x-text': kind,
    'x-says': say('field.text_length', { max }),
  })
}
