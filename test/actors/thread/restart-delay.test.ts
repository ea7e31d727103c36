import t from 'tap'
import { RestartDelay, RestartDelays } from '../../../actors/thread/restart-delay.js'

t.test('each failure is waited for longer than the one before, up to a bound', async (t) => {
  const delay = new RestartDelay()
  const delays = Array.from({ length: 8 }, (_, i) => {
    delay.started(i * 100_000)
    return delay.afterFailure(i * 100_000 + 60_000)
  })
  t.same(delays, [100, 200, 500, 1_000, 2_000, 5_000, 5_000, 5_000])
})

t.test('the delay restarts at the first step after a minute without a failure', async (t) => {
  const delay = new RestartDelay()
  t.same([delay.afterFailure(1), delay.afterFailure(2)], [100, 200])
  delay.started(1_000)
  t.equal(delay.afterFailure(61_000), 500)
  delay.started(100_000)
  t.same([delay.afterFailure(160_001), delay.afterFailure(160_001)], [100, 100])
  delay.started(160_002)
  t.equal(delay.afterFailure(160_003), 200)
})

t.test('each part has delays of its own', async (t) => {
  const delays = new RestartDelays()
  t.equal(delays.of('desk').afterFailure(1), 100)
  t.equal(delays.of('desk').afterFailure(1), 200)
  t.equal(delays.of('links').afterFailure(1), 100)
})
