import t from 'tap'
import { compareCodePoints, sortText, textAfterPrefix } from '../../../engine/names/sort-text.js'

t.test('texts of one form are compared as one', async (t) => {
  t.equal(sortText('E\u0301LAN'), sortText('\u00e9lan'))
  t.equal(sortText('\u212b'), '\u00e5')
  t.not(sortText('stra\u00dfe'), sortText('strasse'))
})

t.test('the order is that of code points, not of UTF-16 units', async (t) => {
  const rising = ['', 'A', 'a', 'aa', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}']
  for (const [i, one] of rising.entries()) {
    for (const [j, other] of rising.entries()) {
      t.equal(compareCodePoints(one, other), Math.sign(i - j), `${i} ${j}`)
    }
  }
})

t.test('after all that begin with a prefix comes the next text, and after some none', async (t) => {
  t.equal(textAfterPrefix('ab'), 'ac')
  t.equal(textAfterPrefix('a\u{10ffff}'), 'b')
  t.equal(textAfterPrefix('a\ud7ff'), 'a\ue000')
  t.equal(textAfterPrefix('\uffff'), '\u{10000}')
  t.equal(textAfterPrefix('\u{10ffff}'), undefined)
  t.equal(textAfterPrefix(''), undefined)
})
