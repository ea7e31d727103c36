import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import type { ByteSink } from '../../../wire/frame/byte-sink.js'
import { FrameTemplate } from '../../../wire/frame/frame-template.js'
import { type FrameWriter, Key } from '../../../wire/frame/frame-writer.js'
import { JsonWriter, MsgpackWriter } from '../../../wire/frame/writer.js'
import { writeMoney } from '../../../wire/trade/views.js'
import { anyFrame, moments } from './any-frame.js'

const SINKS: readonly (() => ByteSink)[] = [() => new JsonWriter(), () => new MsgpackWriter()]

type Write = (w: FrameWriter) => void

/** One template over all frames in turn must make the bytes that a fresh writer makes of each. */
function checkAll(writes: readonly Write[]): void {
  for (const sink of SINKS) {
    const template = new FrameTemplate(sink())
    for (const write of writes) {
      const fresh = sink()
      fresh.clear()
      write(fresh)
      template.clear()
      write(template)
      deepEqual(Buffer.from(template.written), Buffer.from(fresh.written))
    }
  }
}

t.test('whatever was written before, a template makes the bytes of a fresh writer', (t) => {
  fc.assert(
    fc.property(fc.array(anyFrame, { minLength: 2, maxLength: 5 }), (frames) => {
      checkAll(frames.flatMap(({ write }) => [write, write]))
    }),
    { numRuns: 200 },
  )
  t.end()
})

const ID = new Key('id')
const SEQ = new Key('seq')
const PRICE = new Key('price')
const VOLUME = new Key('volume')
const COMMENT = new Key('comment')
const AT = new Key('at')

const near = fc.integer({ min: 0, max: 1200 })
const rows = fc.record({
  id: fc.oneof(near, fc.maxSafeNat()),
  seq: near,
  price: fc.integer({ min: -1200, max: 1200 }),
  digits: fc.integer({ min: 0, max: 3 }),
  volume: near.map((n) => n * 1_000_000),
  comment: fc.oneof(fc.constantFrom('', 'a', 'b', 'ü'), fc.string({ maxLength: 3 })),
  at: moments,
  isShort: fc.boolean(),
})

t.test('frames of one shape whose values and widths change, and shorter ones between them', (t) => {
  fc.assert(
    fc.property(fc.array(rows, { minLength: 2, maxLength: 12 }), (list) => {
      const writes = list.map((row) => (w: FrameWriter) => {
        w.map(row.isShort ? 2 : 6)
        w.int(ID, row.id)
        w.intText(SEQ, row.seq)
        if (row.isShort) {
          w.endMap()
          return
        }
        w.scaled(PRICE, row.price, row.digits)
        w.trimmed(VOLUME, row.volume, 8)
        w.text(COMMENT, row.comment)
        w.time(AT, row.at)
        w.endMap()
      })
      checkAll(writes)
    }),
    { numRuns: 400 },
  )
  t.end()
})

const long = (length: number) => fc.constantFrom('x', 'y').map((one) => one.repeat(length))
const words = fc.oneof(
  // Of one to three bytes, and of one character that JSON writes as two or six.
  fc.constantFrom('a', 'ab', 'ba', 'abc', 'ü', 'bü', 'a"', '"', '\\', '\u0001', '\u007f', 'abcdef'),
  // MessagePack has one byte before a text of up to 31, then three.
  ...[30, 31, 32, 33, 34].map(long),
)

const wide = [0, 9, 10, 127, 128, 0xffff_ffff, 0x1_0000_0000, 9_999, 10_000, 2 ** 31, 2 ** 53 - 1]
const numbers = fc.oneof(near, fc.integer({ min: -1200, max: 1200 }), fc.constantFrom(...wide))

t.test('values are written over others, and whole where they take other bytes', (t) => {
  const pair = fc.tuple(words, moments, numbers, fc.constantFrom(0, 2, 5))
  fc.assert(
    fc.property(fc.array(pair, { minLength: 2, maxLength: 30 }), (list) => {
      const text = list.map(([word]) => (w: FrameWriter) => {
        w.map(2)
        w.text(COMMENT, word)
        w.int(ID, 7)
        w.endMap()
      })
      const time = list.map(([, at]) => (w: FrameWriter) => {
        w.map(2)
        w.time(AT, at)
        w.int(ID, 7)
        w.endMap()
      })
      checkAll(text)
      checkAll(time)
      const kinds: readonly ((w: FrameWriter, value: number) => void)[] = [
        (w, value) => w.int(PRICE, value),
        (w, value) => w.intText(PRICE, Math.abs(value)),
        (w, value) => w.scaled(PRICE, value, list[0]?.[3] ?? 0),
        (w, value) => w.trimmed(PRICE, value, list[0]?.[3] ?? 0),
      ]
      for (const write of kinds) {
        const number = list.map(([, , value]) => (w: FrameWriter) => {
          w.map(2)
          write(w, value)
          w.int(ID, 7)
          w.endMap()
        })
        checkAll(number)
      }
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('a frame that ends early, as no frame does, is cut where it ends', (t) => {
  const whole: Write = (w) => {
    w.map(2)
    w.int(ID, 1)
    w.int(SEQ, 2)
    w.endMap()
  }
  const part: Write = (w) => {
    w.map(2)
    w.int(ID, 1)
  }
  checkAll([whole, part, whole, part, part, whole])
  t.end()
})

t.test('money with and without prices, by turns', (t) => {
  const priced = {
    balance: 1_000_00,
    credit: 0,
    equity: 999_50,
    margin: 0,
    marginFree: 999_50,
    marginLevel: null,
    profit: -50,
    swap: 0,
    commission: 0,
  }
  const unpriced = { ...priced, equity: null, marginFree: null, profit: null }
  checkAll(
    [priced, unpriced, { ...priced, equity: 1_000_50 }, priced, unpriced, unpriced].map(
      (money, i) => (w: FrameWriter) => writeMoney(w, money, 2, 100 + i, 1e12 + i * 7),
    ),
  )
  t.end()
})

t.test(
  'a frame that nobody reads may make the memory larger: the next one is read where it lies',
  (t) => {
    const text =
      (value: string): Write =>
      (w) => {
        w.map(1)
        w.text(ID, value)
        w.endMap()
      }
    for (const sink of SINKS) {
      const template = new FrameTemplate(sink())
      const read = (value: string): Uint8Array => {
        template.clear()
        text(value)(template)
        return Uint8Array.from(template.written)
      }
      const first = read('one')
      template.clear()
      text('x'.repeat(100_000))(template)
      const second = read('two')
      t.equal(second.length, first.length)
      const fresh = sink()
      text('two')(fresh)
      t.same(second, Uint8Array.from(fresh.written))
    }
    t.end()
  },
)
