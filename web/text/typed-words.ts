import { isAmbiguous, type Thousands, typedNumber, typedWhole } from './typed-numbers.js'
import { words } from './words.js'

/** Why what is typed in a field with so many decimals is no number; null if it is one. */
export function notNumber(
  typed: string,
  digits?: number,
  thousands: Thousands = 'taken',
): string | null {
  const { typed: text } = words.value
  if (isAmbiguous(typed, digits, thousands)) return text.ambiguous
  return typedNumber(typed, digits, thousands) === null ? text.wrong : null
}

/** Why a field with so many decimals cannot hold what is typed; null if it can. One without decimals takes whole numbers. */
export function wrongNumber(
  typed: string,
  digits?: number,
  thousands: Thousands = 'taken',
): string | null {
  const wrong = notNumber(typed, digits, thousands)
  if (wrong !== null || digits !== 0) return wrong
  return typedWhole(typed) === null ? words.value.typed.whole : null
}
