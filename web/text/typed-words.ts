import { isAmbiguous, type Thousands, typedNumber, typedWhole } from './typed-numbers.js'
import { words } from './words.js'

/** Why a field with so many decimals cannot hold what is typed; null if it can. One without decimals takes whole numbers. */
export function wrongNumber(
  typed: string,
  digits?: number,
  thousands: Thousands = 'taken',
): string | null {
  const { typed: text } = words.value
  if (isAmbiguous(typed, digits, thousands)) return text.ambiguous
  if (typedNumber(typed, digits, thousands) === null) return text.wrong
  return digits === 0 && typedWhole(typed) === null ? text.whole : null
}
