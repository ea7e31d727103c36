import { typedSigned, typedWhole } from '../typed-numbers.js'

/** The type of a field, which decides how conditions compare it. */
export type FilterType = 'text' | 'whole' | 'amount' | 'time' | 'flag'

/** Kinds of conditions with the operators that the filter text uses for them. */
const SIGNS = {
  is: '=',
  isNot: '!=',
  contains: '~',
  begins: '^',
  more: '>',
  atLeast: '>=',
  less: '<',
  atMost: '<=',
  from: '>=',
  before: '<',
  empty: '=',
  notEmpty: '!=',
} as const

export type ConditionKind = keyof typeof SIGNS

const NUMBERS = ['is', 'isNot', 'more', 'atLeast', 'less', 'atMost'] as const
/** The conditions for each field type. `choice` is for fields with a fixed set of values. */
export const CONDITIONS: Readonly<Record<FilterType | 'choice', readonly ConditionKind[]>> = {
  choice: ['is', 'isNot'],
  text: ['contains', 'is', 'isNot', 'begins', 'empty', 'notEmpty'],
  whole: NUMBERS,
  amount: NUMBERS,
  time: ['from', 'before'],
  flag: ['is'],
}

type Moments = (wall: string) => string | null

/** Whether conditions of this kind take no value. */
export const hasNoValue = (kind: ConditionKind): boolean => kind === 'empty' || kind === 'notEmpty'

/**
 * Writes a condition as filter text. Null if the value does not fit the type. `momentOf` parses a
 * typed time.
 */
export function conditionText(
  field: string,
  type: FilterType,
  kind: ConditionKind,
  typed: string,
  momentOf: Moments,
): string | null {
  const begin = `${field}${SIGNS[kind]}`
  if (hasNoValue(kind)) return `${begin}""`
  const value = valueText(type, typed.trim(), momentOf)
  return value === null ? null : `${begin}${value}`
}

function valueText(type: FilterType, typed: string, momentOf: Moments): string | null {
  if (type === 'whole') return several(typed, typedWhole)
  if (type === 'amount') return several(typed, typedSigned)
  if (type === 'time') return momentOf(typed)
  if (type === 'flag') return typed === 'true' || typed === 'false' ? typed : null
  // The filter syntax has no escape for a quotation mark inside quotation marks.
  const text = typed.replaceAll('"', '')
  if (text === '') return null
  return /\s/.test(text) || text === 'true' || text === 'false' ? `"${text}"` : text
}

/** Writes a list of values, separated by `|`. */
function several(typed: string, read: (text: string) => string | null): string | null {
  const values = typed.split('|').map((one) => read(one.trim()))
  return values.includes(null) ? null : values.join('|')
}
