import type { Minor } from '../units.js'
import { type Fraction, powerOfTen, roundedDivide } from './rounding.js'

/**
 * Rounds once, to minor units. A result beyond the largest exact amount is limited to it (rates go
 * up to 999,999). No account holds that much, so the order is refused, or the account reaches its
 * stop out.
 */
export function roundedAmount({ numerator, denominator }: Fraction, digits: number): Minor {
  return limitedAmount(Number(roundedDivide(numerator * powerOfTen(digits), denominator)))
}

export function limitedAmount(amount: Minor): Minor {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, amount))
}
