import fc from 'fast-check'
import t from 'tap'
import { JUMP_WAIT_MS, JumpFilter } from '../../../engine/pricing/jump-filter.js'

const MAX = 10

/** Bids with an ask one point above, a second apart; answers which were taken. */
function taken(bids: readonly number[], filter = new JumpFilter(), max = MAX): boolean[] {
  return bids.map((bid, i) => filter.takes(bid, bid + 1, max, 1_000 + i * 1_000))
}

t.test('a jump of the limit is taken, one past it waits', async (t) => {
  t.same(taken([100, 110, 99]), [true, true, false])
  t.same(taken([100, 111]), [true, false])
  t.same(taken([100, 89]), [true, false])
})

t.test('a jump of the ask alone waits too', async (t) => {
  const filter = new JumpFilter()
  t.ok(filter.takes(100, 101, MAX, 1_000))
  t.notOk(filter.takes(100, 112, MAX, 2_000))
})

t.test('a jump of the bid alone waits too', async (t) => {
  const filter = new JumpFilter()
  t.ok(filter.takes(100, 120, MAX, 1_000))
  t.notOk(filter.takes(89, 120, MAX, 2_000))
  t.ok(filter.takes(90, 120, MAX, 2_000))
})

t.test('the wait begins with the first quote that waits, also after a restart', async (t) => {
  const filter = new JumpFilter()
  const wait = (from: number): void => {
    t.notOk(filter.takes(200, 201, MAX, from), 'the wait begins now')
    t.notOk(filter.takes(300, 301, MAX, from + JUMP_WAIT_MS - 1))
  }
  t.ok(filter.takes(100, 101, MAX, 100_000))
  wait(200_000)
  filter.restart()
  t.ok(filter.takes(100, 101, MAX, 300_000))
  wait(400_000)
})

t.test('a limit of 0 takes everything', async (t) => {
  t.same(taken([100, 1_000_000, 1], new JumpFilter(), 0), [true, true, true])
})

t.test('the third quote in a row that agrees is the market', async (t) => {
  t.same(taken([100, 200, 205, 210, 215]), [true, false, false, true, true])
  const twice = [100, 200, 205, 210, 300, 305, 310]
  t.same(taken(twice), [true, false, false, true, false, false, true], 'and after that again')
})

t.test('quotes that contradict each other restart the count', async (t) => {
  t.same(taken([100, 200, 300, 305, 310]), [true, false, false, false, true])
  t.same(taken([100, 200, 205, 300, 305, 310]), [true, false, false, false, false, true])
})

t.test('a quote near the last accepted one makes what waited a slip', async (t) => {
  t.same(taken([100, 200, 101, 200, 200, 102]), [true, false, true, false, false, true])
  t.same(taken([100, 200, 205, 101, 200, 205, 210]), [true, false, false, true, false, false, true])
})

t.test('after 10 s without an accepted quote whatever comes is the market', async (t) => {
  const filter = new JumpFilter()
  t.ok(filter.takes(100, 101, MAX, 1_000))
  t.notOk(filter.takes(200, 201, MAX, 2_000))
  t.notOk(filter.takes(300, 301, MAX, 2_000 + JUMP_WAIT_MS - 1))
  t.ok(filter.takes(400, 401, MAX, 2_000 + JUMP_WAIT_MS))
  t.notOk(filter.takes(500, 501, MAX, 2_000 + 2 * JUMP_WAIT_MS), 'and a new wait begins')
})

t.test('after a restart the next quote is not compared', async (t) => {
  const filter = new JumpFilter()
  taken([100], filter)
  filter.restart()
  t.equal(filter.acceptedAt, 0)
  t.same(taken([5_000, 5_005], filter), [true, true])
})

t.test('no stream of quotes freezes a symbol for longer than the wait', async () => {
  const quote = fc.record({ bid: fc.integer({ min: 1, max: 1_000 }), after: fc.nat(4_000) })
  fc.assert(
    fc.property(fc.array(quote, { minLength: 1, maxLength: 60 }), (quotes) => {
      const filter = new JumpFilter()
      let now = 1
      let refusedSince: number | undefined
      for (const { bid, after } of quotes) {
        now += after
        const takes = filter.takes(bid, bid, MAX, now)
        if (!takes && refusedSince !== undefined && now - refusedSince >= JUMP_WAIT_MS) return false
        refusedSince = takes ? undefined : (refusedSince ?? now)
      }
      return true
    }),
    { numRuns: 2_000 },
  )
})
