import type { Minor } from '../units.js'
import { type Fraction, powerOfTen, roundedDivide } from './rounding.js'

/**
 * Once, to minor units. More than an amount can be (rates go up to 999,999) is as much as one can be:
 * nobody has it, so the order is refused for it, or the account is at its stop out.
 */
export function roundedAmount({ numerator, denominator }: Fraction, digits: number): Minor {
  return limitedAmount(Number(roundedDivide(numerator * powerOfTen(digits), denominator)))
}

export function limitedAmount(amount: Minor): Minor {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, amount))
}
