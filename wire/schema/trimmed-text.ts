import { say } from '../../engine/reasons/reasons.js'
import { Type } from './type.js'

/** Blanks beside the text that are taken and cut off. */
const BLANKS_MAX = 64

/**
 * Text of 1 to `max` characters, those between the blanks at its ends; the handler cuts these off (`trim`).
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
