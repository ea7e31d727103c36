import { marks } from './marks.js'
import { scaled, unscaled } from './numbers.js'

/**
 * Parses typed and pasted numbers. A field accepts what a page in its language prints and never
 * guesses: a text with two possible values that differ by a factor of a thousand has to be
 * clarified.
 *
 * T1. Spaces and apostrophes only separate thousands. A leading plus is ignored.
 * T2. A text with both comma and point, or with one of them repeated, is unambiguous in every
 *     language: `10,000.00`, `10.000,00`, `1.234.567`. Groups of thousands must have three digits.
 * T3. A single separator with one to three digits before and three digits after it is ambiguous.
 *     The page's decimal mark means decimals if the field has at least three, as in 157.123;
 *     otherwise the field asks.
 * T4. The page's thousands separator means thousands if the field has fewer than three decimals;
 *     otherwise the field asks. Volumes and percentages always ask, so that 1.234 lots typed on a
 *     German page never become 1,234 lots.
 * T5. Any other single separator means decimals: `1.5` on a German page and `1,5` on an English
 *     page are one and a half.
 */
type Reading = string | 'wrong' | 'ambiguous'

/** How a field treats a thousands separator that might mean decimals. */
export type Thousands = 'taken' | 'asked'

const DECIMAL = /^\d{1,12}(\.\d{1,10})?$/
const PARTED = /^\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/
const BOTH = [/^\d{1,3}(,\d{3})+\.\d+$/, /^\d{1,3}(\.\d{3})+,\d+$/]
const MANY = [/^\d{1,3}(,\d{3}){2,}$/, /^\d{1,3}(\.\d{3}){2,}$/]
const EITHER = /^[1-9]\d{0,2}[.,]\d{3}$/
const NEVER = 10

function reading(text: string, digits: number, thousands: Thousands): Reading {
  const plain = text.trim().replace(/^\+\s?/, '')
  if (EITHER.test(plain)) return either(plain, digits, thousands)
  const decimal = decimalIn(plain)
  return decimal !== null && DECIMAL.test(decimal) ? decimal : 'wrong'
}

/** Resolves a single ambiguous separator (T3, T4). */
function either(plain: string, digits: number, thousands: Thousands): Reading {
  const { group, decimal } = marks()
  if (plain.includes(decimal)) return digits < 3 ? 'ambiguous' : plain.replace(decimal, '.')
  const isTaken = plain.includes(group) && digits < 3 && thousands === 'taken'
  return isTaken ? plain.replace(group, '') : 'ambiguous'
}

/**
 * The text with a decimal point and no separators (T1, T2, T5); null if its groups of thousands are
 * invalid.
 */
function decimalIn(plain: string): string | null {
  if (PARTED.test(plain)) return plain.replaceAll(/[\s'’]/g, '').replace(',', '.')
  if (MANY.some((form) => form.test(plain))) return plain.replaceAll(/[.,]/g, '')
  if (!BOTH.some((form) => form.test(plain))) return plain.replace(',', '.')
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'))
  return `${plain.slice(0, last).replaceAll(/[.,]/g, '')}.${plain.slice(last + 1)}`
}

/**
 * The typed number in the server's format for a field with this many decimals; null if it is
 * invalid or ambiguous.
 */
export function typedNumber(
  text: string,
  digits = NEVER,
  thousands: Thousands = 'taken',
): string | null {
  const read = reading(text, digits, thousands)
  return read === 'wrong' || read === 'ambiguous' ? null : read
}

/** A typed integer; null if it has a fraction. */
export function typedWhole(text: string): string | null {
  const [whole = '', fraction = ''] = typedNumber(text, 0)?.split('.') ?? []
  return whole !== '' && /^0*$/.test(fraction) ? whole : null
}

/** A typed number with an optional minus, parsed by `read` without its sign; null if invalid. */
export function typedSigned(
  text: string,
  read = (size: string) => typedNumber(size),
): string | null {
  const plain = text.trim().replace('−', '-')
  const isMinus = plain.startsWith('-')
  const size = read(isMinus ? plain.slice(1) : plain)
  return size === null || !isMinus ? size : `-${size}`
}

/** Whether the text could also mean a value a thousand times larger. */
export function isAmbiguous(text: string, digits = NEVER, thousands: Thousands = 'taken'): boolean {
  return reading(text, digits, thousands) === 'ambiguous'
}

/** A decimal in the format of an input: with the page's decimal mark, without separators. */
export function fieldText(decimal: string): string {
  return decimal.replace('.', marks().decimal)
}

/** The value of an input after a number of steps; null if its text is not a number. */
export function stepped(
  text: string,
  step: string,
  steps: number,
  digits: number,
  thousands?: Thousands,
): string | null {
  const typed = typedNumber(text, digits, thousands)
  if (typed === null) return null
  const next = scaled(typed, digits) + BigInt(steps) * scaled(step, digits)
  return next < 0n ? null : fieldText(unscaled(next, digits))
}

/** Removes the currency or unit that is pasted together with a number. */
export function withoutUnit(text: string, unit = ''): string {
  const plain = text.trimEnd()
  return unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trimEnd() : text
}
