import fc from 'fast-check'
import t from 'tap'
import { pack, unpack } from '../../client/live/msgpack.js'
import { decodeMsgpack } from '../../wire/frame/msgpack-decode.js'
import { encodeMsgpack } from '../../wire/frame/msgpack-encode.js'
import { characters } from '../given/texts.js'

// The client's MessagePack and the server's are each other's.

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: characters, maxLength: 300 }),
    fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(
      // The one name that readers leave out.
      fc.stringMatching(/^[a-z][a-z_]{0,39}$/).filter((name) => name !== '__proto__'),
      tie('value'),
      { maxKeys: 20, noNullPrototype: true },
    ),
  ),
})).value

t.test('what one writes the other reads', (t) => {
  fc.assert(
    fc.property(values, (value) => {
      const plain = structuredClone(value)
      t.strictSame(unpack(encodeMsgpack(value)), plain)
      t.strictSame(unpack(pack(value)), plain)
    }),
    { numRuns: 100 },
  )
  for (const small of [
    { id: 1, op: 'trade', args: { volume: '0.01', deviation_pts: 70_000 } },
    [-1],
  ]) {
    t.strictSame(decodeMsgpack(pack(small)), small)
  }
  t.end()
})

t.test('a frame that ends too early is none, and no name makes it another object', (t) => {
  const whole = pack({ event: 'quote', data: { s: 'EURUSD' } })
  for (let size = 0; size < whole.length; size++) t.throws(() => unpack(whole.subarray(0, size)))
  t.throws(() => unpack(Uint8Array.of(...whole, 0)))
  const odd = unpack(encodeMsgpack(JSON.parse('{"__proto__":{"a":1},"b":2}')))
  t.match(odd, { b: 2 })
  t.equal((odd as { readonly a?: number }).a, undefined)
  t.equal(Object.getPrototypeOf(odd), Object.prototype)
  t.end()
})

t.test('what has no value is left out', (t) => {
  t.strictSame(decodeMsgpack(pack({ id: 1, args: { volume: undefined, price: '1.1' } })), {
    id: 1,
    args: { price: '1.1' },
  })
  t.end()
})
