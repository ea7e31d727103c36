import t from 'tap'
import { MarketPace } from '../../../../actors/links/simulator/market-pace.js'
import { SimulatedNumbers } from '../../../../actors/links/simulator/simulated-numbers.js'
import { ManualClock } from '../manual-clock.js'

t.test(
  'the moves of a second are those of its rate, also where a beat has a part of one',
  async (t) => {
    const clock = new ManualClock()
    const pace = new MarketPace(clock, 25)
    t.equal(pace.beatMs, 100)
    const moves = [pace.moves()]
    for (let beat = 0; beat < 8; beat++) {
      clock.advance(100)
      moves.push(pace.moves())
    }
    t.same(moves, [0, 2, 3, 2, 3, 2, 3, 2, 3])
  },
)

t.test('a fast market beats more often, and a late beat makes up for three at most', async (t) => {
  t.equal(new MarketPace(new ManualClock(), 999).beatMs, 100)
  const clock = new ManualClock()
  clock.advance(5)
  const pace = new MarketPace(clock, 1_000)
  t.equal(pace.beatMs, 10)
  const after = (ms: number): number => {
    clock.advance(ms)
    return pace.moves()
  }
  t.same(
    [after(10), after(29), after(30), after(31), after(1_000), after(10)],
    [10, 29, 30, 30, 30, 10],
  )
})

t.test('the numbers of a simulated session go on with what is kept, until a reset', async (t) => {
  const numbers = new SimulatedNumbers()
  const after = (...steps: Parameters<SimulatedNumbers['keep']>[0]) => {
    numbers.keep(steps)
    return numbers.numbers
  }
  t.same(numbers.numbers, { nextIn: 1, nextOut: 1 })
  const message = null
  const sent = (seq: number) => ({ what: 'sent', seq, message }) as const
  t.same(after(sent(1), sent(2), { what: 'received', nextIn: 7 }), { nextIn: 7, nextOut: 3 })
  t.same(after(sent(3)), { nextIn: 7, nextOut: 4 })
  t.same(after({ what: 'reset' }, sent(1)), { nextIn: 1, nextOut: 2 })
  t.equal(numbers.sent(), undefined)
})
