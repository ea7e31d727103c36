import type { PricePts } from '../units.js'

/** Converts prices of providers to exact points, and points of one size to points of another. */

const PRICE_CHARACTERS_MAX = 32
const POINT = 46
const MINUS = 45
const FIVE = 5
const ZERO = 48

/**
 * The price in points of a symbol with `digits`: exact, and when the text has more decimals than
 * that, rounded half away from zero on the text's own digits. Undefined when it is no decimal text
 * (`-12.345`; no exponent, `+`, spaces or empty parts) or does not fit 2^53.
 */
export function pointsFromText(text: string, digits: number): PricePts | undefined {
  const end = text.length
  if (end > PRICE_CHARACTERS_MAX) return undefined
  const negative = text.charCodeAt(0) === MINUS
  let at = negative ? 1 : 0
  const start = at
  let value = 0
  for (; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  if (at === start) return undefined
  let scale = digits
  let dropped = -1
  if (at < end) {
    if (text.charCodeAt(at) !== POINT || at + 1 === end) return undefined
    for (at++; at < end; at++) {
      const digit = text.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) return undefined
      if (scale > 0) {
        value = value * 10 + digit
        scale--
      } else if (dropped < 0) dropped = digit
    }
  }
  for (; scale > 0; scale--) value *= 10
  if (dropped >= FIVE) value++
  if (value > Number.MAX_SAFE_INTEGER) return undefined
  return negative && value !== 0 ? -value : value
}

/** True if the board may show the prices: both sides above zero, not crossed, and exact. */
export function isMarket(bid: PricePts, ask: PricePts): boolean {
  return bid > 0 && ask >= bid && ask <= Number.MAX_SAFE_INTEGER
}

/** The powers of ten that a double represents exactly. */
const POWERS: readonly number[] = Array.from({ length: 16 }, (_, digits) => 10 ** digits)

/**
 * Converts points with `from` digits to points with `to` digits: exact, or rounded half away from
 * zero if digits are lost. The points must not be negative; the result may exceed 2^53, which
 * `isMarket` refuses.
 */
export function rescaledPoints(points: PricePts, from: number, to: number): PricePts {
  if (from === to) return points
  if (to > from) return points * (POWERS[to - from] as number)
  const divisor = POWERS[from - to] as number
  const rest = points % divisor
  return (points - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
}
