import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { Exposures } from '../../../../engine/account/holdings/exposures.js'
import type { Exposure } from '../../../../engine/account/holdings/position.js'
import { positionOf, randomPositions } from '../../arbitraries.js'

const NOWHERE = 1_000

t.test(
  'A3: whatever came and went, an exposure is the fold of the positions that are open',
  (t) => {
    // Few symbols, and more than are looked through one by one.
    const symbols = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))
    const steps = fc.array(fc.tuple(randomPositions, symbols, fc.nat(20)), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(steps, (steps) => {
        const exposures = new Exposures()
        const open: ReturnType<typeof positionOf>[] = []
        for (const [index, [random, symbolId, pick]] of steps.entries()) {
          const position = positionOf(random, index, symbolId)
          open.push(position)
          exposures.add(position)
          const gone = pick < open.length ? open.splice(pick, 1)[0] : undefined
          if (gone !== undefined) exposures.remove(gone)
        }
        deepEqual(held(exposures), fold(open))
        deepEqual(held(exposures.copy()), fold(open))
        const swaps = open.map(({ swap }) => swap)
        equal(exposures.swap, sum(swaps))
        equal(exposures.swapSize, sum(swaps.map(Math.abs)))
      }),
      { numRuns: 300 },
    )
    t.end()
  },
)

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

function held(exposures: Exposures): Map<number, Exposure> {
  const ids = exposures.keys()
  equal(ids.length, exposures.size)
  equal(exposures.has(NOWHERE), false)
  return new Map(ids.map((id) => [id, exposures.get(id) as Exposure]))
}

/** The definition, told apart from the code under test: filter and sum. */
function fold(open: readonly ReturnType<typeof positionOf>[]): Map<number, Exposure> {
  const folded = new Map<number, Exposure>()
  for (const symbolId of new Set(open.map((position) => position.symbolId))) {
    const mine = open.filter((position) => position.symbolId === symbolId)
    const buys = mine.filter((position) => position.side === 1)
    const sells = mine.filter((position) => position.side === -1)
    const sum = (of: typeof mine, what: (p: (typeof mine)[number]) => bigint) =>
      of.reduce((total, position) => total + what(position), 0n)
    folded.set(symbolId, {
      symbolId,
      count: mine.length,
      buyVolume: Number(sum(buys, (p) => BigInt(p.volume))),
      sellVolume: Number(sum(sells, (p) => BigInt(p.volume))),
      buyValue: sum(buys, (p) => BigInt(p.volume) * BigInt(p.priceOpen)),
      sellValue: sum(sells, (p) => BigInt(p.volume) * BigInt(p.priceOpen)),
      buyRate: sum(buys, (p) => BigInt(p.volume) * p.rateMargin),
      sellRate: sum(sells, (p) => BigInt(p.volume) * p.rateMargin),
      swap: Number(sum(mine, (p) => BigInt(p.swap))),
    })
  }
  return folded
}

t.test('an exposure gives back nothing it did not take', (t) => {
  const position = positionOf({ side: 1, volume: 5, price: 2, rate: 3n, swap: 0 }, 1, 1)
  t.throws(() => new Exposures().remove(position), /in the exposure of its symbol/)
  const other = new Exposures()
  other.add({ ...position, volume: 4 })
  t.throws(() => other.remove(position), /no negative volume/)
  t.end()
})

t.test(
  'a margin is known as long as its symbols, its group, the leverage and the positions are',
  (t) => {
    const [symbols, group] = [{}, {}]
    const exposures = new Exposures()
    exposures.rememberMargin(7, symbols, group, 100)
    equal(exposures.knownMargin(symbols, group, 100), 7)
    equal(exposures.knownMargin({}, group, 100), undefined)
    equal(exposures.knownMargin(symbols, {}, 100), undefined)
    equal(exposures.knownMargin(symbols, group, 99), undefined)
    const [random] = fc.sample(randomPositions, { numRuns: 1, seed: 1 })
    if (random === undefined) return t.fail('one is drawn')
    exposures.add(positionOf(random, 1, 1))
    equal(exposures.knownMargin(symbols, group, 100), undefined)
    return t.end()
  },
)
