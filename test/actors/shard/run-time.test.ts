import t from 'tap'
import { RunTime } from '../../../actors/shard/run-time.js'

t.test('a share of a turn is up so many milliseconds after it has begun', (t) => {
  let now = 100
  const clock = { monotonic: () => now }
  for (const [run, ms] of [[new RunTime(clock, 5), 5] as const, [new RunTime(clock), 2] as const]) {
    t.notOk(run.isUp, 'none has begun')
    run.begin()
    now += ms - 0.01
    t.notOk(run.isUp)
    now += 0.01
    t.ok(run.isUp)
    run.beginOnce()
    t.ok(run.isUp, 'it has begun before')
    run.begin()
    t.notOk(run.isUp)
    now += ms
    run.end()
    t.notOk(run.isUp)
    run.beginOnce()
    t.notOk(run.isUp)
    now += ms
    t.ok(run.isUp)
  }
  t.end()
})
