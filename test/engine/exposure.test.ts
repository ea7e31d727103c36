import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  addToExposures,
  emptyExposure,
  removeFromExposures,
} from '../../engine/account/exposure.js'
import type { Exposure } from '../../engine/account/state.js'
import { positionOf, randomPositions } from './arbitraries.js'

t.test(
  'A3: whatever came and went, an exposure is the fold of the positions that are open',
  (t) => {
    const steps = fc.array(fc.tuple(randomPositions, fc.integer({ min: 1, max: 3 }), fc.nat(20)), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, (steps) => {
        const exposures = new Map<number, Exposure>()
        const open: ReturnType<typeof positionOf>[] = []
        for (const [index, [random, symbolId, pick]] of steps.entries()) {
          const position = positionOf(random, index, symbolId)
          open.push(position)
          addToExposures(exposures, position)
          const gone = pick < open.length ? open.splice(pick, 1)[0] : undefined
          if (gone !== undefined) removeFromExposures(exposures, gone)
        }
        deepEqual(exposures, fold(open))
      }),
      { numRuns: 300 },
    )
    t.end()
  },
)

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
  t.throws(() => removeFromExposures(new Map(), position), /in the exposure of its symbol/)
  const other = new Map([[1, { ...emptyExposure(1), count: 1, buyVolume: 4 }]])
  t.throws(() => removeFromExposures(other, position), /no negative volume/)
  t.end()
})
