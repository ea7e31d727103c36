import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { type BatchMessage, BatchWriter, readBatch } from '../../../wire/thread/batch.js'
import { BatchLane, isBatch, laneMemory } from '../../../wire/thread/batch-lane.js'

const SLOT_BYTES = 1024
const SLOTS = 6

interface Entry {
  readonly kind: number
  readonly target: number
  readonly bytes: Uint8Array
}

/** Both ends of a lane, and what was told on it. */
class Lane {
  readonly #memory = laneMemory(SLOT_BYTES)
  readonly #reader = new BatchLane(this.#memory)
  readonly writer = new BatchWriter(new BatchLane(this.#memory).free)

  read(message: BatchMessage): Entry[] {
    const entries: Entry[] = []
    readBatch(this.#reader.open(message), (kind, target, bytes) => {
      entries.push({ kind, target, bytes: new Uint8Array(bytes) })
    })
    this.#reader.release(message)
    return entries
  }
}

const batches = fc.array(
  fc.record({
    entries: fc.array(
      fc.record<Entry>({
        kind: fc.integer({ min: 1, max: 9 }),
        target: fc.nat(0xffff_ffff),
        bytes: fc.uint8Array({ maxLength: 400 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    /** So many of the batches that were told are read after it. */
    reads: fc.nat(4),
  }),
  { maxLength: 40 },
)

t.test('what is read is what was written, in its order, however late it is read', (t) => {
  fc.assert(
    fc.property(batches, (given) => {
      const lane = new Lane()
      const told: { message: BatchMessage; entries: readonly Entry[] }[] = []
      const readOne = (): void => {
        const next = told.shift()
        if (next !== undefined) deepEqual(lane.read(next.message), next.entries.map(plain))
      }
      for (const { entries, reads } of given) {
        for (const { kind, target, bytes } of entries) lane.writer.push(kind, target, bytes)
        told.push({ message: lane.writer.take(), entries })
        for (let i = 0; i < reads; i++) readOne()
      }
      while (told.length > 0) readOne()
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('a batch without a slot goes as memory of its own, and slots come back', (t) => {
  const lane = new Lane()
  const tell = (length: number): BatchMessage => {
    lane.writer.push(1, 2, new Uint8Array(length).fill(length))
    return lane.writer.take()
  }
  const told = Array.from({ length: SLOTS }, () => tell(100))
  t.ok(told.every((message) => typeof message === 'number'))
  t.type(tell(100), ArrayBuffer, 'no slot is free')
  t.equal(lane.read(told[3] as number)[0]?.bytes.length, 100)
  t.equal(tell(8), 3 + SLOTS * 24, 'the one that was read')
  lane.read(told[0] as number)
  const long = tell(SLOT_BYTES)
  t.type(long, ArrayBuffer, 'it outgrows its slot')
  t.equal(lane.read(long)[0]?.bytes.length, SLOT_BYTES)
  t.equal(typeof tell(8), 'number', 'which is free again')
  t.end()
})

t.test('a batch that was taken back leaves its slot to the next one', (t) => {
  const lane = new Lane()
  for (let i = 0; i < 3 * SLOTS; i++) {
    lane.writer.push(1, 2, new Uint8Array(10))
    lane.writer.rewind(0)
  }
  lane.writer.push(1, 2, new Uint8Array(10))
  t.equal(typeof lane.writer.take(), 'number')
  t.end()
})

t.test('batches are told apart from other messages', (t) => {
  t.ok(isBatch(0))
  t.ok(isBatch(new ArrayBuffer(0)))
  t.notOk(isBatch({ type: 'stop' }))
  t.end()
})

function plain({ kind, target, bytes }: Entry): Entry {
  return { kind, target, bytes: new Uint8Array(bytes) }
}
