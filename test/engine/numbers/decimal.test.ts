import { equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  bigScaledFromText,
  plainDecimal,
  scaledFromText,
  textFromScaled,
  trimmedTextFromScaled,
  whyNotScaled,
} from '../../../engine/numbers/decimal.js'

t.test('a decimal is read exactly, with as many places as it may have', (t) => {
  const rows: [text: string, digits: number, value: number][] = [
    ['0', 2, 0],
    ['-0', 2, 0],
    ['-0.00', 2, 0],
    ['7', 0, 7],
    ['7', 2, 700],
    ['7.0', 0, 7],
    ['007.5', 2, 750],
    ['-12.345', 3, -12_345],
    ['12.3400', 2, 1234],
    ['0.00000001', 8, 1],
    ['1.17010', 5, 117_010],
    ['9007199254740991', 0, Number.MAX_SAFE_INTEGER],
    ['-90071992547409.91', 2, -Number.MAX_SAFE_INTEGER],
  ]
  for (const [text, digits, value] of rows) {
    t.equal(scaledFromText(text, digits), value, text)
    t.equal(bigScaledFromText(text, digits), BigInt(value), text)
  }
  t.end()
})

t.test('what is no decimal is no number: only a point stands between its parts', (t) => {
  const words = ['', '-', '.', '-.', '.5', '-.5', '5.', '1,5', '1 5', '1e5', '1E5', '1x5', '1-5']
  const more = ['1.2.3', '1.2,3', '1.2e3', '1.2 ', '1.-2', '+1', ' 1', '1 ', '--1', '1:5', '1/5']
  const strange = ['NaN', 'Infinity', '0x10', '1_000', '1’000', '١', '１', '1.٥']
  for (const text of [...words, ...more, ...strange]) {
    t.equal(scaledFromText(text, 2), undefined, JSON.stringify(text))
    t.equal(bigScaledFromText(text, 2), undefined, JSON.stringify(text))
    t.equal(plainDecimal(text, 2), text, 'it stays as it is')
  }
  t.end()
})

t.test('the sender of a number that cannot be taken is told why', (t) => {
  t.equal(whyNotScaled('1.001', 2).message, 'must have at most 2 decimals')
  t.equal(whyNotScaled('99999999999999999.001', 2).message, 'must have at most 2 decimals')
  t.equal(whyNotScaled('90071992547409.92', 2).message, 'is larger than the server can store')
  t.equal(whyNotScaled('-90071992547409.92', 2).message, 'is larger than the server can store')
  t.end()
})

t.test('more places than there may be, and a number beyond what is exact, are none', (t) => {
  t.equal(scaledFromText('1.001', 2), undefined)
  t.equal(bigScaledFromText('1.001', 2), undefined)
  t.equal(scaledFromText('1.5', 0), undefined)
  for (const text of ['9007199254740992', '-9007199254740992', '9'.repeat(30), '9'.repeat(400)]) {
    t.equal(scaledFromText(text, 0), undefined, text.slice(0, 40))
  }
  t.equal(scaledFromText('90071992547409.92', 2), undefined)
  t.equal(bigScaledFromText('90071992547409.92', 2), 9_007_199_254_740_992n)
  t.end()
})

t.test('any number in any digits is read back from its text', (t) => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(10), (value, digits) => {
      for (const text of [textFromScaled(value, digits), trimmedTextFromScaled(value, digits)]) {
        equal(scaledFromText(text, digits), value === 0 ? 0 : value, text)
        equal(bigScaledFromText(text, digits), BigInt(value), text)
        equal(plainDecimal(text, digits), trimmedTextFromScaled(value, digits))
      }
    }),
  )
  t.end()
})

t.test('any text at all is read alike by both readers, where the number is exact', (t) => {
  const parts = fc.constantFrom('0', '1', '9', '00', '.', '-', ',', 'e', ' ', '/', ':')
  const texts = fc.array(parts, { maxLength: 8 }).map((all) => all.join(''))
  fc.assert(
    fc.property(texts, fc.nat(4), (text, digits) => {
      const big = bigScaledFromText(text, digits)
      equal(scaledFromText(text, digits), big === undefined ? undefined : Number(big), text)
    }),
    { numRuns: 2000 },
  )
  t.end()
})
