/**
 * A list's filter as text: words search, `field=value` and the like are conditions. It is the same in the field, in the
 * address and in views.
 *
 *   F1. A value with blanks stands between quotes: `group="real\vip two"`.
 *   F2. `country=DE|AT` is any of these.
 *   F3. What is no condition is searched for, as it stands.
 *   F4. A condition on a field that cannot be filtered stays one: the server refuses it, and its chip says so. As words it
 *       would find nobody, which reads as an all-clear.
 */
export interface Condition {
  readonly field: string
  readonly op: string
  readonly value: unknown
}

/** A part of the text: a condition, or words to search for. */
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

/** The parts of the text in their order. */
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

/** The text without one of its parts. */
export function without(text: string, part: string): string {
  const parts = filterParts(text).map((one) => one.text)
  const at = parts.indexOf(part)
  return [...parts.slice(0, at), ...parts.slice(at + 1)].join(' ')
}
