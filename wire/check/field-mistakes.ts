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
export function mistakeText(keyword: string, value: unknown, says?: string): string | null {
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'additionalProperties':
      return 'is not known here, leave it out'
    case 'x-text':
      return value === 'multiline'
        ? 'holds a control character other than line feed, carriage return and tab'
        : 'holds a control character, use one line of plain text'
    case 'maxLength':
      return `is too long, at most ${value} characters`
    case 'minLength':
      return value === 1 ? 'must not be empty' : `is too short, at least ${value} characters`
    case 'maxItems':
      return `has too many items, at most ${value}`
    case 'minItems':
      return `has too few items, at least ${value}`
    case 'minimum':
      return `must be ${value} or more`
    case 'maximum':
      return `must be ${value} or less`
    case 'type':
      return says ?? typeText(String(value))
    default:
      return says ?? null
  }
}

function typeText(type: string): string {
  if (type === 'string') return 'must be text'
  if (type === 'integer') return 'must be a whole number'
  if (type === 'boolean') return 'must be true or false'
  if (type === 'array') return 'must be a list'
  return type === 'null' ? 'must be null' : `must be a ${type === 'object' ? 'JSON object' : type}`
}
