import fc from 'fast-check'
import t from 'tap'
import { fixTime } from '../../../wire/fix/dictionary/time.js'
import { typeCheck } from '../../../wire/fix/dictionary/values.js'

// The checks of values look at characters where they stand; what they must say, expressions say here.

const PATTERNS: Readonly<Record<string, RegExp>> = {
  PRICE: /^-?(?=[\d.]*\d)\d{0,15}(\.\d{0,15})?$/,
  INT: /^-?\d{1,15}$/,
  SEQNUM: /^\d{1,15}$/,
  BOOLEAN: /^[YN]$/,
  CHAR: /^[\s\S]$/,
}
const nearly = fc.string({ unit: fc.constantFrom(...'0189-..YN:x'), maxLength: 36 })
const number = fc.stringMatching(/^-?\d{0,17}(\.\d{0,17})?$/)

t.test('a value is of a type when all of it is', async (t) => {
  for (const [type, pattern] of Object.entries(PATTERNS)) {
    const check = typeCheck(type)
    const agrees = (before: string, value: string, after: string): boolean => {
      const whole = `${before}${value}${after}`
      return check(whole, before.length, whole.length - after.length) === pattern.test(value)
    }
    const values = fc.oneof(nearly, number).filter((value) => value !== '')
    t.doesNotThrow(
      () => fc.assert(fc.property(nearly, values, nearly, agrees), { numRuns: 1_000 }),
      type,
    )
  }
})

t.test('a time is one with all its digits in their places', async (t) => {
  const right = '20261122-09:08:07.123456789'
  const shape = /^\d{8}-\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/
  const changed = fc.tuple(fc.nat(right.length - 1), fc.constantFrom(...'1-:.x/'), fc.nat(28))
  const agrees = ([at, character, length]: readonly [number, string, number]): boolean => {
    const text = `${right.slice(0, at)}${character}${right.slice(at + 1)}0`.slice(0, length)
    const millis = Number(text.slice(18, 21).padEnd(3, '0'))
    const [date, time] = [text.slice(0, 8), text.slice(9, 17)]
    const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time}Z`
    const parsed = shape.test(text) ? Date.parse(iso) + millis : Number.NaN
    return Object.is(fixTime(text) ?? Number.NaN, parsed)
  }
  t.doesNotThrow(() => fc.assert(fc.property(changed, agrees), { numRuns: 5_000 }))
  t.equal(fixTime('20261122-09:08:60.999'), Date.UTC(2026, 10, 22, 9, 9, 0, 999))
  t.equal(fixTime(''), undefined)
})
