import fc from 'fast-check'
import t from 'tap'
import { FRAME_PARTS_MAX } from '../../../engine/limits/sockets.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { JSON_DEPTH_MAX } from '../../../wire/format/parse-json.js'
import {
  beginEvent,
  beginReply,
  DATA,
  decodeRequest,
  type SocketCodec,
  writePlainReply,
} from '../../../wire/frame/socket-frame.js'
import { pack, texts, wellFormed, writtenAsJson, writtenAsMsgpack } from './any-frame.js'

const CODECS: readonly SocketCodec[] = ['json', 'msgpack']

function encoded(codec: SocketCodec, value: unknown): Uint8Array {
  return codec === 'json' ? Buffer.from(JSON.stringify(value)) : pack(value)
}

t.test('a request reads as it was sent; without args they are empty', (t) => {
  for (const codec of CODECS) {
    for (const id of [0, 1, -1, 2 ** 53 - 1, '', 'a', 'x'.repeat(64)]) {
      const request = { id, op: 'trade', args: { a: [1, 'b', null] } }
      t.same(decodeRequest(codec, encoded(codec, request)), request)
      t.same(decodeRequest(codec, encoded(codec, { id, op: 'ping' })), { id, op: 'ping', args: {} })
    }
  }
  t.end()
})

t.test('what is not a request is undefined', (t) => {
  const wrong = [
    null,
    7,
    'text',
    [],
    {},
    { op: 'ping' },
    { id: 1 },
    { id: 1.5, op: 'ping' },
    { id: 'x'.repeat(65), op: 'ping' },
    { id: null, op: 'ping' },
    { id: {}, op: 'ping' },
    { id: 1, op: 7 },
    { id: 1, op: 'ping', args: [] },
    { id: 1, op: 'ping', args: 'x' },
    { id: 1, op: 'ping', args: null },
  ]
  for (const codec of CODECS) {
    for (const value of wrong) {
      t.equal(decodeRequest(codec, encoded(codec, value)), undefined, JSON.stringify(value))
    }
    t.equal(decodeRequest(codec, new Uint8Array(0)), undefined)
  }
  t.equal(decodeRequest('json', Buffer.from('{"id":1,"op":"p\xff"}', 'latin1')), undefined)
  t.equal(decodeRequest('json', Buffer.from('{"id":9007199254740993,"op":"p"}')), undefined)
  t.equal(decodeRequest('json', Buffer.from('['.repeat(60_000))), undefined)
  t.end()
})

t.test('frames nest to their bound, have parts up to theirs, and are none beyond', (t) => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
    return value
  }
  // The frame and its args are two levels.
  for (const [codec, levels] of [
    ['json', JSON_DEPTH_MAX - 2],
    ['msgpack', 6],
  ] as const) {
    const frame = (more: number) => encoded(codec, { id: 1, op: 'x', args: { a: nested(more) } })
    t.same(decodeRequest(codec, frame(levels))?.args, { a: nested(levels) }, codec)
    t.equal(decodeRequest(codec, frame(levels + 1)), undefined, codec)
  }
  for (const codec of CODECS) {
    // Two maps with three fields, and those of the args.
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, keyed))
    const most = fields(FRAME_PARTS_MAX - 5)
    t.same(decodeRequest(codec, encoded(codec, { id: 1, op: 'x', args: most }))?.args, most)
    const more = fields(FRAME_PARTS_MAX - 4)
    t.equal(decodeRequest(codec, encoded(codec, { id: 1, op: 'x', args: more })), undefined)
    const lists = { a: new Array(FRAME_PARTS_MAX).fill([]) }
    t.equal(decodeRequest(codec, encoded(codec, { id: 1, op: 'x', args: lists })), undefined)
    const texts = { symbols: new Array(4096).fill('EUR[USD]:{') }
    t.same(decodeRequest(codec, encoded(codec, { id: 1, op: 'x', args: texts }))?.args, texts)
  }
  t.end()
})

function keyed(_: unknown, place: number): [string, number] {
  return [`k${place}`, place]
}

t.test('a __proto__ among the args reaches no prototype', (t) => {
  const frame = Buffer.from('{"id":1,"op":"x","__proto__":{"op":"y"},"args":{"__proto__":{"a":1}}}')
  const request = decodeRequest('json', frame)
  t.equal(request?.op, 'x')
  t.equal(({} as { a?: number }).a, undefined)
  t.end()
})

t.test('replies and events have their shape in both codecs', (t) => {
  fc.assert(
    fc.property(texts, texts, fc.oneof(fc.maxSafeInteger(), texts), (code, message, id) => {
      for (const [read, form] of [
        [writtenAsJson, (value: unknown) => value],
        [writtenAsMsgpack, wellFormed],
      ] as const) {
        const plain = { code, message, data: null }
        t.strictSame(
          read((w) => writePlainReply(w, id, code, message)),
          form({ id, ...plain }),
        )
        t.strictSame(
          read((w) => writePlainReply(w, null, code, message)),
          form({ id: null, ...plain }),
        )
      }
    }),
    { numRuns: 100 },
  )
  for (const read of [writtenAsJson, writtenAsMsgpack]) {
    const reply = read((w) => {
      beginReply(w, 7, 'ok', '')
      w.map(0, DATA)
      w.endMap()
      w.endMap()
    })
    t.same(reply, { id: 7, code: 'ok', message: '', data: {} })
    for (const seq of [undefined, 12]) {
      const event = read((w) => {
        beginEvent(w, 'deal', seq)
        w.none(DATA)
        w.endMap()
      })
      const expected = { event: 'deal', data: null }
      t.same(event, seq === undefined ? expected : { ...expected, seq: '12' })
    }
  }
  t.end()
})

t.test('damaged JSON is a request or undefined, never a throw', (t) => {
  const prng = new Prng(5)
  const source = Buffer.from(
    '{"id":12,"op":"trade","args":{"kind":"open","symbol":"EURUSD","volume":"0.10","c":"\\u00e9"}}',
  )
  const letters = Buffer.from('{}[]",:\\u0e1-\xff\x00')
  let read = 0
  for (let i = 0; i < 40_000; i++) {
    const frame = [...source]
    for (let changes = 1 + prng.below(3); changes > 0; changes--) {
      const letter = letters[prng.below(letters.length)] as number
      frame.splice(prng.below(frame.length), prng.below(3), letter)
    }
    if (decodeRequest('json', Uint8Array.from(frame)) !== undefined) read++
  }
  t.ok(read > 100 && read < 39_000, `${read} could be read`)
  t.end()
})
