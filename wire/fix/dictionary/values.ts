import { fixTimeIn, isFixDate } from './time.js'

const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?$/
const DATE = /^(\d{4})(\d{2})(\d{2})$/
const MONTH = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]|w[1-5])?$/
const DIGITS_MAX = 15
const [MINUS, POINT, DIGIT_0] = [45, 46, 48]

/**
 * Checks whether the text between two positions is a value of a type. It creates a substring only
 * if necessary.
 */
export type ValueCheck = (source: string, from: number, to: number) => boolean

const any: ValueCheck = () => true
const count: ValueCheck = (source, from, to) => to > from && areDigits(source, from, to)
const whole: ValueCheck = (source, from, to) => count(source, afterMinus(source, from), to)
const decimal: ValueCheck = (source, from, to) => {
  const begin = afterMinus(source, from)
  let point = begin
  while (point < to && source.charCodeAt(point) !== POINT) point++
  const digits = to - begin - (point < to ? 1 : 0)
  return digits > 0 && areDigits(source, begin, point) && areDigits(source, point + 1, to)
}
const matching =
  (check: (value: string) => boolean): ValueCheck =>
  (source, from, to) =>
    check(source.slice(from, to))
const date = matching((value) => {
  const parts = DATE.exec(value)
  return parts !== null && isFixDate(Number(parts[1]), Number(parts[2]), Number(parts[3]))
})

function afterMinus(source: string, from: number): number {
  return source.charCodeAt(from) === MINUS ? from + 1 : from
}

/**
 * True if all characters are digits, also for an empty text. False for more digits than a number
 * represents exactly.
 */
function areDigits(source: string, from: number, to: number): boolean {
  if (to - from > DIGITS_MAX) return false
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at)
    if (code < DIGIT_0 || code > DIGIT_0 + 9) return false
  }
  return true
}

export interface FixFieldRule {
  readonly type: string
  readonly isOfType: ValueCheck
  readonly countsEntries: boolean
  /** The allowed values; undefined if any is allowed. */
  readonly values: ReadonlySet<string> | undefined
}

/**
 * Countries, currencies and exchanges are not checked, because providers use more than the standard
 * defines.
 */
const CHECKS: Readonly<Record<string, ValueCheck>> = {
  STRING: any,
  MULTIPLEVALUESTRING: any,
  DATA: any,
  COUNTRY: any,
  CURRENCY: any,
  EXCHANGE: any,
  AMT: decimal,
  FLOAT: decimal,
  PERCENTAGE: decimal,
  PRICE: decimal,
  PRICEOFFSET: decimal,
  QTY: decimal,
  INT: whole,
  LENGTH: count,
  NUMINGROUP: count,
  SEQNUM: count,
  BOOLEAN: matching((value) => value === 'Y' || value === 'N'),
  CHAR: (_source, from, to) => to - from === 1,
  LOCALMKTDATE: date,
  UTCDATEONLY: date,
  MONTHYEAR: matching((value) => MONTH.test(value)),
  UTCTIMEONLY: matching((value) => TIME.test(value)),
  UTCTIMESTAMP: (source, from, to) => fixTimeIn(source, from, to) !== undefined,
}

export function typeCheck(type: string): ValueCheck {
  return CHECKS[type] ?? any
}

/** Fields with several values separate them by spaces. */
export function isAllowed({ type, values }: FixFieldRule, value: string): boolean {
  if (values === undefined) return true
  if (type !== 'MULTIPLEVALUESTRING') return values.has(value)
  return value.split(' ').every((one) => values.has(one))
}
