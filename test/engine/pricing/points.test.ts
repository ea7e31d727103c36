import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import t from 'tap'
import { isMarket, pointsFromText, rescaledPoints } from '../../../engine/pricing/points.js'

t.test('price text becomes exact points, rounded half away from zero', async (t) => {
  const rows: [string, number, number | undefined][] = [
    ['1.10005', 5, 110005],
    ['1.1', 5, 110000],
    ['1', 5, 100000],
    ['1.100054', 5, 110005],
    ['1.100055', 5, 110006],
    ['1.1000549999999', 5, 110005],
    ['-1.100055', 5, -110006],
    ['-0.4', 0, 0],
    ['0.5', 0, 1],
    ['-0.5', 0, -1],
    ['0.999999', 5, 100000],
    ['64250.12', 2, 6425012],
    ['9007199254740991', 0, 9007199254740991],
    ['9007199254740991.5', 0, undefined],
    ['9007199254740992', 0, undefined],
    ['900719925474099', 2, undefined],
    ['', 5, undefined],
    ['-', 5, undefined],
    ['.5', 5, undefined],
    ['1.', 5, undefined],
    ['1e5', 5, undefined],
    ['1,5', 5, undefined],
    ['+1', 5, undefined],
    ['0x10', 5, undefined],
    ['NaN', 5, undefined],
    ['1.1.1', 5, undefined],
    ['1'.repeat(33), 0, undefined],
    [`1.${'0'.repeat(30)}`, 5, 100_000],
    [`1.${'0'.repeat(31)}`, 5, undefined],
    ['1x5', 5, undefined],
    ['1:5', 0, undefined],
    ['1/5', 0, undefined],
    ['1:', 0, undefined],
    ['-0', 5, 0],
    ['1.:', 1, undefined],
    ['1./', 1, undefined],
  ]
  for (const [text, digits, points] of rows) {
    t.equal(pointsFromText(text, digits), points, `${text} at ${digits}`)
    t.notOk(Object.is(pointsFromText(text, digits), -0), 'zero has no sign')
  }
})

t.test('points agree with integer arithmetic on any decimal text', async () => {
  const text = fc.tuple(
    fc.boolean(),
    fc.nat(10_000_000),
    fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 12 }),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 8 }), ([negative, whole, fraction], digits) => {
      const decimal = `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
      const scaled = BigInt(`${whole}${fraction.padEnd(20, '0')}`)
      const unit = 10n ** BigInt(20 - digits)
      const size = Number((scaled + unit / 2n) / unit)
      const points = pointsFromText(decimal, digits)
      return points === (negative && size !== 0 ? -size : size)
    }),
    { numRuns: 5_000 },
  )
})

t.test('a market is above zero and not crossed', async (t) => {
  t.ok(isMarket(1, 1))
  t.ok(isMarket(1, 2))
  t.notOk(isMarket(0, 1))
  t.notOk(isMarket(-1, 1))
  t.notOk(isMarket(2, 1))
  t.ok(isMarket(1, Number.MAX_SAFE_INTEGER))
  t.notOk(isMarket(1, Number.MAX_SAFE_INTEGER + 1), 'a double would not be exact')
})

t.test('points of other digits are the same price, rounded once half away from zero', async (t) => {
  t.equal(rescaledPoints(110_005, 5, 5), 110_005)
  t.equal(rescaledPoints(110_005, 5, 3), 1_100)
  t.equal(rescaledPoints(110_050, 5, 3), 1_101, 'a half goes up')
  t.equal(rescaledPoints(110_049, 5, 3), 1_100)
  t.equal(rescaledPoints(15, 0, 10), 150_000_000_000)
  const Exact = Decimal.clone({ precision: 100, rounding: Decimal.ROUND_HALF_UP })
  const digits = fc.integer({ min: 0, max: 10 })
  const points = fc.oneof(fc.maxSafeNat(), fc.integer({ min: 0, max: 100_000 }))
  fc.assert(
    fc.property(points, digits, digits, (value, from, to) => {
      const exact = new Exact(value).mul(new Exact(10).pow(to - from)).round()
      if (exact.gt(Number.MAX_SAFE_INTEGER)) {
        return !isMarket(1, rescaledPoints(value, from, to))
      }
      return exact.eq(rescaledPoints(value, from, to))
    }),
    { numRuns: 5_000 },
  )
})
