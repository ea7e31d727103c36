import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { REASONS } from '../../../../engine/account/event.js'
import { HeldPositions } from '../../../../engine/account/holdings/held-positions.js'
import type { Position } from '../../../../engine/account/holdings/position.js'

const ids = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 }))
const numbers = fc.oneof(fc.nat(100), fc.maxSafeNat())
const positions: fc.Arbitrary<Position> = fc.record(
  {
    id: ids,
    symbolId: fc.integer({ min: 1, max: 9 }),
    side: fc.constantFrom(1 as const, -1 as const),
    volume: numbers,
    priceOpen: fc.oneof(
      numbers,
      numbers.map((price) => 0 - price),
    ),
    rateMargin: fc.oneof(fc.bigInt(0n, 10n ** 13n), fc.bigInt(0n, 10n ** 18n)),
    swap: fc.integer(),
    openedAt: numbers,
    reason: fc.constantFrom(...REASONS),
    comment: fc.constantFrom('', '', 'one', 'another'),
    version: numbers,
    stopLoss: numbers,
    takeProfit: numbers,
    trailingPts: numbers,
    openRest: fc.integer(),
    dealer: numbers,
  },
  { noNullPrototype: true },
)
const steps = fc.array(
  fc.oneof({ weight: 3, arbitrary: positions }, { weight: 2, arbitrary: ids }),
  { maxLength: 300 },
)

t.test('positions are held as in a map, whatever comes and goes', (t) => {
  fc.assert(
    fc.property(steps, (steps) => {
      const held = new HeldPositions()
      const expected = new Map<number, Position>()
      for (const step of steps) {
        if (typeof step === 'number') {
          held.delete(step)
          expected.delete(step)
        } else {
          held.set(step)
          expected.set(step.id, step)
        }
        equal(held.size, expected.size)
      }
      for (const one of [held, held.copy(), HeldPositions.of(held.values())]) sameAs(one, expected)
    }),
    { numRuns: 300 },
  )
  t.end()
})

t.test('what is read or copied is apart from what is held', (t) => {
  const [position] = fc.sample(positions, { numRuns: 1, seed: 1 }) as [Position]
  const held = HeldPositions.of([position])
  const copy = held.copy()
  Object.assign(held.get(position.id) as Position, { stopLoss: 5, comment: 'changed' })
  copy.set({ ...position, comment: 'of the copy', rateMargin: 2n ** 59n })
  copy.set({ ...position, id: 99 })
  sameAs(held, new Map([[position.id, position]]))
  copy.delete(position.id)
  sameAs(held, new Map([[position.id, position]]))
  t.end()
})

t.test('comments and large rates of a copy, and of what is read as it was, are its own', (t) => {
  const [drawn] = fc.sample(positions, { numRuns: 1, seed: 1 }) as [Position]
  const one: Position = { ...drawn, id: 1, comment: 'one', rateMargin: 2n ** 60n }
  const other: Position = { ...one, comment: 'other', rateMargin: 2n ** 61n }
  const held = HeldPositions.of([one])
  const [copy, then] = [held.copy(), held.asNow()]
  held.set(other)
  sameAs(copy, new Map([[1, one]]))
  deepEqual([then.size, then.nth(0)], [1, one])
  copy.set({ ...other, comment: '', rateMargin: 5n })
  sameAs(held, new Map([[1, other]]))
  held.delete(1)
  deepEqual(then.nth(0), one)
  t.end()
})

function sameAs(held: HeldPositions, expected: ReadonlyMap<number, Position>): void {
  equal(held.size, expected.size)
  deepEqual(new Set(held.keys()), new Set(expected.keys()))
  deepEqual(new Map(held.values().map((one) => [one.id, one])), new Map(expected))
  for (let id = 0; id <= 60; id++) {
    deepEqual(held.get(id), expected.get(id))
    equal(held.has(id), expected.has(id))
  }
}
