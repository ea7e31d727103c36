import { isAmbiguous, type Thousands, typedNumber, typedWhole } from './typed-numbers.js'
import { words } from './words.js'

/**
 * The reason why the text is not a number in a field with this many decimals; null if it is one.
 */
export function notNumber(
  typed: string,
  digits?: number,
  thousands: Thousands = 'taken',
): string | null {
  const { typed: text } = words.value
  if (isAmbiguous(typed, digits, thousands)) return text.ambiguous
  return typedNumber(typed, digits, thousands) === null ? text.wrong : null
}

/**
 * The reason why the field cannot accept the text; null if it can. A field without decimals accepts
 * integers.
 */
export function wrongNumber(
  typed: string,
  digits?: number,
  thousands: Thousands = 'taken',
): string | null {
  const wrong = notNumber(typed, digits, thousands)
  if (wrong !== null || digits !== 0) return wrong
  return typedWhole(typed) === null ? words.value.typed.whole : null
}
