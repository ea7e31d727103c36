/**
 * Parses the filter of a list: plain words are searched for, `field=value` and similar parts are
 * conditions. The input field, the address and saved views all use this text.
 *
 * - A value with spaces needs quotation marks: `group="real\vip two"`.
 * - `country=DE|AT` matches either value.
 * - A part that is not a condition is searched for as typed.
 * - A condition on a field that cannot be filtered stays a condition. The server refuses it and its
 *   chip shows the error. Searching for it as words would find no rows, which looks like a valid
 *   empty result.
 */
export interface Condition {
  readonly field: string
  readonly op: string
  readonly value: unknown
}

/** One part of the filter: a condition, or words to search for. */
interface FilterPart {
  readonly text: string
  readonly condition: Condition | null
}

export interface Filter {
  readonly search: string
  readonly conditions: readonly Condition[]
}

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  '^': 'starts',
  '~': 'contains',
}
const PART = /[a-z_]+(?:>=|<=|!=|[=><^~])(?:"[^"]*"|\S+)|\S+/g
const CONDITION = /^([a-z_]+)(>=|<=|!=|[=><^~])(?:"([^"]*)"|(.+))$/

/** Splits the filter into its parts, in order. */
export function filterParts(text: string): FilterPart[] {
  return [...text.matchAll(PART)].map(([part]) => ({
    text: part,
    condition: conditionOf(part),
  }))
}

export function filterOf(text: string): Filter {
  const parts = filterParts(text)
  return {
    search: parts
      .filter(({ condition }) => condition === null)
      .map((part) => part.text)
      .join(' '),
    conditions: parts.flatMap(({ condition }) => condition ?? []),
  }
}

function conditionOf(part: string): Condition | null {
  const [, field = '', sign = '', quoted, plain = ''] = CONDITION.exec(part) ?? []
  const op = OPERATORS[sign]
  if (op === undefined) return null
  const value = quoted ?? plain
  if (quoted === undefined && op === 'eq' && value.includes('|')) {
    return { field, op: 'in', value: value.split('|').filter(Boolean).map(typed) }
  }
  return { field, op, value: quoted ?? typed(value) }
}

const typed = (value: string): string | boolean =>
  value === 'true' ? true : value === 'false' ? false : value

/** The filter without one of its parts. */
export function without(text: string, part: string): string {
  const parts = filterParts(text).map((one) => one.text)
  const at = parts.indexOf(part)
  return [...parts.slice(0, at), ...parts.slice(at + 1)].join(' ')
}
