import t, { type Test } from 'tap'
import { type Desk, openDesk } from '../../../actors/desk/desk.js'
import type { JobReport } from '../../../actors/desk/jobs.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import {
  JOB_RESULT_BYTES_MAX,
  JOB_RESULTS_BYTES_MAX,
  JOBS_KEPT_MS,
  JOBS_KEPT_PER_OWNER,
} from '../../../engine/limits.js'
import { filesRepo } from '../../../storage/repos/files.js'
import { jobsRepo } from '../../../storage/repos/jobs.js'
import { staffRepo } from '../../../storage/repos/staff.js'
import type { JobFacts } from '../../../wire/stored/stored-job.js'
import { ConfigFront } from '../../given/config-front.js'
import { STAFF } from '../../given/desk.js'

// The durable part of jobs, without the thread that carries them out.

function given(t: Test) {
  const front = new ConfigFront(t)
  const { desk } = front
  const told: JobFacts[] = []
  const { db, clock, shards, seal } = desk
  const own: Desk = openDesk(db, clock, shards, seal, (event) => {
    if (event.type === 'job') told.push(event.job)
  })
  const ask = deskHandlers(own)
  const create = (
    rights: readonly string[] = ['accounts.view'],
    scope: readonly string[] = ['*'],
  ) => {
    const made = ask['jobs.create']({
      ...{ actor: STAFF, kind: 'accounts.export', request: {}, rights, scope },
    })
    if (!made.ok) throw new Error(made.message)
    return made.value.id
  }
  const report = (id: number, over: Partial<JobReport> = {}) =>
    ask['jobs.report']({
      ...{ id, done: 1, total: 9, place: '5', bytes: 10, isOver: false, sha256: '', error: '' },
      ...over,
    })
  const job = (id: number) => jobsRepo(db).get(id)
  return { front, db, ask, create, report, job, told }
}

t.test('a job is waiting, running and over, and stays so', (t) => {
  const { create, report, job, told, ask } = given(t)
  const id = create()
  t.match(job(id), { state: 'waiting', started_at: null, total: null })
  t.match(report(id), { ok: true, value: true })
  t.match(job(id), { state: 'running', done: 1, total: 9, place: '5', bytes: 10 })
  t.match(report(id, { isOver: true, done: 9 }), { ok: true, value: false })
  t.match(job(id), { state: 'done', done: 9 })
  t.match(report(id, { done: 2 }), { ok: true, value: false }, 'told too late')
  t.match(report(id, { error: 'too late' }), { ok: true, value: false })
  t.match(job(id), { state: 'done', done: 9, error: '' })
  t.same(
    told.map(({ state }) => state),
    ['waiting', 'running', 'done'],
  )
  t.match(ask['jobs.cancel']({ actor: STAFF, id }), { ok: false, code: 'conflict' })
  t.match(report(999), { ok: true, value: false })
  t.end()
})

t.test('a report for a cancelled job changes nothing, and its result does not count', (t) => {
  const { create, report, job, ask } = given(t)
  const id = create()
  report(id)
  t.match(ask['jobs.cancel']({ actor: STAFF, id }), { ok: true, value: { state: 'cancelled' } })
  t.match(report(id, { bytes: 20, isOver: true }), { ok: true, value: false })
  t.match(job(id), { state: 'cancelled', bytes: 0 })
  t.same(ask['files.gone'](null), { ok: true, value: [job(id)?.file] })
  t.end()
})

t.test('a result has a bound, and all together have one', (t) => {
  const { create, report, job, db } = given(t)
  const first = create()
  t.match(report(first, { bytes: JOB_RESULT_BYTES_MAX }), { value: true }, 'at the bound')
  t.match(report(first, { bytes: JOB_RESULT_BYTES_MAX + 1 }), { value: false }, 'one past it')
  t.match(job(first), { state: 'failed', error: /larger than 1024 MiB/, bytes: 0 })
  const [second, third] = [create(), create()]
  const full = db.prepare("UPDATE files SET state = 'whole', owner = ?, bytes = ? WHERE id = ?")
  full.run(1, JOB_RESULTS_BYTES_MAX / 2 - 10, job(first)?.file)
  t.match(report(second, { bytes: 10 }), { value: true })
  t.match(report(second, { bytes: 11 }), { value: false })
  t.match(job(second), { state: 'failed', error: /Your results take up the room/ })
  full.run(2, JOB_RESULTS_BYTES_MAX - 10, job(first)?.file)
  t.match(report(third, { bytes: 10 }), { value: true })
  t.match(report(third, { bytes: 11 }), { value: false })
  t.match(job(third), { state: 'failed', error: /results of all jobs take up the room/ })
  t.end()
})

t.test('it fails when its owner has less than it was asked for with', (t) => {
  const { create, ask, job, db, front } = given(t)
  const take = () => {
    const taken = ask['jobs.take'](null)
    return taken.ok ? taken.value.jobs.map(({ id }) => id) : []
  }
  const staff = staffRepo(db)
  const change = (over: object): void => {
    const profile = staff.get(1)
    if (profile === undefined) throw new Error('there is no administrator')
    staff.update(profile, over, front.now)
  }
  const id = create(['accounts.view', 'accounts.name'])
  t.same(take(), [id])
  change({ rights: ['accounts.view'] })
  t.same(take(), [])
  t.match(job(id), { state: 'failed', error: /accounts\.name/ })
  change({ rights: RIGHTS })
  const other = create(['accounts.view'], ['*'])
  change({ group_scope: ['real\\*'] })
  t.same(take(), [])
  t.match(job(other), { state: 'failed', error: /scope/ })
  t.throws(() => create(['accounts.view'], ['*']), /scope/, 'nor is it taken on')
  change({ active: false })
  t.throws(() => create(['accounts.view'], ['real\\*']), /no active staff user/)
  t.end()
})

t.test(
  "the server's own job of a kind is the one that is open, else its run's, else another",
  (t) => {
    const { ask, report } = given(t)
    const of = (begunAt: number): number => {
      const job = ask['jobs.of_server']({ kind: 'log.archive', begunAt })
      if (!job.ok) throw new Error(job.message)
      return job.value.id
    }
    const first = of(5)
    t.equal(of(5), first)
    t.equal(of(6), first, 'it is open still')
    t.match(report(first, { isOver: true }), { ok: true, value: false })
    t.equal(of(5), first, 'a run has one job')
    const second = of(6)
    t.not(second, first)
    t.equal(of(6), second)
    t.end()
  },
)

t.test('numbers that are left out after a restore are given to no job, not even the first', (t) => {
  const { create, db } = given(t)
  jobsRepo(db).leaveOut(100)
  t.equal(create(), 101)
  jobsRepo(db).leaveOut(100)
  t.equal(create(), 202)
  t.end()
})

t.test('jobs that are over go after a week, and beyond fifty of an owner', (t) => {
  const { create, report, job, ask, front, db } = given(t)
  const first = create()
  report(first, { isOver: true, sha256: 'ab' })
  const file = job(first)?.file ?? ''
  t.match(filesRepo(db).get(file), { state: 'whole', sha256: 'ab', bytes: 10, owner: 1 })
  t.same(ask['jobs.sweep'](null), { ok: true, value: 0 })
  front.now += JOBS_KEPT_MS - 1
  ask['jobs.sweep'](null)
  t.ok(job(first), 'a moment before')
  front.now += 1
  t.same(ask['jobs.sweep'](null), { ok: true, value: 1 })
  t.equal(job(first), undefined)
  t.same(ask['files.gone'](null), { ok: true, value: [file] }, 'its file with it')
  const ids: number[] = []
  for (let n = 0; n <= JOBS_KEPT_PER_OWNER; n++) {
    const id = create()
    report(id, { isOver: true })
    ids.push(id)
  }
  t.ok(job(ids[0] ?? 0), 'fifty and one that is new')
  create()
  t.equal(job(ids[0] ?? 0), undefined)
  t.ok(job(ids[1] ?? 0))
  t.ok(Math.min(...ids) > first, 'no number is given out again')
  t.end()
})
