import t from 'tap'
import { JobEvents } from '../../../../http/socket/staff/job-events.js'
import { jobView } from '../../../../wire/stored/stored-job.js'
import { ManualClock } from '../../../actors/links/manual-clock.js'

const job = (id: number, done: number, owner = 5) =>
  ({
    id,
    owner,
    kind: 'accounts.export',
    state: 'running',
    done,
    total: 9,
    error: '',
    created_at: 0,
    started_at: null,
    finished_at: null,
  }) as never

t.test("an owner's jobs take turns, each as it is then, while somebody hears", (t) => {
  const clock = new ManualClock()
  const told: unknown[] = []
  let hears = true
  const events = new JobEvents(clock, {
    hears: (side: string, login: number) => side === 'staff' && login < 9 && hears,
    toLogin: (side: string, login: number, frame: { as(codec: 'json'): Uint8Array }) => {
      told.push([side, login, JSON.parse(Buffer.from(frame.as('json')).toString())])
    },
  } as never)
  const heard = (ms = 0) => {
    clock.advance(ms)
    return told.splice(0)
  }
  const of = (id: number, done: number, owner = 5) => {
    const data = JSON.parse(JSON.stringify(jobView(job(id, done, owner))))
    return ['staff', owner, { event: 'job', data }]
  }
  events.heard(job(1, 1, 9))
  t.strictSame([heard(), clock.timers], [[], 0], 'nobody hears')
  events.heard(job(1, 1))
  t.strictSame(heard(), [of(1, 1)])
  events.heard(job(3, 1, 6))
  t.strictSame(heard(), [of(3, 1, 6)], 'another owner')
  for (const done of [2, 3]) for (const id of [2, 1]) events.heard(job(id, done))
  t.strictSame(heard(499), [])
  t.strictSame(heard(1), [of(2, 3)])
  t.strictSame(heard(500), [of(1, 3)])
  t.strictSame(heard(500), [])
  t.equal(clock.timers, 0, 'no timer runs for what is told')
  events.heard(job(1, 4))
  events.heard(job(1, 5))
  t.strictSame(heard(), [of(1, 4)], 'at once after a rest')
  hears = false
  t.strictSame(heard(500), [], 'it went')
  hears = true
  t.strictSame([heard(500), clock.timers], [[], 0])
  events.heard(job(1, 6))
  t.strictSame(heard(), [of(1, 6)])
  t.end()
})
