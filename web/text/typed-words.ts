import { isAmbiguous, typedNumber, typedWhole } from './numbers.js'
import { words } from './words.js'

/** Why a field with so many decimals cannot hold what is typed; null if it can. One without decimals takes whole numbers. */
export function wrongNumber(typed: string, digits: number): string | null {
  const { typed: text } = words.value
  if (isAmbiguous(typed, digits)) return text.ambiguous
  if (typedNumber(typed, digits) === null) return text.wrong
  return digits === 0 && typedWhole(typed) === null ? text.whole : null
}
