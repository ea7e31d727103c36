import t from 'tap'
import { TickRing } from '../../../actors/shared/tick-ring.js'

const CAPACITY = 131_072

t.test('what is pushed is read, in order, until it is given back', (t) => {
  const ring = new TickRing(TickRing.create())
  for (let i = 1; i <= 5; i++) ring.push(i, i, 100 + i, 200 + i, 1_000 + i)
  t.equal(ring.waiting, 5)
  const seen: number[][] = []
  ring.read(2, (...tick) => seen.push(tick))
  t.strictSame(seen, [
    [1, 1, 101, 201, 1_001],
    [2, 2, 102, 202, 1_002],
  ])
  t.equal(ring.waiting, 5, 'reading takes nothing away')
  ring.moveTo(ring.placeAfter(4))
  ring.read(ring.waiting, (...tick) => seen.push(tick))
  t.strictSame(seen[2], [5, 5, 105, 205, 1_005])
  t.throws(() => ring.read(2, () => undefined), /only ticks that are there/)
  t.throws(() => ring.moveTo(ring.placeAfter(2)), /a place in the ring/)
  t.end()
})

t.test('a full ring drops the newest ticks and counts them, round after round', (t) => {
  const memory = TickRing.create()
  const ring = new TickRing(memory)
  for (let round = 1; round <= 3; round++) {
    for (let i = 0; i < CAPACITY + 7; i++) ring.push(1, 5, i + 1, i + 2, round)
    t.equal(ring.waiting, CAPACITY)
    t.equal(ring.dropped, 7 * round)
    let last = 0
    new TickRing(memory).read(CAPACITY, (_, __, bid) => {
      last = bid
    })
    t.equal(last, CAPACITY)
    ring.moveTo(ring.placeAfter(CAPACITY))
    t.equal(ring.waiting, 0)
  }
  t.end()
})

t.test('each run of the server has a ring of its own name', (t) => {
  const memory = TickRing.create()
  t.equal(new TickRing(memory).id, new TickRing(memory).id)
  t.not(new TickRing(memory).id, new TickRing(TickRing.create()).id)
  t.end()
})
