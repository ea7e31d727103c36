import t from 'tap'
import { DueTimer } from '../../../actors/thread/due-timer.js'
import { ManualClock } from '../links/manual-clock.js'

function given() {
  const clock = new ManualClock()
  const ran: number[] = []
  const timer = new DueTimer(clock, () => ran.push(clock.monotonic()))
  return { clock, ran, timer }
}

t.test('it runs once, at the moment that it was set to last', async (t) => {
  const { clock, ran, timer } = given()
  timer.set(50)
  timer.set(20)
  timer.set(20)
  t.equal(clock.timers, 1)
  clock.advance(19)
  t.same(ran, [])
  clock.advance(100)
  t.same(ran, [20])
  t.equal(clock.timers, 0)
  timer.set(200)
  timer.set(300)
  clock.advance(1_000)
  t.same(ran, [20, 300], 'later, too')
})

t.test('the same moment as before keeps the timer that runs already', async (t) => {
  const { clock, timer } = given()
  let made = 0
  const { after } = ManualClock.prototype
  clock.after = (ms, run) => {
    made++
    return after.call(clock, ms, run)
  }
  timer.set(50)
  timer.set(50)
  t.equal(made, 1)
  timer.set(51)
  t.equal(made, 2)
})

t.test(
  'a moment that is over comes at once, and a part of a millisecond is waited for',
  async (t) => {
    const { clock, ran, timer } = given()
    clock.advance(1_000)
    timer.set(10)
    t.same(ran, [])
    clock.advance(0)
    t.same(ran, [1_000])
    timer.set(1_000.5)
    clock.advance(0)
    t.same(ran, [1_000])
    clock.advance(1)
    t.same(ran, [1_000, 1_001])
    timer.set(1_000.5)
    clock.advance(0)
    t.same(ran, [1_000, 1_001, 1_001], 'the moment may be the one that it ran at before')
  },
)

t.test('never is no moment, and one that is cancelled may be set again', async (t) => {
  const { clock, ran, timer } = given()
  timer.set(50)
  timer.set(Number.POSITIVE_INFINITY)
  t.equal(clock.timers, 0)
  timer.set(50)
  timer.cancel()
  t.equal(clock.timers, 0)
  timer.set(50)
  clock.advance(100)
  t.same(ran, [50])
})
