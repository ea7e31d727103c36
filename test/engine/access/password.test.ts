import fc from 'fast-check'
import t from 'tap'
import { randomPassword } from '../../../actors/thread/random.js'
import { passwordWeakness } from '../../../engine/access/password.js'

const NONE = { has: () => false }

function weaknessOf(password: string, minimum: number): string | null {
  return passwordWeakness(password, minimum, NONE)?.message ?? null
}

t.test('the first rule that a password breaks is named', (t) => {
  const rows: readonly [password: string, minimum: number, says: RegExp | null][] = [
    ['Abcd12!x', 0, null],
    ['Abcd12!xAbcd12!x', 0, null],
    ['Abcd1!x', 0, /8 to 16/],
    ['Abcd12!xAbcd12!xA', 0, /8 to 16/],
    ['Abcd12!x', 10, /10 to 16/],
    ['Abcd12!xyz', 10, null],
    ['Abcd12!xAbcd12!x', 99, null],
    ['ABCD12!X', 0, /lower-case/],
    ['abcd12!x', 0, /upper-case/],
    ['Abcdef!x', 0, /digit/],
    ['Abcd12xx', 0, /symbol/],
    ['Abcd12 x', 0, /symbol/],
    ['Abcd12!\u0007', 0, /control/],
    ['Äöü12345+', 0, null],
    // Seven letters and a combining mark are seven characters.
    ['Abc12!e\u0301', 0, /8 to 16/],
    // An astral symbol is one character.
    ['Abcd123😀', 0, null],
    ['', 0, /8 to 16/],
  ]
  for (const [password, minimum, says] of rows) {
    const weakness = weaknessOf(password, minimum)
    if (says === null) t.equal(weakness, null, JSON.stringify(password))
    else t.match(weakness, says, JSON.stringify(password))
  }
  t.end()
})

t.test('a password is strong exactly when it has all four kinds and fits the length', (t) => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 18, unit: 'grapheme-ascii' }),
      fc.nat(20),
      (text, minimum) => {
        const shortest = Math.min(16, Math.max(8, minimum))
        const isStrong =
          text.length >= shortest &&
          text.length <= 16 &&
          /[a-z]/.test(text) &&
          /[A-Z]/.test(text) &&
          /[0-9]/.test(text) &&
          /[^a-zA-Z0-9 ]/.test(text)
        return (weaknessOf(text, minimum) === null) === isStrong
      },
    ),
  )
  t.end()
})

t.test('generated passwords are always strong', (t) => {
  for (let i = 0; i < 500; i++) t.equal(weaknessOf(randomPassword(), 16), null)
  t.end()
})
