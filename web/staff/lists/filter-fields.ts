import { typedSigned, typedWhole } from '../../text/typed-numbers.js'

/** The type by which a field of a list is compared. */
export type FilterType = 'text' | 'whole' | 'amount' | 'time' | 'flag'

/** The fields by which a list is filtered. */
export type FilterFields = ReadonlyMap<string, FilterType>

/** What a condition says, and how the text of a filter writes it. */
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
/** By the type of a field; `choice` is of one that has only certain values. */
export const CONDITIONS: Readonly<Record<FilterType | 'choice', readonly ConditionKind[]>> = {
  choice: ['is', 'isNot'],
  text: ['contains', 'is', 'isNot', 'begins', 'empty', 'notEmpty'],
  whole: NUMBERS,
  amount: NUMBERS,
  time: ['from', 'before'],
  flag: ['is'],
}

type Moments = (wall: string) => string | null

/** Whether a condition says all without a value. */
export const hasNoValue = (kind: ConditionKind): boolean => kind === 'empty' || kind === 'notEmpty'

/** A condition as the filter's text; null if the value is none of the type. `momentOf` reads a typed time. */
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
  // There is no way to write a quotation mark between quotation marks.
  const text = typed.replaceAll('"', '')
  if (text === '') return null
  return /\s/.test(text) || text === 'true' || text === 'false' ? `"${text}"` : text
}

/** Values between bars, each as the filter writes it. */
function several(typed: string, read: (text: string) => string | null): string | null {
  const values = typed.split('|').map((one) => read(one.trim()))
  return values.includes(null) ? null : values.join('|')
}
