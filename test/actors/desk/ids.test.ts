import fc from 'fast-check'
import t from 'tap'
import { ID_GRANT_LENGTH, ID_RANGE_LENGTH } from '../../../actors/desk/id-range.js'
import { idsDesk } from '../../../actors/desk/ids.js'
import { IdAllocator } from '../../../actors/shard/id-allocator.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

const { desk } = new ConfigFront(t)
const ids = idsDesk(desk)

/** A shard that asks the desk for its numbers; a grant arrives when it is delivered. */
class Numbered {
  readonly #shard: number
  #waiting = 0
  #allocator: IdAllocator

  constructor(shard: number) {
    this.#shard = shard
    this.#allocator = this.#begun()
  }

  /** The first number that is given out, then skips all but the last of `count`. */
  take(count: number): number {
    this.deliver()
    let taken = this.#allocator.take()
    for (let more = 1; more < count; more++) {
      if (!this.#allocator.has(1)) this.deliver()
      taken = this.#allocator.take()
    }
    return taken
  }

  deliver(): void {
    for (; this.#waiting > 0; this.#waiting--) this.#allocator.grant(this.#grant())
  }

  /** `hears`: whether the grant that is on its way arrives before the shard stops. */
  stop(hears: boolean): void {
    if (hears) this.deliver()
    else for (; this.#waiting > 0; this.#waiting--) this.#grant()
    const { left } = this.#allocator
    if (left !== undefined) ids['ids.leave']({ shard: this.#shard, left: [left] })
    this.#allocator = this.#begun()
  }

  kill(hears: boolean): void {
    if (hears) this.deliver()
    else for (; this.#waiting > 0; this.#waiting--) this.#grant()
    this.#allocator = this.#begun()
  }

  #begun(): IdAllocator {
    this.#waiting = 1
    return new IdAllocator('order', () => this.#waiting++)
  }

  #grant() {
    const granted = ids['ids.grant']({ shard: this.#shard, kind: 'order' })
    if (!granted.ok) throw new Error(granted.message)
    return granted.value
  }
}

t.test('a stop skips no number, at the end of a range as anywhere', (t) => {
  // Two shards, so that the ranges of one do not join.
  const [one, other] = [new Numbered(0), new Numbered(1)]
  const begin = one.take(1)
  other.take(1)
  let newest = one.take(ID_RANGE_LENGTH - 11)
  t.equal(newest, begin + ID_RANGE_LENGTH - 11, 'ten are left of the range')
  one.stop(true)
  for (const hears of [true, false]) {
    const next = one.take(3)
    t.equal(next, newest + 3, 'the range goes on')
    newest = next
    one.stop(hears)
  }
  t.equal(one.take(1), newest + 1)
  t.equal(one.take(3), newest + 4, 'the last of the range')
  const following = one.take(1)
  t.ok(following > newest + ID_RANGE_LENGTH, 'another range')
  t.equal((following - begin) % ID_RANGE_LENGTH, 0, 'from its first number on')
  one.stop(true)
  t.equal(one.take(1), following + 1)
  t.end()
})

t.test('stops skip none and kills 100,000 at most, wherever they come', (t) => {
  let shards = 2
  const step = fc.record({
    take: fc.integer({ min: 0, max: 60_000 }),
    end: fc.constantFrom('stop', 'kill', 'none'),
    hears: fc.boolean(),
  })
  const near = fc.integer({ min: 1, max: 120_000 })
  fc.assert(
    fc.property(near, fc.array(step, { maxLength: 12 }), (left, steps) => {
      const shard = new Numbered(shards++)
      const first = shard.take(1)
      // Ranges of this shard alone: what was skipped is counted within them.
      const place = (id: number) => {
        const range = Math.floor((id - first) / ID_RANGE_LENGTH)
        return range > 0 ? id - first - (range - 1) * ID_RANGE_LENGTH : id - first
      }
      desk.tables.idRanges.set(shards - 1, {
        kind: 'order',
        next: first + ID_RANGE_LENGTH - left,
        end: first + ID_RANGE_LENGTH,
        earlierNext: 0,
        earlierEnd: 0,
      })
      shard.kill(true)
      desk.tables.counters.setNext('order', desk.tables.counters.next('order', 1) + ID_RANGE_LENGTH)
      let before = shard.take(1)
      let mayskip = 0
      for (const { take, end, hears } of steps) {
        if (take > 0) {
          const now = shard.take(1)
          const skipped = place(now) - place(before) - 1
          if (skipped < 0 || skipped > mayskip) return false
          mayskip = 0
          before = shard.take(take)
        }
        if (end === 'stop') shard.stop(hears)
        if (end === 'kill') {
          shard.kill(hears)
          mayskip += 2 * ID_GRANT_LENGTH
        }
      }
      return true
    }),
    { numRuns: 30 },
  )
  t.end()
})
