import { Packr } from 'msgpackr'
import t from 'tap'
import { frameId } from '../../../wire/frame/frame-id.js'
import { decodeRequest, type SocketCodec } from '../../../wire/frame/socket-frame.js'

const packr = new Packr({ useRecords: false, variableMapSize: true })
const CODECS: readonly SocketCodec[] = ['json', 'msgpack']

function encoded(codec: SocketCodec, frame: object): Uint8Array {
  return codec === 'json' ? Buffer.from(JSON.stringify(frame)) : packr.pack(frame)
}

t.test('the id of a small frame is what the decoder reads, wherever it stands', (t) => {
  const args = { symbol: 'EURUSD', list: [1, { a: null }] }
  const frames: object[] = [
    { id: 7, op: 'trade', args },
    { id: 'a b', op: 'trade', args },
    { op: 'trade', id: 0, args },
    { op: 'ping', args, id: 'last' },
    { id: -1, op: 'ping' },
    { id: 1.5, op: 'ping' },
    { id: 2 ** 60, op: 'ping' },
    { id: 'x'.repeat(64), op: 'ping' },
    { id: 'x'.repeat(65), op: 'ping' },
    { id: 'ü\n', op: 'ping' },
    { id: null, op: 'ping' },
    { id: {}, op: 'ping' },
    { op: 'ping' },
    {},
    [],
  ]
  for (const codec of CODECS) {
    for (const frame of frames) {
      const bytes = encoded(codec, frame)
      const id = decodeRequest(codec, bytes)?.id ?? null
      t.equal(frameId(codec, bytes), id, `${codec} ${JSON.stringify(frame)}`)
    }
  }
  for (const text of ['', '{', '{"id":', '{"id":1', '{"id":1,', '{"id":01,"op":"ping"}', 'null']) {
    t.equal(frameId('json', Buffer.from(text)), null, text)
  }
  t.end()
})

t.test('of a large frame only the first fields are read', (t) => {
  const fill = 'x'.repeat(60_000)
  for (const codec of CODECS) {
    const first = encoded(codec, { id: 7, op: 'trade', args: { fill } })
    t.equal(frameId(codec, first), 7)
    t.equal(frameId(codec, encoded(codec, { op: 'trade', id: 'a', args: { fill } })), 'a')
    // Whoever decoded it would find that it is none.
    t.equal(frameId(codec, first.subarray(0, 50_000)), 7)
    t.equal(frameId(codec, encoded(codec, { args: { fill }, op: 'trade', id: 7 })), null)
    t.equal(frameId(codec, encoded(codec, { op: 'x'.repeat(250), id: 7, args: { fill } })), null)
  }
  const kib = (size: number) => {
    const empty = JSON.stringify({ args: { fill: '' }, op: 'ping', id: 7 }).length
    return encoded('json', { args: { fill: 'x'.repeat(size - empty) }, op: 'ping', id: 7 })
  }
  t.equal(frameId('json', kib(1024)), 7, 'up to 1 KiB the whole frame is')
  t.equal(frameId('json', kib(1025)), null)
  t.end()
})
