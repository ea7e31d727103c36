import fc from 'fast-check'
import t from 'tap'
import { DDE_NEWS_BYTES_MAX, DdeLineReader } from '../../../wire/dde/line-reader.js'

function lines(reader: DdeLineReader, bytes: Uint8Array): string[] {
  reader.push(bytes)
  const out: string[] = []
  for (let line = reader.next(); line !== undefined; line = reader.next()) out.push(line)
  return out
}

const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')

function news(body: Uint8Array, length = body.length): Uint8Array {
  const header = Buffer.alloc(548, 10)
  header.writeInt32LE(length, 532)
  return Buffer.concat([text('< News\r\n'), header, body])
}

t.test('lines end at LF and lose every CR', async (t) => {
  const reader = new DdeLineReader(1_024, true)
  t.same(lines(reader, text('a\r\nb\n\r\nc\rd\r\r\n')), ['a', 'b', '', 'cd'])
  t.same(lines(reader, text('x')), [])
  t.equal(reader.rest, 'x')
  t.same(lines(reader, text('y\n')), ['xy'])
  t.equal(reader.rest, '')
})

t.test('a news block is stepped over by its length, however it is cut', async (t) => {
  const body = text('EURUSD 1 2\r\nmore\r\n\u0000\u00ff')
  const all = Buffer.concat([text('A 1 2\r\n'), news(body), text('B 1 2\r\n')])
  for (const size of [1, 2, 7, 100, 541, all.length]) {
    const reader = new DdeLineReader(1_024, true)
    const seen: string[] = []
    for (let at = 0; at < all.length; at += size) {
      seen.push(...lines(reader, all.subarray(at, at + size)))
    }
    t.same(seen, ['A 1 2', '< News', 'B 1 2'], `in pieces of ${size}`)
  }
})

t.test('an empty news block is only its header', async (t) => {
  const reader = new DdeLineReader(1_024, true)
  t.same(lines(reader, Buffer.concat([news(text('')), text('B 1 2\n')])), ['< News', 'B 1 2'])
})

t.test('a news block of a wrong length is a fault', async (t) => {
  for (const length of [-1, DDE_NEWS_BYTES_MAX + 1, 0x7fffffff]) {
    const reader = new DdeLineReader(1_024, true)
    lines(reader, news(text('x'), length))
    t.equal(reader.fault, 'a news block is too long')
    t.same(lines(reader, text('A 1 2\n')), [], 'and nothing comes after it')
  }
})

t.test('a client cannot start a news block', async (t) => {
  const reader = new DdeLineReader(1_024, false)
  t.same(lines(reader, text('< News\r\n> Ping\r\n')), ['< News', '> Ping'])
})

t.test('a line over the bound is a fault, whole or growing', async (t) => {
  const whole = new DdeLineReader(10, true)
  t.same(lines(whole, text('0123456789\r\n')), ['0123456789'])
  t.same(lines(whole, text('0123456789AB\n')), [])
  t.equal(whole.fault, 'a line is too long')
  const growing = new DdeLineReader(10, true)
  for (let i = 0; i < 11; i++) lines(growing, text('x'))
  t.equal(growing.fault, 'a line is too long')
  t.equal(growing.rest, '')
})

t.test('the cuts between chunks never change the lines', async () => {
  const alphabet = fc.constantFrom('a', ' ', '1', '\r', '\n', '>', '<')
  const stream = fc.string({ unit: alphabet, maxLength: 60 })
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(stream, cuts, (value, sizes) => {
      const bytes = text(value)
      const whole = lines(new DdeLineReader(100, true), bytes)
      const reader = new DdeLineReader(100, true)
      const pieces: string[] = []
      let at = 0
      for (let i = 0; at < bytes.length; i++) {
        const size = sizes[i % sizes.length] as number
        pieces.push(...lines(reader, bytes.subarray(at, at + size)))
        at += size
      }
      return JSON.stringify(whole) === JSON.stringify(pieces)
    }),
    { numRuns: 2_000 },
  )
})
