import fc from 'fast-check'
import { Unpackr } from 'msgpackr'
import t from 'tap'
import { decodeMsgpack } from '../../../wire/frame/msgpack-decode.js'
import { encodeMsgpack } from '../../../wire/frame/msgpack-encode.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'

const unpackr = new Unpackr({ useRecords: false, int64AsType: 'number' })

t.test('what JSON holds reads back the same, for us and for others', (t) => {
  const integer = fc.maxSafeInteger()
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant(null),
      fc.boolean(),
      integer,
      fc.double({ noNaN: true }),
      fc.string(),
      fc.array(tie('value'), { maxLength: 20 }),
      fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        tie('value'),
        {
          maxKeys: 20,
        },
      ),
    ),
  })).value
  fc.assert(
    fc.property(plain, (value) => {
      const bytes = encodeMsgpack(value)
      t.strictSame(JSON.stringify(decodeMsgpack(bytes)), JSON.stringify(value))
      t.strictSame(JSON.stringify(unpackr.unpack(bytes)), JSON.stringify(value))
    }),
    { numRuns: 500 },
  )
  t.end()
})

t.test('numbers, texts and lists cross each width of their encoding', (t) => {
  const edges = [0, 127, 128, 65_535, 65_536, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER]
  const numbers = [...edges, ...edges.map((edge) => -edge), -31, -32, -33, 1.5, -0, 1e300]
  const lengths = [0, 15, 16, 31, 32, 511, 512, 65_535, 65_536]
  const values = [
    ...numbers,
    ...lengths.map((length) => 'ü'.repeat(length)),
    ...lengths.map((length) => Array.from({ length }, (_, i) => i)),
    ...lengths.map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`k${i}`, i]))),
  ]
  for (const value of values) t.strictSame(unpackr.unpack(encodeMsgpack(value)), value)
  t.strictSame(unpackr.unpack(encodeMsgpack({ a: undefined, b: 1 })), { b: 1 })
  t.throws(() => encodeMsgpack({ a: 1n }), /a bigint has no place/)
  t.end()
})

t.test('an event is encoded once per codec', (t) => {
  const frame = new EventFrame('x', { a: 1 })
  t.equal(frame.as('json'), frame.as('json'))
  t.equal(frame.as('msgpack'), frame.as('msgpack'))
  t.same(JSON.parse(Buffer.from(frame.as('json')).toString()), { event: 'x', data: { a: 1 } })
  t.same(unpackr.unpack(frame.as('msgpack')), { event: 'x', data: { a: 1 } })
  t.end()
})
