import { assert } from '../assert.js'

/**
 * Exact sums of products in lists of doubles, because a bigint each would be an object.
 *
 *   - A sum is three numbers in a row: `low + middle x 2^52 + high x 2^104`, with 0 <= `low` < 2^52
 *     and |`middle`| < 2^52. No sum of positions exceeds it.
 *   - Adding the negative of an added value restores the former sum.
 */
export const SUM_SIZE = 3

const BASE = 2 ** 52
const HALF = 2 ** 26
const BIG_BASE = 2n ** 52n

/** Adds `a x b x direction`, of safe integers. */
export function addProduct(
  sums: number[],
  at: number,
  a: number,
  b: number,
  direction: 1 | -1,
): void {
  const product = a * b
  // A rounded product that is a safe integer was not rounded.
  if (Number.isSafeInteger(product)) addSafe(sums, at, direction * product)
  else addWide(sums, at, a, b, direction)
}

/** Adds a product by halves of 26 bits, so that no part of it is rounded. */
function addWide(sums: number[], at: number, a: number, b: number, direction: 1 | -1): void {
  const [one, other] = [Math.abs(a), Math.abs(b)]
  if (one >= BASE || other >= BASE) {
    addBig(sums, at, BigInt(a) * BigInt(b) * BigInt(direction))
    return
  }
  const oneHigh = Math.floor(one / HALF)
  const oneLow = one - oneHigh * HALF
  const otherHigh = Math.floor(other / HALF)
  const otherLow = other - otherHigh * HALF
  const crossed = oneHigh * otherLow + oneLow * otherHigh
  const crossedHigh = Math.floor(crossed / HALF)
  const sign = a < 0 === b < 0 ? direction : -direction
  addSafe(sums, at, sign * oneLow * otherLow)
  addSafe(sums, at, sign * (crossed - crossedHigh * HALF) * HALF)
  addMiddle(sums, at, sign * (oneHigh * otherHigh + crossedHigh))
}

/** Adds a product with a rate, which may exceed 2^53; otherwise like `addProduct`. */
export function addRatedProduct(
  sums: number[],
  at: number,
  volume: number,
  rate: bigint,
  direction: 1 | -1,
): void {
  const narrow = Number(rate)
  if (Number.isSafeInteger(narrow)) addProduct(sums, at, volume, narrow, direction)
  else addBig(sums, at, BigInt(volume) * rate * BigInt(direction))
}

export function addSafe(sums: number[], at: number, amount: number): void {
  let rest = amount
  let carry = 0
  if (rest >= BASE) {
    rest -= BASE
    carry = 1
  } else if (rest <= -BASE) {
    rest += BASE
    carry = -1
  }
  let low = (sums[at] as number) + rest
  if (low >= BASE) {
    low -= BASE
    carry++
  } else if (low < 0) {
    low += BASE
    carry--
  }
  sums[at] = low
  if (carry !== 0) addMiddle(sums, at, carry)
}

/** Adds another sum to this one, or subtracts it. */
export function addSum(
  sums: number[],
  at: number,
  from: readonly number[],
  fromAt: number,
  direction: 1 | -1,
): void {
  addSafe(sums, at, direction * (from[fromAt] as number))
  const middle = from[fromAt + 1] as number
  if (middle !== 0) addMiddle(sums, at, direction * middle)
  const high = from[fromAt + 2] as number
  if (high !== 0) sums[at + 2] = (sums[at + 2] as number) + direction * high
}

function addBig(sums: number[], at: number, amount: bigint): void {
  const size = amount < 0n ? -amount : amount
  const sign = amount < 0n ? -1 : 1
  addSafe(sums, at, sign * Number(size % BIG_BASE))
  addMiddle(sums, at, sign * Number((size / BIG_BASE) % BIG_BASE))
  sums[at + 2] = (sums[at + 2] as number) + sign * Number(size / BIG_BASE / BIG_BASE)
}

/**
 * Adds `amount x 2^52`. The size of `amount` is below 2^52, also for a product of two numbers below
 * 2^52.
 */
function addMiddle(sums: number[], at: number, amount: number): void {
  let carry = 0
  let middle = (sums[at + 1] as number) + amount
  if (middle >= BASE) {
    middle -= BASE
    carry = 1
  } else if (middle <= -BASE) {
    middle += BASE
    carry = -1
  }
  sums[at + 1] = middle
  if (carry !== 0) sums[at + 2] = (sums[at + 2] as number) + carry
}

export function exactSum(sums: readonly number[], at: number): bigint {
  const [low, middle, high] = [sums[at], sums[at + 1], sums[at + 2]]
  assert(low !== undefined && middle !== undefined && high !== undefined, 'a sum is three numbers')
  return BigInt(low) + BIG_BASE * (BigInt(middle) + BIG_BASE * BigInt(high))
}

/** The difference of the sums at `a` and at `b`, as the nearest double. */
export function approximateDifference(sums: readonly number[], a: number, b: number): number {
  if (sums[a + 2] !== sums[b + 2]) return Number(exactSum(sums, a) - exactSum(sums, b))
  const middle = (sums[a + 1] as number) - (sums[b + 1] as number)
  return middle * BASE + ((sums[a] as number) - (sums[b] as number))
}

/** The double that is nearest to the exact sum. */
export function approximateSum(sums: readonly number[], at: number): number {
  if (sums[at + 2] !== 0) return Number(exactSum(sums, at))
  return (sums[at + 1] as number) * BASE + (sums[at] as number)
}
