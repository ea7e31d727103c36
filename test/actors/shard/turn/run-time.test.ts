import t from 'tap'
import { RunTime } from '../../../../actors/shard/turn/run-time.js'
import { WorkNote } from '../../../../actors/shard/turn/work-note.js'
import type { Login } from '../../../../engine/units.js'

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

t.test('whose work is in hand is read from memory that another thread holds', (t) => {
  const memory = WorkNote.create()
  const work = new WorkNote(memory)
  const reader = new WorkNote(memory)
  t.equal(reader.login, 0)
  work.begin(4_000_000_001 as Login)
  t.equal(reader.login, 4_000_000_001)
  work.end()
  t.equal(reader.login, 0)
  t.end()
})
