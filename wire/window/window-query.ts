import { isRefusal, type Refusal } from '../../engine/code.js'
import { sortText } from '../../engine/names/sort-text.js'
import { bigScaledFromText } from '../../engine/numbers/decimal.js'
import { refuseField } from '../../engine/reasons/fault.js'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { because, say } from '../../engine/reasons/reasons.js'
import { tidyText } from '../check/clean-text.js'
import { isBeyondBounds } from '../format/parse-json.js'
import { isTime, UTC_END } from '../types/utc-time.js'
import {
  FRACTION_DIGITS,
  WINDOW_OPERATORS,
  type WindowCondition,
  type WindowOperator,
  type WindowSort,
  type WindowTerm,
  type WindowValue,
} from './window.js'
import type { WindowField, WindowFields } from './window-fields.js'

/**
 * Parses the filter and sort order of a window query into the form used for comparisons.
 *
 * F1. Conditions and sort orders on fields that the caller may not see are refused, so that nobody
 *     can find hidden values by searching.
 * - Texts are compared without case, in the normalized form used for sorting.
 */
export const FILTER_CHARACTERS_MAX = 4_096
export const CONDITIONS_MAX = 32
export const IN_VALUES_MAX = 100

/** The most fields and objects in the JSON of a filter, more than the allowed conditions can have. */
const FILTER_PARTS_MAX = CONDITIONS_MAX * 8
const MEMBERS = ['field', 'op', 'value'] as const
const WHOLE = /^-?(0|[1-9]\d{0,17})$/
const AMOUNT = /^-?(0|[1-9]\d{0,17})(\.\d{1,12})?$/
const TIME = new RegExp(`^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?${UTC_END}$`)
const BETWEEN_MS = new RegExp(`\\.\\d{3}\\d*[1-9]\\d*${UTC_END}$`)
const ORDERED: readonly WindowOperator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in']
const OPERATORS: Readonly<Record<WindowField['type'], readonly WindowOperator[]>> = {
  text: WINDOW_OPERATORS,
  whole: ORDERED,
  amount: ORDERED,
  time: ORDERED,
  flag: ['eq', 'ne', 'in'],
}

type Rights = ReadonlySet<string>

/**
 * `name` sorts ascending, `-name` descending. The field has to be in `fields` and visible with
 * `rights`.
 */
export function readSort(text: string, fields: WindowFields, rights: Rights): WindowSort | Refusal {
  const isFalling = text.startsWith('-')
  const field = isFalling ? text.slice(1) : text
  return refuseSeeing('sort', field, fields, rights) ?? { field, isFalling }
}

/** Parses a JSON list of `{field, op, value}`. All must match; of a nested list one must match. */
export function readFilter(
  text: string,
  fields: WindowFields,
  rights: Rights,
): readonly WindowTerm[] | Refusal {
  const list = parsed(text)
  if (!Array.isArray(list)) {
    return refuseField('filter', say('field.filter_list'))
  }
  if (list.flat().length > CONDITIONS_MAX) {
    return refuseField('filter', say('field.filter_conditions', { max: CONDITIONS_MAX }))
  }
  const terms: WindowTerm[] = []
  for (const [i, one] of list.entries()) {
    const read = Array.isArray(one)
      ? readList(`filter[${i}]`, one, fields, rights)
      : readCondition(`filter[${i}]`, one, fields, rights)
    if (isRefusal(read)) return read
    terms.push(read)
  }
  return terms
}

/** Reads alternatives, of which one must match. */
function readList(
  at: string,
  list: readonly unknown[],
  fields: WindowFields,
  rights: Rights,
): readonly WindowCondition[] | Refusal {
  if (list.length === 0) return refuseField(at, say('field.filter_empty'))
  const conditions: WindowCondition[] = []
  for (const [i, one] of list.entries()) {
    const read = readCondition(`${at}[${i}]`, one, fields, rights)
    if (isRefusal(read)) return read
    conditions.push(read)
  }
  return conditions
}

function parsed(text: string): unknown {
  if (isBeyondBounds(Buffer.from(text), FILTER_PARTS_MAX)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function readCondition(
  at: string,
  given: unknown,
  fields: WindowFields,
  rights: Rights,
): WindowCondition | Refusal {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return refuseField(at, say('field.filter_object'))
  }
  const object = given as Readonly<Record<string, unknown>>
  const unknown = Object.keys(object).find((name) => !MEMBERS.some((member) => member === name))
  if (unknown !== undefined) return refuseField(at, say('field.filter_members'))
  const { field, op, value } = object
  const hidden = refuseSeeing(`${at}.field`, field, fields, rights)
  if (hidden !== undefined) return hidden
  const { type, isNullable = false } = fields.get(field as string) as WindowField
  const operator = OPERATORS[type].find((one) => one === op)
  if (operator === undefined) {
    return refuseField(`${at}.op`, say('field.one_of', { choices: OPERATORS[type].join(', ') }))
  }
  if (value === null && isNullable && (operator === 'eq' || operator === 'ne')) {
    return { field: field as string, operator, values: [] }
  }
  const isList = operator === 'in'
  if (isList && (!Array.isArray(value) || value.length === 0 || value.length > IN_VALUES_MAX)) {
    return refuseField(`${at}.value`, say('field.filter_values', { max: IN_VALUES_MAX }))
  }
  const values: WindowValue[] = []
  for (const one of isList ? (value as unknown[]) : [value]) {
    const read = READERS[type](one)
    if (read === undefined) return refuseField(`${at}.value`, SAYS[type])
    values.push(read)
  }
  return { field: field as string, operator, values }
}

/** Refuses an unknown field, or one that the caller may not see (F1). */
function refuseSeeing(
  at: string,
  name: unknown,
  fields: WindowFields,
  rights: Rights,
): Refusal | undefined {
  const field = typeof name === 'string' ? fields.get(name) : undefined
  if (field === undefined) {
    return refuseField(at, say('field.one_of', { choices: [...fields.keys()].join(', ') }))
  }
  if (field.right === null || rights.has(field.right)) return undefined
  return because('forbidden.list_field', { at, field: String(name), right: field.right })
}

const SAYS: Readonly<Record<WindowField['type'], KeyedText>> = {
  text: say('field.plain_text'),
  whole: say('field.whole_or_text'),
  amount: say('field.number_or_decimal'),
  flag: say('field.truth'),
  time: say('field.time'),
}

const READERS: Readonly<Record<WindowField['type'], (given: unknown) => WindowValue | undefined>> =
  {
    text(given) {
      const text = typeof given === 'string' ? tidyText(given, 'multiline') : undefined
      return text === undefined ? undefined : [sortText(text)]
    },
    whole(given) {
      const text = numberText(given)
      return text !== undefined && WHOLE.test(text) ? [BigInt(text)] : undefined
    },
    amount(given) {
      const text = numberText(given)
      return text !== undefined && AMOUNT.test(text) ? amountOf(text) : undefined
    },
    flag: (given) => (typeof given === 'boolean' ? [given ? 1 : 0] : undefined),
    time(given) {
      if (typeof given !== 'string' || !TIME.test(given) || !isTime(given)) return undefined
      // Stored times have whole milliseconds, so a time between two of them equals none.
      const isBetween = BETWEEN_MS.test(given)
      return [Date.parse(given) + (isBetween ? 0.5 : 0)]
    },
  }

/** The text of a number that JSON represents exactly, or a text. */
function numberText(given: unknown): string | undefined {
  if (typeof given === 'string') return given
  if (typeof given !== 'number' || Math.abs(given) > Number.MAX_SAFE_INTEGER) return undefined
  return String(Object.is(given, -0) ? 0 : given)
}

function amountOf(text: string): WindowValue {
  const scaled = bigScaledFromText(text, FRACTION_DIGITS) as bigint
  const one = 10n ** BigInt(FRACTION_DIGITS)
  return [scaled / one, Number(scaled % one)]
}
