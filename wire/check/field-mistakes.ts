import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
/** The words about a field that does not fit its schema: its place, and the advice. */

/** A request up to this size learns of all its mistakes, a larger one of the first. */
export const THOROUGH_BYTES_MAX = 16_384
/** Fields that are told of at most. */
export const FIELDS_MAX = 16
/** An unknown field's name is told up to here. */
export const UNKNOWN_NAME_MAX = 64

/** `part` is the name of a field, or the index of a list's item. */
export function joinedPath(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`
  return path === '' ? part : `${path}.${part}`
}

/** `value` is the keyword's in the schema, `says` the field's own sentence; null when there is none. */
export function mistake(keyword: string, value: unknown, says?: KeyedText): KeyedText | null {
  const limit = Number(value)
  switch (keyword) {
    case 'required':
      return say('field.missing')
    case 'additionalProperties':
      return say('field.unknown')
    case 'x-text':
      return value === 'multiline'
        ? say('field.control_character_lines')
        : say('field.control_character')
    case 'maxLength':
      return say('field.too_long', { max: limit })
    case 'minLength':
      return value === 1 ? say('field.empty') : say('field.too_short', { min: limit })
    case 'maxItems':
      return say('field.too_many_items', { max: limit })
    case 'minItems':
      return say('field.too_few_items', { min: limit })
    case 'minimum':
      return say('field.at_least', { min: limit })
    case 'maximum':
      return say('field.at_most', { max: limit })
    case 'type':
      return says ?? ofType(String(value))
    default:
      return says ?? null
  }
}

function ofType(type: string): KeyedText {
  if (type === 'string') return say('field.text')
  if (type === 'integer') return say('field.whole')
  if (type === 'boolean') return say('field.truth')
  if (type === 'array') return say('field.list')
  return type === 'null'
    ? say('field.null')
    : say(type === 'object' ? 'field.object' : 'field.number')
}
