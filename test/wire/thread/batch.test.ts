import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { BATCH_BYTES_MAX, BATCH_FULL_BYTES } from '../../../engine/limits/shards.js'
import {
  BatchWriter,
  batchOf,
  ENTRY_BYTES_MAX,
  nextEntry,
  readBatch,
} from '../../../wire/thread/batch.js'

interface Entry {
  readonly kind: number
  readonly target: number
  readonly bytes: Uint8Array
}

const entries = fc.array(
  fc.record<Entry>(
    {
      kind: fc.integer({ min: 1, max: 6 }),
      target: fc.nat(0xffff_ffff),
      bytes: fc.oneof(
        fc.uint8Array({ maxLength: 80 }),
        fc.integer({ min: 0, max: 40_000 }).map((length) => new Uint8Array(length).fill(length)),
      ),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 30 },
)

function entriesOf(buffer: ArrayBuffer): Entry[] {
  const read: Entry[] = []
  readBatch(batchOf(buffer), (kind, target, bytes) =>
    read.push({ kind, target, bytes: bytes.slice() }),
  )
  return read
}

t.test('a batch gives back the entries that were pushed, in order', (t) => {
  const writer = new BatchWriter()
  fc.assert(
    fc.property(entries, (pushed) => {
      for (const { kind, target, bytes } of pushed) writer.push(kind, target, bytes)
      const buffer = writer.takeBuffer()
      deepEqual(entriesOf(buffer), pushed)
      const words = new Uint32Array(buffer)
      let count = 0
      for (let word = 0; word < words.length; word = nextEntry(words, word)) count++
      deepEqual(count, pushed.length)
      deepEqual(writer.length, 0)
    }),
    { numRuns: 200 },
  )
  t.end()
})

t.test('part of a buffer is pushed without the rest of it', (t) => {
  const from = Uint8Array.from({ length: 300 }, (_, i) => i)
  for (const length of [0, 1, 3, 4, 63, 64, 65, 299, 300]) {
    const writer = new BatchWriter()
    writer.push(2, 9, from.subarray(0, length))
    t.same(entriesOf(writer.takeBuffer()), [{ kind: 2, target: 9, bytes: from.slice(0, length) }])
  }
  t.end()
})

t.test('rewound, a batch has forgotten what was pushed after, and takes more', (t) => {
  fc.assert(
    fc.property(entries, entries, entries, (kept, lost, more) => {
      const writer = new BatchWriter()
      for (const { kind, target, bytes } of kept) writer.push(kind, target, bytes)
      const { length } = writer
      for (const { kind, target, bytes } of lost) writer.push(kind, target, bytes)
      writer.rewind(length)
      for (const { kind, target, bytes } of more) writer.push(kind, target, bytes)
      deepEqual(entriesOf(writer.takeBuffer()), [...kept, ...more])
    }),
    { numRuns: 50 },
  )
  t.throws(() => new BatchWriter().rewind(4), { message: /only rewinds/ })
  t.end()
})

t.test('what was taken stays as it was, whatever is pushed afterwards', (t) => {
  const writer = new BatchWriter()
  writer.push(1, 1, Uint8Array.of(1, 2, 3))
  const taken = writer.takeBuffer()
  writer.push(2, 2, Uint8Array.of(9, 9, 9))
  t.same(entriesOf(taken), [{ kind: 1, target: 1, bytes: Uint8Array.of(1, 2, 3) }])
  t.end()
})

t.test('a batch has a bound: what does not fit comes as the next, in its order', (t) => {
  const writer = new BatchWriter()
  const large = new Uint8Array(5 * 1024 * 1024)
  const small = Uint8Array.of(7)
  let pushed = 0
  while (writer.length <= 2 * BATCH_BYTES_MAX) {
    large[0] = pushed
    writer.push(1, pushed, large)
    writer.push(2, pushed++, small)
    t.equal(writer.isFull, writer.length >= BATCH_FULL_BYTES)
  }
  const targets: number[] = []
  let batches = 0
  for (; writer.length > 0; batches++) {
    const buffer = writer.takeBuffer()
    t.ok(buffer.byteLength <= BATCH_BYTES_MAX, `${buffer.byteLength} bytes`)
    for (const { kind, target, bytes } of entriesOf(buffer)) {
      if (kind === 1) targets.push(target)
      t.equal(bytes[0], kind === 1 ? target : 7)
    }
  }
  t.equal(batches, 3)
  t.same(
    targets,
    Array.from({ length: pushed }, (_, n) => n),
  )

  const most = new Uint8Array(ENTRY_BYTES_MAX)
  t.throws(() => writer.push(1, 1, new Uint8Array(ENTRY_BYTES_MAX + 1)), { message: /fits/ })
  for (let n = 0; n < 3; n++) writer.push(1, n, most)
  writer.rewind(0)
  t.equal(writer.length, 0)
  writer.push(3, 3, small)
  t.same(entriesOf(writer.takeBuffer()), [{ kind: 3, target: 3, bytes: small }])
  t.end()
})

t.test('a batch that is cut short is not read as a whole one', (t) => {
  const writer = new BatchWriter()
  writer.push(1, 1, new Uint8Array(20))
  const cut = writer.takeBuffer().slice(0, 24)
  t.throws(() => entriesOf(cut))
  t.end()
})
