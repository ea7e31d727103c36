import t from 'tap'
import { plainLine, plainLines } from '../../../engine/names/plain-text.js'

// Text of a stranger: plain, and no longer than it may be.

t.test('control characters, halves and turns of direction are left out', async (t) => {
  t.equal(
    plainLine(' a\u0000b\u001b[31m\u007f\u0085\u202ec\u2066\ud800d \r\n\t e ', 64),
    'ab[31mcd   e',
  )
  t.same(plainLines('a\r\nb\rc\n\td\u0000\u2028e\u202d \n', 64), {
    text: 'a\nb\nc\n\tde',
    isCut: false,
  })
  t.equal(plainLine('e\u0301', 8), '\u00e9', 'one form of each letter')
})

t.test('one more than fits is cut off, and no character in two', async (t) => {
  t.equal(plainLine('x'.repeat(9), 9), 'x'.repeat(9))
  t.equal(plainLine('x'.repeat(10), 9), 'x'.repeat(9))
  t.equal(plainLine(`${'x'.repeat(8)}\u{1f600}`, 9), 'x'.repeat(8))
  // The first and the last that begin such a character, and letters beyond them.
  for (const two of ['\u{10000}', '\u{10fc00}']) {
    t.equal(plainLine(`x${two}`, 2), 'x')
    t.equal(plainLine(`x${two}`, 3), `x${two}`)
  }
  t.equal(plainLine('x\uff21y', 2), 'x\uff21')
  t.same(plainLines('\u00fc\u00fc', 4), { text: '\u00fc\u00fc', isCut: false })
  t.same(plainLines('\u00fc\u00fcx', 4), { text: '\u00fc\u00fc', isCut: true })
  t.same(plainLines('x\u{1f600}', 4), { text: 'x', isCut: true })
  t.same(plainLines('\u0000'.repeat(100), 4), { text: '', isCut: false })
})
