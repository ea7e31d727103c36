import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { InvariantError } from '../../../engine/assert.js'
import { LevelQueue, QueuePlaces } from '../../../engine/triggers/level-queue.js'
import { OwnerIndex } from '../../../engine/triggers/owner-index.js'

/** `QUEUE_CASES=20000 node dist/test/engine/triggers/level-queue.test.js` for a long run. */
const CASES = Number(process.env['QUEUE_CASES'] ?? 200)

const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('add'), key: fc.nat(500), pick: fc.nat() }),
  },
  fc.record({ step: fc.constant('remove'), key: fc.nat(500), pick: fc.nat() }),
  fc.record({ step: fc.constant('move'), key: fc.nat(500), pick: fc.nat() }),
)

t.test('property: whatever was added, moved and removed, the rest comes in order', (t) => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 400, size: 'max' }), (given) => {
      const places = new QueuePlaces()
      const queues = [new LevelQueue(places), new LevelQueue(places)] as const
      let held: { slot: number; key: number; order: number; queue: 0 | 1 }[] = []
      for (const [order, { step, key, pick }] of given.entries()) {
        const one = held[pick % Math.max(1, held.length)]
        if (step === 'add' || one === undefined) {
          const queue = (pick % 2) as 0 | 1
          const slot = places.take(order)
          queues[queue].add(slot, key)
          held.push({ slot, key, order, queue })
        } else if (step === 'move') {
          queues[one.queue].move(one.slot, key)
          one.key = key
        } else {
          queues[one.queue].remove(one.slot)
          places.giveBack(one.slot)
          held = held.filter((other) => other !== one)
        }
      }
      for (const [which, queue] of queues.entries()) {
        const sorted = held
          .filter((one) => one.queue === which)
          .toSorted((a, b) => a.key - b.key || a.order - b.order)
        equal(queue.length, sorted.length)
        const taken = sorted.map(() => [queue.firstKey, queue.take()])
        deepEqual(
          taken,
          sorted.map(({ key, slot }) => [key, slot]),
        )
        equal(queue.firstKey, Number.POSITIVE_INFINITY)
      }
    }),
    { numRuns: CASES },
  )
  t.end()
})

t.test('an entry of another queue is not taken out of this one', (t) => {
  const places = new QueuePlaces()
  const [one, other] = [new LevelQueue(places), new LevelQueue(places)]
  const [a, b] = [places.take(0), places.take(1)]
  one.add(a, 5)
  other.add(b, 5)
  t.throws(() => one.remove(b), InvariantError)
  t.throws(() => one.move(b, 6), InvariantError)
  t.end()
})

t.test('property: an index finds whom it holds and nobody else', (t) => {
  const owners = fc.oneof(fc.nat(60), fc.integer({ min: 2 ** 33, max: 2 ** 33 + 40 }))
  fc.assert(
    fc.property(fc.array(fc.tuple(owners, fc.boolean()), { maxLength: 300 }), (given) => {
      const index = new OwnerIndex()
      const held = new Map<number, number>()
      const free: number[] = []
      for (const [owner, isAdded] of given) {
        const known = held.get(owner)
        if (isAdded && known === undefined) {
          const slot = free.pop() ?? held.size
          held.set(owner, slot)
          index.add(owner, slot)
        } else if (!isAdded && known !== undefined) {
          held.delete(owner)
          free.push(known)
          index.remove(owner)
        }
        for (const [asked] of given) equal(index.find(asked), held.get(asked))
      }
    }),
    { numRuns: CASES },
  )
  t.end()
})

t.test('the bytes of places are those of both of their tables', (t) => {
  const places = new QueuePlaces()
  t.equal(places.bytes, 0)
  for (let n = 0; n < 100; n++) places.take(n)
  t.ok(places.capacity >= 100)
  t.equal(
    places.bytes,
    places.capacity * (places.at.BYTES_PER_ELEMENT + places.order.BYTES_PER_ELEMENT),
  )
  t.end()
})
