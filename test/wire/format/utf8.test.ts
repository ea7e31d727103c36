import fc from 'fast-check'
import t from 'tap'
import { parseJson } from '../../../wire/format/parse-json.js'
import { firstBadByte } from '../../../wire/format/utf8.js'
import { characters } from '../../given/texts.js'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function isUtf8(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Bytes that are nearly UTF-8. */
const NEARLY = fc
  .array(
    fc.oneof(
      fc.string({ unit: characters, maxLength: 4 }).map((text) => [...Buffer.from(text)]),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => [...bytes]),
      fc.constantFrom([0xef], [0xef, 0xbf], [0xef, 0xbf, 0xbd], [0xc0, 0x80], [0xed, 0xa0, 0x80]),
    ),
    { maxLength: 6 },
  )
  .map((parts) => Uint8Array.from(parts.flat()))

t.test('the first byte that is no UTF-8 is where what comes before still is, and no more', (t) => {
  fc.assert(
    fc.property(NEARLY, (bytes) => {
      const at = firstBadByte(bytes)
      if (isUtf8(bytes)) return at === -1
      // No character that is whole begins there.
      const goesOn = [1, 2, 3, 4].some(
        (length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)),
      )
      return at >= 0 && isUtf8(bytes.subarray(0, at)) && !goesOn
    }),
    { numRuns: 2000 },
  )
  t.end()
})

t.test('a text in JSON shows where its bytes are none, when that is asked for', (t) => {
  const body = (bad: number[]) =>
    Buffer.concat([Buffer.from('{"csv":"a\\nb'), Buffer.from(bad), Buffer.from('c"}')])
  t.match(parseJson(body([0xff])), { ok: false, message: /not valid UTF-8/ })
  t.same(parseJson(body([0xff, 0xfe]), true), {
    ok: true,
    value: { csv: 'a\nb\ud800\ufffd\ufffdc' },
  })
  t.same(parseJson(body([0xc3, 0xa9]), true), { ok: true, value: { csv: 'a\nb\u00e9c' } })
  t.match(parseJson(body([0x5c, 0xff]), true), { ok: false, message: /not valid JSON/ })
  t.match(parseJson(Buffer.from([0x7b, 0xff, 0x7d]), true), {
    ok: false,
    message: /not valid JSON/,
  })
  t.end()
})
