import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Key } from '../../../wire/frame/frame-writer.js'
import { JsonWriter, MsgpackWriter } from '../../../wire/frame/writer.js'
import { anyFrame, decimalText, wellFormed, writtenAsJson, writtenAsMsgpack } from './any-frame.js'

const RUNS = 400

t.test('what is written as JSON, JSON.parse reads', (t) => {
  fc.assert(
    fc.property(anyFrame, ({ write, means }) => deepEqual(writtenAsJson(write), means)),
    { numRuns: RUNS },
  )
  t.end()
})

t.test('what is written as MessagePack, msgpackr reads', (t) => {
  fc.assert(
    fc.property(anyFrame, ({ write, means }) =>
      deepEqual(writtenAsMsgpack(write), wellFormed(means)),
    ),
    { numRuns: RUNS },
  )
  t.end()
})

t.test('a writer used again carries nothing over, however much it grew', (t) => {
  const w = new JsonWriter()
  const packed = new MsgpackWriter()
  fc.assert(
    fc.property(anyFrame, ({ write, means }) => {
      w.clear()
      packed.clear()
      write(w)
      write(packed)
      deepEqual(JSON.parse(Buffer.from(w.bytes.subarray(0, w.length)).toString('utf8')), means)
      deepEqual(
        packed.bytes.slice(0, packed.length),
        writtenBytes((fresh) => write(fresh)),
      )
    }),
    { numRuns: 100 },
  )
  t.end()
})

function writtenBytes(write: (w: MsgpackWriter) => void): Uint8Array {
  const w = new MsgpackWriter()
  write(w)
  return w.bytes.slice(0, w.length)
}

t.test('decimals are exact at the ends of what a number holds', (t) => {
  const key = new Key('v')
  const ends = [
    0,
    1,
    -1,
    9,
    10,
    99,
    100,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    2 ** 53 - 1,
    -(2 ** 53 - 1),
  ]
  for (const value of ends) {
    for (let digits = 0; digits <= 10; digits++) {
      const read = writtenAsJson((w) => {
        w.map(1)
        w.scaled(key, value, digits)
        w.endMap()
      })
      if ((read as { v: string }).v !== decimalText(value, digits)) t.fail(`${value} ${digits}`)
    }
  }
  t.end()
})

t.test('texts at the borders of their length heads are whole', (t) => {
  const key = new Key('v')
  for (const length of [0, 31, 32, 33, 255, 256, 65_535, 65_536, 70_000]) {
    for (const letter of ['x', 'é', '€', '\u{1f4b6}', '"', '\u0001']) {
      const text = letter.repeat(length)
      const write = (w: JsonWriter | MsgpackWriter) => {
        w.map(1)
        w.text(key, text)
        w.endMap()
      }
      const read = [writtenAsJson(write as never), writtenAsMsgpack(write as never)]
      if (!read.every((value) => (value as { v: string }).v === text)) t.fail(`${length} ${letter}`)
    }
  }
  t.end()
})
