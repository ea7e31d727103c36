import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  addProduct,
  addRatedProduct,
  addSafe,
  addSum,
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
        else if (how === 'rated') addRatedProduct(sums, 1, a, rate, direction)
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

t.test(
  'S1: each part of a sum is less than 2^52, and only the low one is never below zero',
  (t) => {
    const part = 2 ** 52
    const rows: readonly [string, (sums: number[]) => void, readonly number[]][] = [
      ['full', (sums) => addSafe(sums, 0, part - 1), [part - 1, 0, 0]],
      ['one more', (sums) => addSafe(sums, 0, 1), [0, 1, 0]],
      ['one less', (sums) => addSafe(sums, 0, -1), [part - 1, 0, 0]],
      ['a whole part', (sums) => addSafe(sums, 0, part), [part - 1, 1, 0]],
      ['taken again', (sums) => addSafe(sums, 0, -part), [part - 1, 0, 0]],
      ['the most', (sums) => addSafe(sums, 0, MAX), [part - 2, 2, 0]],
      ['and less', (sums) => addSafe(sums, 0, -MAX), [part - 1, 0, 0]],
      ['nothing', (sums) => addSafe(sums, 0, 1 - part), [0, 0, 0]],
      ['below', (sums) => addSafe(sums, 0, -1), [part - 1, -1, 0]],
      ['and up', (sums) => addSafe(sums, 0, 1), [0, 0, 0]],
      ['a square', (sums) => addProduct(sums, 0, MAX, MAX, 1), [1, part - 4, 3]],
      ['half of one', (sums) => addProduct(sums, 0, 2 ** 51, part, 1), [1, 2 ** 51 - 4, 4]],
      ['the other half', (sums) => addProduct(sums, 0, 2 ** 51, part, 1), [1, part - 4, 4]],
      ['its rest', (sums) => addProduct(sums, 0, 4, part, 1), [1, 0, 5]],
      ['the same of it', (sums) => addProduct(sums, 0, part, part, -1), [1, 0, 4]],
      ['a part less', (sums) => addProduct(sums, 0, -part, part - 1, 1), [1, 1 - part, 4]],
      ['and one', (sums) => addSafe(sums, 0, -part), [1, 0, 3]],
    ]
    const sums = [0, 0, 0]
    for (const [says, add, wanted] of rows) {
      add(sums)
      t.same(sums, wanted, says)
    }
    t.end()
  },
)

t.test('a sum and a difference as doubles count every part, wherever they stand', (t) => {
  const sums = [0, 0, 0, 5, 7, 2, 5, 8, 1]
  const [a, b] = [exactSum(sums, 3), exactSum(sums, 6)]
  t.equal(a, 5n + 7n * 2n ** 52n + 2n * 2n ** 104n)
  t.equal(approximateSum(sums, 3), Number(a))
  sums[1] = 1
  t.equal(approximateDifference(sums, 3, 6), Number(a - b))
  t.equal(approximateDifference(sums, 6, 3), Number(b - a))
  t.equal(approximateDifference([5, 8, 1, 7, 6, 1], 0, 3), 2 * 2 ** 52 - 2)
  t.end()
})

t.test('a sum is added to another one, or taken out of it', (t) => {
  const from = [9, 5, -2, 3, 7, 8]
  const sums = [2 ** 52 - 5, 1, 1]
  addSum(sums, 0, from, 0, 1)
  t.same(sums, [4, 7, -1])
  addSum(sums, 0, from, 3, -1)
  t.same(sums, [1, 0, -9])
  addSum(sums, 0, [0, 0, 0], 0, 1)
  addSum(sums, 0, [2, 0, 0], 0, -1)
  t.same(sums, [2 ** 52 - 1, -1, -9])
  t.end()
})
