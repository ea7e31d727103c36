import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  addProduct,
  addRated,
  addSafe,
  approximateDifference,
  approximateSum,
  exactSum,
} from '../../../engine/numbers/exact-sums.js'

const CASES = Number(process.env['MONEY_CASES'] ?? 5_000)
const MAX = Number.MAX_SAFE_INTEGER

/** Around where a part of a sum, or of a product, is full. */
const edges = fc
  .tuple(fc.constantFrom(26, 27, 39, 51, 52, 53), fc.integer({ min: -2, max: 2 }))
  .map(([bits, by]) => Math.min(MAX, 2 ** bits + by))
const sizes = fc.oneof(fc.nat(3), fc.nat(1_000_000), fc.maxSafeNat(), edges)
const numbers = fc.tuple(sizes, fc.boolean()).map(([size, isBelow]) => (isBelow ? -size : size))
const rates = fc.oneof(
  sizes.map((size) => BigInt(size)),
  fc.bigInt(0n, 10n ** 18n),
)
const amounts = fc.tuple(fc.constantFrom('product', 'rated', 'safe'), numbers, numbers, rates)

t.test('S1, S2: whatever is added and taken away again, a sum is exact', (t) => {
  const steps = fc.array(fc.tuple(amounts, fc.boolean()), { maxLength: 30 })
  fc.assert(
    fc.property(steps, (steps) => {
      const sums = [7, 0, 0, 0, 0, 0, 0, 7]
      let sum = 0n
      const add = ([how, a, b, rate]: (typeof steps)[number][0], direction: 1 | -1): void => {
        const factor = how === 'safe' ? 1n : how === 'rated' ? rate : BigInt(b)
        sum += BigInt(a) * factor * BigInt(direction)
        if (how === 'product') addProduct(sums, 1, a, b, direction)
        else if (how === 'rated') addRated(sums, 1, a, rate, direction)
        else addSafe(sums, 1, direction * a)
        equal(exactSum(sums, 1), sum)
        const near = approximateSum(sums, 1)
        equal(Math.abs(near - Number(sum)) <= Math.abs(near) * 2 ** -52, true)
        addProduct(sums, 4, a, 3, direction)
        equal(approximateDifference(sums, 1, 4), Number(sum - exactSum(sums, 4)))
      }
      for (const [amount] of steps) add(amount, 1)
      for (const [amount, isKept] of steps) if (!isKept) add(amount, -1)
      equal(sums[0], 7)
      equal(sums[7], 7)
    }),
    { numRuns: CASES },
  )
  t.end()
})
