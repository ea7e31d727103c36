import { fixTime, isFixDate } from '../codec/time.js'
import type { FixFieldRule } from './dictionary.js'

const WHOLE = /^-?\d{1,15}$/
const COUNT = /^\d{1,15}$/
const DECIMAL = /^-?(?=[\d.]*\d)\d{0,15}(\.\d{0,15})?$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?$/
const DATE = /^(\d{4})(\d{2})(\d{2})$/
const MONTH = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01]|w[1-5])?$/

type ValueCheck = (value: string) => boolean

const any: ValueCheck = () => true
const decimal: ValueCheck = (value) => DECIMAL.test(value)
const count: ValueCheck = (value) => COUNT.test(value)
const date: ValueCheck = (value) => {
  const parts = DATE.exec(value)
  return parts !== null && isFixDate(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** Countries, currencies and exchanges are texts: providers trade in more of them than the standard has. */
const CHECKS: Readonly<Record<string, ValueCheck>> = {
  ...{ STRING: any, MULTIPLEVALUESTRING: any, DATA: any },
  ...{ COUNTRY: any, CURRENCY: any, EXCHANGE: any },
  ...{ AMT: decimal, FLOAT: decimal, PERCENTAGE: decimal, PRICE: decimal, PRICEOFFSET: decimal },
  ...{ QTY: decimal, INT: (value) => WHOLE.test(value) },
  ...{ LENGTH: count, NUMINGROUP: count, SEQNUM: count },
  BOOLEAN: (value) => value === 'Y' || value === 'N',
  CHAR: (value) => value.length === 1,
  ...{ LOCALMKTDATE: date, UTCDATEONLY: date, MONTHYEAR: (value) => MONTH.test(value) },
  UTCTIMEONLY: (value) => TIME.test(value),
  UTCTIMESTAMP: (value) => fixTime(value) !== undefined,
}

export function isOfType({ type }: FixFieldRule, value: string): boolean {
  return (CHECKS[type] ?? any)(value)
}

/** A field of several values has them between spaces. */
export function isAllowed({ type, values }: FixFieldRule, value: string): boolean {
  if (values === undefined) return true
  if (type !== 'MULTIPLEVALUESTRING') return values.has(value)
  return value.split(' ').every((one) => values.has(one))
}
