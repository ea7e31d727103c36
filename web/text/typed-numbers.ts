import { marks } from './marks.js'
import { scaled, unscaled } from './numbers.js'

/**
 * Numbers that people type and paste. A field takes what the page of its language prints, and never guesses: a text
 * with two readings a thousand times apart is asked for again.
 *
 *   T1. Blanks and apostrophes only part thousands; a plus at the front, as gains have one, is nothing.
 *   T2. Where a comma and a point stand, or one of them more than once, the text has one reading in every language:
 *       `10,000.00`, `10.000,00`, `1.234.567`. Thousands that are not three digits each are no number.
 *   T3. A single mark with one to three digits before it and three behind it may be either. The page's decimal mark is
 *       decimals if the field has three or more, as the page itself prints 157.123; else the field asks.
 *   T4. The page's mark of thousands is thousands if the field has fewer than three decimals, as the page itself prints
 *       a count or an amount; else the field asks. Volumes and percentages always ask: 1.234 lots that are typed on a
 *       German page are never 1,234 lots.
 *   T5. Any other single mark is decimals: `1.5` on a German page and `1,5` on an English one are one and a half.
 */
type Reading = string | 'wrong' | 'ambiguous'

/** How a field reads a mark of thousands that could be decimals for somebody else. */
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

/** T3 and T4. */
function either(plain: string, digits: number, thousands: Thousands): Reading {
  const { group, decimal } = marks()
  if (plain.includes(decimal)) return digits < 3 ? 'ambiguous' : plain.replace(decimal, '.')
  const isTaken = plain.includes(group) && digits < 3 && thousands === 'taken'
  return isTaken ? plain.replace(group, '') : 'ambiguous'
}

/** T1, T2 and T5: the text with a decimal point alone; null where its thousands are none. */
function decimalIn(plain: string): string | null {
  if (PARTED.test(plain)) return plain.replaceAll(/[\s'’]/g, '').replace(',', '.')
  if (MANY.some((form) => form.test(plain))) return plain.replaceAll(/[.,]/g, '')
  if (!BOTH.some((form) => form.test(plain))) return plain.replace(',', '.')
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'))
  return `${plain.slice(0, last).replaceAll(/[.,]/g, '')}.${plain.slice(last + 1)}`
}

/** What is typed in a field with so many decimals, as the server takes it; null if it is no number or can be read as two. */
export function typedNumber(
  text: string,
  digits = NEVER,
  thousands: Thousands = 'taken',
): string | null {
  const read = reading(text, digits, thousands)
  return read === 'wrong' || read === 'ambiguous' ? null : read
}

/** A whole number typed by a person; null where it has a fraction. */
export function typedWhole(text: string): string | null {
  const [whole = '', fraction = ''] = typedNumber(text, 0)?.split('.') ?? []
  return whole !== '' && /^0*$/.test(fraction) ? whole : null
}

/** A number that may have a minus in front, as `read` reads it without one; null if it is none. */
export function typedSigned(
  text: string,
  read = (size: string) => typedNumber(size),
): string | null {
  const plain = text.trim().replace('−', '-')
  const isMinus = plain.startsWith('-')
  const size = read(isMinus ? plain.slice(1) : plain)
  return size === null || !isMinus ? size : `-${size}`
}

/** Whether somebody else reads a thousand times as much. */
export function isAmbiguous(text: string, digits = NEVER, thousands: Thousands = 'taken'): boolean {
  return reading(text, digits, thousands) === 'ambiguous'
}

/** A decimal as a field shows it: with the page's mark, without thousands. */
export function fieldText(decimal: string): string {
  return decimal.replace('.', marks().decimal)
}

/** What a field shows `steps` steps further; null where the text is no number. */
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

/** What is typed without the currency or unit that the page prints beside the number, as it comes along when pasted. */
export function withoutUnit(text: string, unit = ''): string {
  const plain = text.trimEnd()
  return unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trimEnd() : text
}
