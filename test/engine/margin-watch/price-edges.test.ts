import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  ASK_FALLS,
  ASK_RISES,
  BID_FALLS,
  BID_RISES,
  NO_EDGES,
  PriceEdges,
  SPREAD_FALLS,
  SPREAD_RISES,
} from '../../../engine/margin-watch/price-edges.js'

const ALL = [BID_FALLS, BID_RISES, ASK_FALLS, ASK_RISES, SPREAD_FALLS, SPREAD_RISES]
type Wanted = readonly [symbolId: number, which: number, safe: number]

function settled(
  edges: PriceEdges,
  owner: number,
  list: number,
  wanted: readonly Wanted[],
): number {
  edges.beginWanted()
  for (const [symbolId, which, safe] of wanted) edges.want(symbolId, which, safe)
  return edges.settle(owner, list)
}

function crossed(edges: PriceEdges, symbolId: number, bid: number, ask: number): number[] {
  const told: number[] = []
  edges.cross(symbolId, { bid, ask, at: 0 }, (owner) => told.push(owner))
  return told.sort((a, b) => a - b)
}

t.test('each edge is crossed by the first price beyond the last that is safe', (t) => {
  const SAFE: readonly Wanted[] = [
    [1, BID_FALLS, 100],
    [1, BID_RISES, 110],
    [1, ASK_FALLS, 105],
    [1, ASK_RISES, 120],
    [1, SPREAD_FALLS, 2],
    [1, SPREAD_RISES, 9],
  ]
  const edges = new PriceEdges()
  for (const [i, wanted] of SAFE.entries()) settled(edges, 70 + i, NO_EDGES, [wanted])
  for (const [bid, ask, wanted] of [
    [100, 105, []],
    [99, 105, [70]],
    [110, 119, []],
    [111, 119, [71]],
    [100, 104, [72]],
    [110, 120, [75]],
    [112, 121, [71, 73]],
    [105, 107, []],
    [105, 106, [74]],
    [103, 112, []],
    [103, 113, [75]],
  ] as const) {
    t.same(crossed(edges, 1, bid, ask), wanted, `${bid} / ${ask}`)
  }
  t.same(crossed(edges, 2, 0, 0), [], 'another symbol')
  t.end()
})

t.test('E1: of edges for one thing that are wanted together the tightest counts', (t) => {
  const edges = new PriceEdges()
  settled(edges, 7, NO_EDGES, [
    [1, BID_FALLS, 90],
    [1, BID_FALLS, 100],
    [1, BID_FALLS, 95],
    [1, BID_RISES, 130],
    [1, BID_RISES, 120],
    [1, BID_RISES, 125],
  ])
  t.same(crossed(edges, 1, 99, 99), [7])
  t.same(crossed(edges, 1, 100, 100), [])
  t.same(crossed(edges, 1, 121, 121), [7])
  t.same(crossed(edges, 1, 120, 120), [])
  t.end()
})

t.test('E2: a crossed edge is reported again until its owner’s edges are settled', (t) => {
  const edges = new PriceEdges()
  let list = settled(edges, 7, NO_EDGES, [
    [1, BID_FALLS, 100],
    [2, ASK_RISES, 50],
  ])
  for (let i = 0; i < 2; i++) t.same(crossed(edges, 1, 99, 99), [7])
  list = settled(edges, 7, list, [
    [1, BID_FALLS, 80],
    [3, BID_FALLS, 10],
  ])
  t.same([crossed(edges, 1, 99, 99), crossed(edges, 1, 79, 79)], [[], [7]])
  t.same([crossed(edges, 2, 51, 51), crossed(edges, 3, 9, 9)], [[], [7]])
  list = settled(edges, 7, list, [])
  t.equal(list, NO_EDGES)
  t.same(
    [1, 2, 3].map((id) => crossed(edges, id, 0, 999)),
    [[], [], []],
  )
  t.end()
})

t.test('edges that go give their room back', (t) => {
  const edges = new PriceEdges()
  let list = NO_EDGES
  const cycle = (): void => {
    for (let which = 0; which < 100; which++) {
      list = settled(edges, 7, list, [
        [1, BID_FALLS, which],
        [1 + (which % 3), ASK_RISES, which],
      ])
    }
  }
  cycle()
  const { bytes } = edges
  cycle()
  t.equal(edges.bytes, bytes)
  t.end()
})

t.test('an edge that never comes is none that is crossed', (t) => {
  const edges = new PriceEdges()
  settled(edges, 7, NO_EDGES, [
    [1, BID_FALLS, Number.NEGATIVE_INFINITY],
    [1, ASK_RISES, Number.POSITIVE_INFINITY],
  ])
  t.same(crossed(edges, 1, -1e9, 1e9), [])
  t.end()
})

t.test(
  'property: whatever owners want one after the other, those are told whose edges are crossed',
  (t) => {
    const wanted = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(...ALL), fc.nat(30)),
      {
        maxLength: 6,
      },
    )
    const quote = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(30), fc.nat(30))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(6), wanted, quote), { minLength: 1, maxLength: 40 }),
        (steps) => {
          const edges = new PriceEdges()
          const lists = new Map<number, number>()
          const plain = new Map<number, readonly Wanted[]>()
          for (const [owner, list, [symbolId, bid, ask]] of steps) {
            lists.set(owner, settled(edges, owner, lists.get(owner) ?? NO_EDGES, list))
            plain.set(owner, list)
            const values = [bid, bid, ask, ask, ask - bid, ask - bid]
            const isCrossed = ([id, which, safe]: Wanted): boolean => {
              const value = values[which] ?? 0
              return id === symbolId && (which % 2 === 1 ? value > safe : value < safe)
            }
            const expected = [...plain].filter(([, all]) => all.some(isCrossed)).map(([one]) => one)
            const told = new Set(crossed(edges, symbolId, bid, ask))
            deepEqual([...told].sort(), expected.sort())
          }
        },
      ),
      { numRuns: 200 },
    )
    t.end()
  },
)
