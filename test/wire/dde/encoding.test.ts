import t from 'tap'
import { textEncoding } from '../../../wire/dde/encoding.js'

t.test('each encoding says its own characters, as the bytes that a decoder reads', async (t) => {
  const rows = [
    ['', 'Zürich', 'Zürich'],
    ['Latin1', 'ÿ', '\xff'],
    ['latin1', 'ж', undefined],
    ['UTF-8', 'жü€', Buffer.from('жü€', 'utf8').toString('latin1')],
    ['windows-1251', 'жA~', '\xe6A~'],
    ['windows-1251', 'ü', undefined],
    [' windows-1252 ', 'ü', '\xfc'],
    ['koi8-r', 'Ж', '\xf6'],
    ['utf-16le', 'A', 'unknown'],
    ['nonsense', 'A', 'unknown'],
  ] as const
  for (const [name, text, bytes] of rows) {
    const encode = textEncoding(name)
    t.equal(encode === undefined ? 'unknown' : encode(text), bytes, `${name} ${text}`)
  }
})

t.test('ASCII is the same everywhere', async (t) => {
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
  for (const name of ['', 'utf-8', 'windows-1251', 'iso-8859-2', 'ibm866', 'shift_jis']) {
    t.equal(textEncoding(name)?.(ascii), ascii, name)
  }
})
