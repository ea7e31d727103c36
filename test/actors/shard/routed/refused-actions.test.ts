import t from 'tap'
import { LONGEST_REST_MS, RefusedActions } from '../../../../actors/shard/routed/refused-actions.js'

// Goal: what was refused rests, each time for longer, and what was refused long ago is as new.

const FIVE = { positions: [5], orders: [] }
const MINUTE_MS = 60_000

t.test('each rest is twice as long as the one before, up to a bound', (t) => {
  const wishes = new RefusedActions()
  let now = 0
  for (const ms of [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]) {
    wishes.refused(FIVE, now)
    t.ok(wishes.rests(FIVE, now + ms - 1), `${ms}`)
    t.equal(wishes.restOf('position', 5, now), ms < 1_000 ? 'short' : 'long')
    t.notOk(wishes.rests(FIVE, now + ms))
    t.equal(wishes.restOf('position', 5, now + ms), 'none')
    now += ms
  }
  t.equal(wishes.restOf('order', 5, now - 1), 'none', 'orders and positions are two things')
  t.end()
})

t.test('an action that was done or refused long ago starts fresh and is dropped', (t) => {
  const wishes = new RefusedActions()
  wishes.refused(FIVE, 0)
  wishes.done(FIVE)
  t.equal(wishes.size, 0)
  wishes.refused(FIVE, 0)
  wishes.refused({ positions: [], orders: [7] }, 0)
  wishes.refused(FIVE, 100 + MINUTE_MS)
  t.equal(wishes.size, 1)
  t.notOk(wishes.rests(FIVE, 200 + MINUTE_MS))
  wishes.refused(FIVE, 200 + MINUTE_MS)
  t.ok(wishes.rests(FIVE, 200 + MINUTE_MS + 199))
  t.ok(LONGEST_REST_MS < MINUTE_MS)
  t.end()
})
