import t from 'tap'
import { FollowerPace } from '../../../actors/events/follower-pace.js'
import { ManualClock } from '../links/manual-clock.js'

// Followers may take a fiftieth of a busy thread's time together.

function given() {
  const clock = new ManualClock()
  let activeMs = 0
  const pace = new FollowerPace(clock, () => activeMs)
  const pass = (ms: number, active: number): void => {
    clock.advance(ms)
    activeMs += active
  }
  return { pace, pass, work: (ms: number) => pace.count(() => pass(ms, ms)) }
}

t.test('lets followers read at once while the thread has time', async (t) => {
  const { pace, pass, work } = given()
  pass(100, 70)
  work(1)
  t.equal(pace.restMs, 0)
})

t.test('makes all followers rest together while the thread is busy', async (t) => {
  const { pace, pass, work } = given()
  pass(100, 100)
  work(1)
  t.equal(pace.restMs, 50)
  work(1)
  t.equal(pace.restMs, 99)
  pass(99, 99)
  t.equal(pace.restMs, 0)
})

t.test('ends the rest when the thread has time again', async (t) => {
  const { pace, pass, work } = given()
  pass(100, 100)
  work(10)
  t.equal(pace.restMs, 200)
  pass(100, 10)
  t.equal(pace.restMs, 0)
})
