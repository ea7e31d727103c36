import fc from 'fast-check'
import t from 'tap'
import { OwnerIndex } from '../../../engine/triggers/owner-index.js'

// Numbers that differ in their high halves alone, and others that stand close together.
const owner = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 1, max: 40 }).map((n) => n * 2 ** 32 + 7),
  fc.maxSafeNat(),
)

t.test('an index finds what a map would, whatever comes and goes', (t) => {
  const steps = fc.array(fc.tuple(fc.boolean(), owner), { maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(steps, (all) => {
      const index = new OwnerIndex()
      const known = new Map<number, number>()
      let slots = 0
      for (const [adds, one] of all) {
        if (adds && !known.has(one)) {
          known.set(one, slots)
          index.add(one, slots++)
        } else if (!adds && known.delete(one)) index.remove(one)
        if (index.find(one) !== known.get(one)) return false
      }
      return [...known].every(([one, slot]) => index.find(one) === slot)
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('its bytes are those of its owners and its table, which are full to three quarters', (t) => {
  const index = new OwnerIndex()
  t.equal(index.bytes, 16 * 4)
  const sizes = new Map<number, number>()
  for (let n = 1; n <= 25; n++) {
    index.add(n * 2 ** 33, n - 1)
    sizes.set(n, index.bytes - index.owners.byteLength)
  }
  t.same(
    [1, 12, 13, 24, 25].map((n) => sizes.get(n)),
    [64, 64, 128, 128, 256],
  )
  t.equal(index.find(26 * 2 ** 33), undefined)
  t.end()
})
