import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { TrailingStops, trailedStop } from '../../../engine/triggers/trailing-stops.js'
import type { Side } from '../../../engine/units.js'

interface Trailing {
  readonly side: Side
  readonly pts: number
  stop: number
}

/** Moves what the tick moves, as the owner does, and answers whom it touched. */
function tick(
  stops: TrailingStops,
  positions: ReadonlyMap<number, Trailing>,
  bid: number,
  ask: number,
): number[] {
  const touched: number[] = []
  for (const { login, id } of stops.moves(bid, ask)) {
    const position = positions.get(id)
    if (position === undefined || login !== id + 1000) throw new Error(`there is no ${id}`)
    touched.push(id)
    position.stop = trailedStop(position.side, position.stop, position.pts, { bid, ask, at: 0 })
    stops.set(position.side, login, id, position.stop, position.pts)
  }
  return touched
}

function given(...list: readonly Trailing[]) {
  const stops = new TrailingStops()
  const positions = new Map(list.map((position, i) => [i + 1, { ...position }]))
  for (const [id, { side, stop, pts }] of positions) stops.set(side, id + 1000, id, stop, pts)
  return { stops, positions }
}

t.test('a long stop follows the bid up and never comes back', (t) => {
  const { stops, positions } = given({ side: 1, pts: 50, stop: 900 })
  const stop = () => positions.get(1)?.stop
  t.same(tick(stops, positions, 950, 960), [], 'the stop is 50 below already')
  t.same(tick(stops, positions, 951, 960), [1])
  t.equal(stop(), 901)
  t.same(tick(stops, positions, 940, 950), [])
  t.same(tick(stops, positions, 951, 970), [], 'the best price again')
  t.same(tick(stops, positions, 1000, 1010), [1])
  t.equal(stop(), 950)
  t.end()
})

t.test('a short stop follows the ask down', (t) => {
  const { stops, positions } = given({ side: -1, pts: 50, stop: 1100 })
  t.same(tick(stops, positions, 1000, 1050), [])
  t.same(tick(stops, positions, 1000, 1049), [1])
  t.equal(positions.get(1)?.stop, 1099)
  t.same(tick(stops, positions, 990, 1060), [])
  t.end()
})

t.test('without a stop it takes its place at the first price', (t) => {
  const { stops, positions } = given({ side: 1, pts: 50, stop: 0 }, { side: -1, pts: 50, stop: 0 })
  t.same(tick(stops, positions, 1000, 1010), [1, 2])
  t.equal(positions.get(1)?.stop, 950)
  t.equal(positions.get(2)?.stop, 1060)
  t.same(tick(stops, positions, 1000, 1010), [])
  t.end()
})

t.test('one that is removed moves no more, and one that was not moved comes again', (t) => {
  const { stops } = given({ side: 1, pts: 10, stop: 100 }, { side: 1, pts: 10, stop: 100 })
  t.same([...stops.moves(200, 201)].length, 2)
  t.ok(stops.remove(1))
  t.notOk(stops.remove(1))
  t.same([...stops.moves(200, 201)], [{ login: 1002, id: 2 }])
  t.end()
})

t.test('a long stop is never at zero or below, however far it follows', (t) => {
  const { stops, positions } = given(
    { side: 1, pts: 1000, stop: 0 },
    { side: 1, pts: 1e9, stop: 0 },
  )
  t.same(tick(stops, positions, 990, 1000), [])
  t.same(tick(stops, positions, 1000, 1010), [], 'it would be zero')
  t.same(tick(stops, positions, 1001, 1010), [1])
  t.equal(positions.get(1)?.stop, 1)
  t.equal(positions.get(2)?.stop, 0)
  const below = { bid: 990, ask: 1000, at: 0 }
  t.equal(trailedStop(1, -5000, 2000, below), -5000, 'nor does one go on that is below already')
  t.end()
})

const prices = fc.integer({ min: 900, max: 1100 })
const trailing = fc.record({
  side: fc.constantFrom<Side>(1, -1),
  pts: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 950, max: 1050 })),
  stop: fc.oneof(prices, fc.constant(0)),
})

t.test('property: a tick touches just those whose stop it moves', (t) => {
  fc.assert(
    fc.property(
      fc.array(trailing, { maxLength: 12 }),
      fc.array(fc.tuple(prices, fc.nat(20)), { maxLength: 30 }),
      (list, ticks) => {
        const { stops, positions } = given(...list)
        const reference = new Map(list.map((position, i) => [i + 1, { ...position }]))
        for (const [bid, spread] of ticks) {
          const quote = { bid, ask: bid + spread, at: 0 }
          const moved: number[] = []
          for (const [id, position] of reference) {
            const { side, stop, pts } = position
            position.stop =
              side === 1
                ? Math.max(stop, quote.bid - pts)
                : Math.min(stop || Number.POSITIVE_INFINITY, quote.ask + pts)
            if (position.stop !== stop) moved.push(id)
          }
          const touched = tick(stops, positions, quote.bid, quote.ask)
          deepEqual(
            touched.toSorted((a, b) => a - b),
            moved,
          )
          deepEqual([...positions], [...reference])
        }
      },
    ),
    { numRuns: 300 },
  )
  t.end()
})
