import fc from 'fast-check'
import t from 'tap'
import {
  certainRound,
  PRODUCT_ERROR,
  ratioOf,
  roundedDivide,
  roundedDivideToNumber,
} from '../../../engine/numbers/rounding.js'

t.test('a division rounds half away from zero, on both sides of it', (t) => {
  const cases: [bigint, bigint, bigint][] = [
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [3n, 2n, 2n],
    [-3n, 2n, -2n],
    [49n, 100n, 0n],
    [-49n, 100n, 0n],
    [51n, 100n, 1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [0n, 7n, 0n],
  ]
  for (const [numerator, denominator, expected] of cases) {
    t.equal(roundedDivide(numerator, denominator), expected, `${numerator}/${denominator}`)
  }
  t.end()
})

t.test('a division is never further than half from the quotient', (t) => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (numerator, denominator) => {
      const distance = 2n * (roundedDivide(numerator, denominator) * denominator - numerator)
      return distance <= denominator && distance >= -denominator
    }),
  )
  t.end()
})

t.test('a division by zero or to more than a safe number is a broken invariant', (t) => {
  t.throws(() => roundedDivide(1n, 0n), /positive denominator/)
  t.throws(() => roundedDivideToNumber(2n ** 53n, 1n), /below 2\^53/)
  t.equal(roundedDivideToNumber(2n ** 53n - 1n, 1n), Number.MAX_SAFE_INTEGER)
  t.end()
})

t.test('a double decides only when its error leaves no doubt', (t) => {
  t.equal(certainRound(1.4, 0.05), 1)
  t.equal(certainRound(1.46, 0.05), undefined)
  t.equal(certainRound(-1.6, 0.05), -2)
  t.equal(certainRound(0.5, 0), undefined, 'a half is for the exact division')
  t.ok(Object.is(certainRound(-0.2, 0.01), 0), 'never minus zero')
  t.equal(certainRound(2 ** 46, 0), undefined)
  t.equal(certainRound(Number.NaN, 0), undefined)
  t.equal(certainRound(1, Number.NaN), undefined)
  t.end()
})

t.test('near a half, a double within its error never decides otherwise than the division', (t) => {
  const near = fc.tuple(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: -64, max: 64 }))
  fc.assert(
    fc.property(near, ([whole, ulps]) => {
      const half = whole + 0.5
      const value = half + ulps * half * 2 ** -52
      const scaled = BigInt(whole) * 2n ** 60n + BigInt(Math.round((value - whole) * 2 ** 60))
      const exact = roundedDivideToNumber(scaled, 2n ** 60n)
      for (const error of [0, 1, -1]) {
        const approximation = value * (1 + error * PRODUCT_ERROR * 0.9)
        const decided = certainRound(approximation, approximation * PRODUCT_ERROR)
        if (decided !== undefined && decided !== exact) return false
      }
      return true
    }),
    { numRuns: 5_000 },
  )
  t.end()
})

t.test('a ratio is in lowest terms', (t) => {
  t.same(ratioOf(100n, 250n), { numerator: 2n, denominator: 5n, approximation: 0.4 })
  t.same(ratioOf(0n, 250n), { numerator: 0n, denominator: 1n, approximation: 0 })
  t.throws(() => ratioOf(-1n, 2n), /not negative/)
  t.end()
})
