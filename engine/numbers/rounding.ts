import { assert } from '../assert.js'

/**
 * The one rounding of the product: half away from zero, once, at the end of a formula.
 *
 *   - `roundedDivide` is the definition. Everything else must give the same integer.
 *   R2. `certainRound` may answer from a double, and only when the error bound it is given leaves
 *       no doubt about the integer. In doubt it says so, and the caller divides bigints.
 */

/** `numerator / denominator` to the nearest integer, half away from zero. */
export function roundedDivide(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a rounded division has a positive denominator')
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder < 0n) return -2n * remainder >= denominator ? quotient - 1n : quotient
  return 2n * remainder >= denominator ? quotient + 1n : quotient
}

/** The same as `roundedDivide`, to a number that is exact. */
export function roundedDivideToNumber(numerator: bigint, denominator: bigint): number {
  return safeNumber(roundedDivide(numerator, denominator))
}

export function safeNumber(value: bigint): number {
  const number = Number(value)
  assert(Number.isSafeInteger(number), 'an amount stays below 2^53 minor units')
  return number
}

/**
 * A bound on the relative error of a product or quotient of up to 30 doubles, each within half a
 * unit in the last place (2^-53) of its value: 60 roundings are below 2^-47.
 */
export const PRODUCT_ERROR = 2 ** -47

/** Above this, a double has too few digits to tell on which side of a half the value is. */
const CERTAIN_MAX = 2 ** 46

/**
 * The integer nearest to a value within `error` of `approximation`; undefined if that is in doubt.
 */
export function certainRound(approximation: number, error: number): number | undefined {
  if (!(approximation < CERTAIN_MAX && approximation > -CERTAIN_MAX)) return undefined
  const nearest = Math.round(approximation)
  const distance = Math.abs(approximation - nearest)
  // The addition of 0 turns -0 into 0.
  return distance + error < 0.5 ? nearest + 0 : undefined
}

const POWERS: readonly bigint[] = Array.from({ length: 40 }, (_, digits) => 10n ** BigInt(digits))

export function powerOfTen(digits: number): bigint {
  const power = POWERS[digits]
  assert(power !== undefined, 'a power of ten has 0 to 39 digits')
  return power
}

const APPROXIMATE_POWERS: readonly number[] = POWERS.map(Number)

/** The double that is nearest to `powerOfTen`. */
export function approximatePowerOfTen(digits: number): number {
  const power = APPROXIMATE_POWERS[digits]
  assert(power !== undefined, 'a power of ten has 0 to 39 digits')
  return power
}

/** An exact sum or product before its only rounding; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export const NO_AMOUNT: Fraction = { numerator: 0n, denominator: 1n }

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator }
  }
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return {
    numerator: a.numerator * b.numerator,
    denominator: a.denominator * b.denominator,
  }
}

/** An exact non-negative ratio in lowest terms, with its nearest double. */
export interface Ratio extends Fraction {
  readonly approximation: number
}

export function ratioOf(numerator: bigint, denominator: bigint): Ratio {
  assert(numerator >= 0n && denominator > 0n, 'a ratio is not negative')
  let [a, b] = [numerator, denominator]
  while (b !== 0n) [a, b] = [b, a % b]
  const [top, bottom] = [numerator / a, denominator / a]
  return { numerator: top, denominator: bottom, approximation: Number(top) / Number(bottom) }
}
