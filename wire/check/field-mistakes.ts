import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
/** Builds error messages for fields that do not match their schema, with the path of the field. */

/** For requests up to this size all errors are reported, for larger ones only the first. */
export const THOROUGH_BYTES_MAX = 16_384
/** The maximum number of fields with reported errors. */
export const FIELDS_MAX = 16
/** The maximum number of characters reported of an unknown field's name. */
export const UNKNOWN_NAME_MAX = 64

/** Appends a part, which is a field name or a list index. */
export function joinedPath(path: string, part: string): string {
  if (/^\d+$/.test(part)) return `${path}[${part}]`
  return path === '' ? part : `${path}.${part}`
}

/**
 * The message for a failed keyword. `value` is the keyword's value in the schema, and `says` the
 * field's own message. Null if there is no message.
 */
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
