import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Prng } from '../../../engine/numbers/prng.js'
import { decodeMsgpack, MsgpackError } from '../../../wire/frame/msgpack-decode.js'
import { pack, texts, wellFormed } from './any-frame.js'

const numbers = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double({ noNaN: true }))
const values: fc.Arbitrary<unknown> = fc.letrec((again) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.constant(null), fc.boolean(), numbers, texts),
    fc.array(again('any'), { maxLength: 20 }),
    fc.dictionary(fc.stringMatching(/^[a-z][a-z_]{0,19}$/), again('any'), {
      maxKeys: 20,
      noNullPrototype: true,
    }),
  ),
})).any

t.test('what msgpackr packs reads as it was', (t) => {
  fc.assert(
    fc.property(values, (value) => {
      const plain = wellFormed(value)
      deepEqual(decodeMsgpack(pack(plain)), plain)
    }),
    { numRuns: 500 },
  )
  t.end()
})

const REFUSED: Readonly<Record<string, readonly number[]>> = {
  nothing: [],
  'a byte too many': [0xc0, 0xc0],
  'an unused type': [0xc1],
  'binary of 8 bits': [0xc4, 1, 0],
  'binary of 32 bits': [0xc6, 0, 0, 0, 1, 0],
  'an extension': [0xd4, 1, 0],
  'a record definition': [0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61],
  'a large extension': [0xc9, 0, 0, 0, 1, 1, 0],
  'an array longer than the frame': [0xdd, 0xff, 0xff, 0xff, 0xff],
  'a map longer than the frame': [0xdf, 0xff, 0xff, 0xff, 0xff, 0xa1, 0x61],
  'a text longer than the frame': [0xdb, 0xff, 0xff, 0xff, 0xff, 0x61],
  'a map that ends early': [0x82, 0xa1, 0x61, 1],
  'a key that is a number': [0x81, 1, 1],
  'a key that is a list': [0x81, 0x90, 1],
  'a key __proto__': [0x81, 0xa9, ...Buffer.from('__proto__'), 0x80],
  'text that is not UTF-8': [0xa2, 0xc3, 0x28],
  'half a surrogate pair': [0xa3, 0xed, 0xa0, 0xbd],
  'a number beyond 2^53': [0xcf, 0, 0x20, 0, 0, 0, 0, 0, 0],
  'a number beyond -2^53': [0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0],
  'lists nine deep': [0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x90],
}

t.test('what frames do not consist of is refused', (t) => {
  for (const [name, bytes] of Object.entries(REFUSED)) {
    t.throws(() => decodeMsgpack(Uint8Array.from(bytes)), { name: 'MsgpackError' }, name)
  }
  t.same(decodeMsgpack(Uint8Array.from([0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x91, 0x90])), [
    [[[[[[[]]]]]]],
  ])
  t.end()
})

// A decoder that strips a byte order mark answers another text than JSON does for the same request.
t.test('a text keeps the mark it begins with', (t) => {
  for (const text of ['\ufeffabc', `\ufeff${'x'.repeat(40)}`, '\ufeff']) {
    t.equal(decodeMsgpack(pack(text)), text)
  }
  t.end()
})

// Keys are remembered in slots by a hash of their bytes. These two share a slot, and the characters
// of the first are the bytes of the second, which are not UTF-8.
t.test('what keys were read before changes nothing', (t) => {
  decodeMsgpack(pack({ '\u0091\u0080aaa': 1 }))
  const wrong = Uint8Array.from([0x81, 0xa5, 0x91, 0x80, 0x61, 0x61, 0x61, 1])
  t.throws(() => decodeMsgpack(wrong), { name: 'MsgpackError' })
  t.end()
})

/** `DAMAGED_FRAMES=1000000 node dist/test/wire/frame/msgpack-decode.test.js` for a long run. */
const DAMAGED = Number(process.env['DAMAGED_FRAMES'] ?? 50_000)
const SLOW_MS = 50

const FRAMES = [
  { id: 1, op: 'trade', args: { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } },
  { id: 'abc', op: 'subscribe', args: { symbols: ['EURUSD', 'GBPUSD'], deep: [[[{ a: 1.5 }]]] } },
  {
    id: 2 ** 40,
    op: 'trade',
    args: { kind: 'close', position_id: 77, comment: 'größer \u{1f4b6}' },
  },
  { id: -5, op: 'resume', args: { seq: '120', flags: [true, false, null, -1, -70_000, 1e300] } },
].map(pack)

t.test('damaged frames are read or refused, and none takes long', (t) => {
  const prng = new Prng(7)
  let read = 0
  for (let i = 0; i < DAMAGED; i++) {
    const frame = damaged(prng)
    let took = timed(frame)
    if (took.read) read++
    // Garbage may have been collected meanwhile: slow is what is slow each time.
    for (let again = 0; took.ms > SLOW_MS && again < 5; again++) took = timed(frame)
    if (took.ms > SLOW_MS) return t.fail(`${took.ms} ms for ${Buffer.from(frame).toString('hex')}`)
  }
  t.ok(read > DAMAGED / 100 && read < DAMAGED * 0.99, `${read} could be read`)
  return t.end()
})

/** Reads or refuses; anything else that is thrown ends the test. */
function timed(frame: Uint8Array): { read: boolean; ms: number } {
  // Processor time, since the machine may be busy with something else.
  const before = process.cpuUsage()
  let read = true
  try {
    decodeMsgpack(frame)
  } catch (error) {
    if (!(error instanceof MsgpackError)) throw error
    read = false
  }
  const { user, system } = process.cpuUsage(before)
  return { read, ms: (user + system) / 1000 }
}

function damaged(prng: Prng): Uint8Array {
  const source = FRAMES[prng.below(FRAMES.length)] as Uint8Array
  const frame = [...source]
  for (let changes = 1 + prng.below(4); changes > 0; changes--) {
    const at = prng.below(frame.length)
    const kind = prng.below(4)
    if (kind === 0) frame[at] = prng.below(256)
    else if (kind === 1) frame[at] = (frame[at] ?? 0) ^ (1 << prng.below(8))
    else if (kind === 2) frame.splice(at, 1 + prng.below(8))
    else frame.splice(at, 0, 0xc0 + prng.below(64), prng.below(256))
  }
  return Uint8Array.from(frame)
}

t.test('the most laborious frames of the largest size are read or refused at once', (t) => {
  const size = 64 * 1024
  const shapes: Record<string, readonly number[]> = {
    nils: [0xc0],
    'empty maps': [0x80],
    'nested lists': [0x91],
    'one-letter keys': [0xa1, 0x61],
    'maps of one key': [0x81, 0xa1, 0x61],
    'letters that are not ASCII': [0xa2, 0xc3, 0xa9],
    'large maps': [0xdf, 0, 0, 0xff, 0xff],
  }
  for (const [name, unit] of Object.entries(shapes)) {
    for (const head of [[0xdd, 0, 0, 0xff, 0xf0], [0xdf, 0, 0, 0x7f, 0xf0], []]) {
      const frame = Uint8Array.from([
        ...head,
        ...Array.from({ length: size - head.length }, (_, i) => unit[i % unit.length] as number),
      ])
      let { ms } = timed(frame)
      for (let again = 0; ms > SLOW_MS && again < 5; again++) ms = timed(frame).ms
      t.ok(ms <= SLOW_MS, `${name} took ${ms} ms`)
    }
  }
  t.end()
})
