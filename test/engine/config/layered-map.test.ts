import fc from 'fast-check'
import t, { type Test } from 'tap'
import { LayeredMap } from '../../../engine/config/layered-map.js'

const KEYS = 200

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('set' as const), key: fc.nat(KEYS + 20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), key: fc.nat(KEYS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fork' as const), key: fc.constant(0) }) },
)

const sorted = (map: ReadonlyMap<number, string>): [number, string][] =>
  [...map].sort(([a], [b]) => a - b)

/** All ways of reading it say the same as the plain map. */
function same(t: Test, layered: LayeredMap<number, string>, plain: Map<number, string>): void {
  const entries = [...layered.entries()]
  t.equal(layered.size, plain.size)
  t.same(sorted(layered), sorted(plain))
  t.same([...layered], entries)
  t.same(
    [...layered.keys()],
    entries.map(([key]) => key),
  )
  t.same(
    [...layered.values()],
    entries.map(([, value]) => value),
  )
  const each: [number, string][] = []
  layered.forEach((value, key, map) => {
    t.equal(map, layered)
    each.push([key, value])
  })
  t.same(each, entries)
  for (let key = 0; key < KEYS + 25; key++) {
    if (layered.get(key) !== plain.get(key)) t.equal(layered.get(key), plain.get(key), `${key}`)
    if (layered.has(key) !== plain.has(key)) t.equal(layered.has(key), plain.has(key), `has ${key}`)
  }
}

t.test('a layered map and all that were forked on the way are what plain maps are', (t) => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
      let plain = new Map(Array.from({ length: KEYS }, (_, key) => [key, `old ${key}`]))
      let layered = LayeredMap.of(new Map(plain))
      const earlier: [LayeredMap<number, string>, Map<number, string>][] = []
      for (const [n, { do: what, key }] of steps.entries()) {
        if (what === 'set') {
          layered.set(key, `new ${n}`)
          plain.set(key, `new ${n}`)
        } else if (what === 'delete') {
          layered.delete(key)
          plain.delete(key)
        } else {
          earlier.push([layered, plain])
          layered = layered.fork()
          plain = new Map(plain)
        }
      }
      for (const [before, was] of [...earlier, [layered, plain] as const]) same(t, before, was)
    }),
    { numRuns: 60 },
  )
  t.end()
})

t.test('entries keep their places, and new ones come last', (t) => {
  const layered = LayeredMap.forkOf(new Map(['a', 'b', 'c'].map((key) => [key, key])))
  layered.set('d', 'new')
  layered.set('b', 'changed')
  layered.delete('a')
  t.same(
    [...layered],
    [
      ['b', 'changed'],
      ['c', 'c'],
      ['d', 'new'],
    ],
  )
  layered.set('a', 'again')
  t.same([...layered.keys()], ['a', 'b', 'c', 'd'], 'in the place that it had')
  t.end()
})
