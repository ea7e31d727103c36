import t, { type Test } from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { type Desk, openDesk } from '../../../actors/desk/desk.js'
import type { JobReport } from '../../../actors/desk/jobs.js'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { RIGHTS } from '../../../engine/access/rights.js'
import {
  JOB_RESULT_BYTES_MAX,
  JOB_RESULTS_BYTES_MAX,
  JOB_STARTS_WITHIN_MS,
  JOBS_KEPT_MS,
  JOBS_KEPT_PER_OWNER,
  JOBS_LATER_MAX,
  JOBS_LATER_PER_OWNER_MAX,
  JOBS_OPEN_MAX,
  JOBS_OPEN_PER_OWNER_MAX,
} from '../../../engine/limits/jobs.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { filesRepo } from '../../../storage/repos/records/files.js'
import { jobsRepo } from '../../../storage/repos/records/jobs.js'
import type { JournalLine } from '../../../wire/stored/journal-line.js'
import type { JobFacts } from '../../../wire/stored/stored-job.js'
import { STAFF } from '../../given/desk.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// The durable part of jobs, without the thread that carries them out.

function given(t: Test) {
  const front = new ConfigFront(t)
  const { desk } = front
  const told: JobFacts[] = []
  const lines: JournalLine[] = []
  const { db, clock, shards, seal } = desk
  const own: Desk = openDesk(db, clock, shards, seal, (event) => {
    if (event.type === 'job') told.push(event.job)
    if (event.type === 'journal') lines.push(event.line)
  })
  const ask = deskHandlers(own)
  const create = (
    rights: readonly string[] = ['accounts.view'],
    scope: readonly string[] = ['*'],
  ) => {
    const made = ask['jobs.create']({
      actor: STAFF,
      kind: 'accounts.export',
      request: {},
      rights,
      scope,
    })
    if (!made.ok) throw new Error(made.message)
    return made.value.id
  }
  const report = (id: number, over: Partial<JobReport> = {}) =>
    ask['jobs.report']({
      id,
      done: 1,
      total: 9,
      place: '5',
      bytes: 10,
      isOver: false,
      sha256: '',
      error: '',
      ...over,
    })
  const job = (id: number) => jobsRepo(db).get(id)
  return { front, db, ask, create, report, job, told, lines }
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

t.test('each step of a job is kept whole, told, and has its line where staff make it', (t) => {
  const { front, create, report, job, told, ask, lines, db } = given(t)
  const [created_at, start] = [front.now, lines.length]
  const id = create(['accounts.view'], ['demo\\*'])
  const file = job(id)?.file ?? ''
  const said = { id, owner: 1, kind: 'accounts.export', error: '', created_at } as const
  const asked = {
    request: {},
    rights: ['accounts.view'],
    scope: ['demo\\*'],
    file,
    via: null,
  } as const
  const waiting = {
    ...said,
    state: 'waiting',
    done: 0,
    total: null,
    starts_at: null,
    started_at: null,
    finished_at: null,
  } as const
  t.same(job(id), { ...waiting, ...asked, place: '', bytes: 0 })
  const growing = {
    id: file,
    owner: 1,
    kind: 'job_result',
    name: 'accounts-1.csv',
    media: 'text/csv',
    state: 'growing',
    bytes: 0,
    sha256: null,
    created_at,
    expires_at: null,
  }
  t.match(filesRepo(db).get(file), { ...growing, media: /^text.csv/ })
  front.now += 1_000
  report(id)
  const started_at = front.now
  const running = { ...waiting, state: 'running', done: 1, total: 9, started_at } as const
  t.same(job(id), { ...running, ...asked, place: '5', bytes: 10 })
  t.match(filesRepo(db).get(file), { state: 'growing', bytes: 10 })
  front.now += 1_000
  report(id, { done: 9, place: '9', bytes: 25, isOver: true, sha256: 'ab' })
  const done = { ...running, state: 'done', done: 9, finished_at: front.now } as const
  t.same(job(id), { ...done, ...asked, place: '9', bytes: 25 })
  const second = create()
  const cancel = ask['jobs.cancel']({ actor: { ...STAFF, login: 1 }, id: second })
  t.match(cancel, { ok: true, value: { state: 'cancelled', place: '', finished_at: front.now } })
  t.same(ask['jobs.cancel']({ actor: STAFF, id: second }), cancel, 'it is so already')
  const third = create()
  report(third, { error: 'it is too much' })
  const failed = { state: 'failed', error: 'it is too much', place: '', bytes: 0 }
  t.match(job(third), { ...failed, finished_at: front.now, started_at: null })
  const over = {
    code: 'conflict',
    message: `The job ${id} has already finished, so you cannot cancel it.`,
  }
  t.match(ask['jobs.cancel']({ actor: STAFF, id }), over)
  const gone = {
    code: 'conflict',
    message: `The job ${third} has already failed, so you cannot cancel it.`,
  }
  t.match(ask['jobs.cancel']({ actor: STAFF, id: third }), gone)
  t.same(told.slice(0, 3), [waiting, running, done])
  t.same(
    told.slice(3).map(({ id, state }) => [id, state]),
    [
      [second, 'waiting'],
      [second, 'cancelled'],
      [third, 'waiting'],
      [third, 'failed'],
    ],
  )
  t.same(
    lines.slice(start).map(({ actor, kind, text }) => [actor, kind, text]),
    [
      [1, 'job', `Job ${id} was asked for: accounts.export`],
      [null, 'job', `Job ${id} is done: accounts.export`],
      [1, 'job', `Job ${second} was asked for: accounts.export`],
      [1, 'job', `Job ${second} was cancelled: accounts.export`],
      [1, 'job', `Job ${third} was asked for: accounts.export`],
      [null, 'job', `Job ${third} failed: accounts.export: it is too much`],
    ],
  )
  const resultBytes = 25
  t.same(ask['jobs.take'](null), {
    ok: true,
    value: { jobs: [], nextStart: null, figures: { open: 0, resultBytes } },
  })
  const fourth = create()
  t.match(ask['jobs.take'](null), {
    value: { jobs: [{ id: fourth }], figures: { open: 1, resultBytes } },
  })
  t.end()
})

t.test('a job of another is cancelled by who may look after the server', (t) => {
  const { front, create, ask, db } = given(t)
  const id = create()
  const staff = (login: number, rights: readonly string[]): void => {
    staffRepo(db).insert({ login, rights: [...rights], group_scope: ['*'] }, front.now)
  }
  const account = accountsRepo(db)
  for (const login of [7, 8]) {
    account.insert(accountWithDefaults({ login, group: 'managers\\dealers' }), front.now)
  }
  staff(7, ['accounts.view'])
  staff(8, ['config.servers'])
  const cancel = (login: number) => ask['jobs.cancel']({ actor: { ...STAFF, login }, id })
  const missing = because('not_found.job', { id })
  t.same(cancel(7), missing)
  t.match(ask['jobs.cancel']({ actor: STAFF, id: 99 }), { code: 'not_found' })
  t.match(cancel(8), { ok: true, value: { state: 'cancelled' } })
  t.end()
})

t.test('an owner has four jobs open, and all have 64', (t) => {
  const { create, ask, report, db } = given(t)
  const ids = Array.from({ length: JOBS_OPEN_PER_OWNER_MAX }, () => create())
  t.throws(() => create(), /^4 of your jobs have not finished\. Wait for one, or cancel it\.$/)
  report(ids[0] ?? 0, { isOver: true })
  const insert = (owner: number): unknown =>
    jobsRepo(db).insert(
      { owner, kind: 'accounts.export', request: {}, rights: [], scope: [], file: '' },
      1,
    )
  while (jobsRepo(db).countOpen(1).ready < JOBS_OPEN_MAX - 1) insert(99)
  create()
  report(ids[1] ?? 0, { isOver: true })
  insert(99)
  t.throws(() => create(), /^Too many jobs are waiting\. Try again in a few minutes\.$/)
  const own = ask['jobs.of_server']({ kind: 'log.archive', begunAt: 1 })
  t.match(own, { ok: false, code: 'unavailable' })
  t.end()
})

t.test('jobs that wait for a later time have bounds of their own', (t) => {
  const { front, ask, create, db } = given(t)
  const startsAt = front.now + 60_000
  const asked = { actor: STAFF, kind: 'accounts.export', request: {} } as const
  const later = () =>
    ask['jobs.create']({ ...asked, rights: ['accounts.view'], scope: ['*'], startsAt })
  for (let n = 0; n < JOBS_LATER_PER_OWNER_MAX; n++) t.ok(later().ok)
  t.match(later(), { code: 'too_many_requests', message: /^16 of your jobs wait for their time\./ })
  const others = { kind: 'accounts.export', request: {}, rights: [], scope: [], file: '' } as const
  const jobs = jobsRepo(db)
  while (jobs.countOpen(front.now).later < JOBS_LATER_MAX) {
    jobs.insert({ ...others, owner: 99, starts_at: startsAt }, 1)
  }
  db.exec(`DELETE FROM jobs WHERE id = (SELECT min(id) FROM jobs)`)
  t.ok(later().ok, 'the last')
  db.exec(`UPDATE jobs SET owner = 98 WHERE id = (SELECT max(id) FROM jobs)`)
  t.match(later(), { code: 'unavailable', message: /^Too many jobs wait for their time\./ })
  t.ok(create() > 0, 'one that begins at once is none of them')
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
  t.match(job(second), { state: 'failed', error: /space for your results is full/ })
  full.run(2, JOB_RESULTS_BYTES_MAX - 10, job(first)?.file)
  t.match(report(third, { bytes: 10 }), { value: true })
  t.match(report(third, { bytes: 11 }), { value: false })
  t.match(job(third), { state: 'failed', error: /space for results of jobs is full/ })
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
  t.throws(() => create(['accounts.view'], ['real\\*']), /no longer an active staff user/)
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
    t.match(ask['jobs.take'](null), { value: { jobs: [{ id: first, owner: 0 }] } })
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

t.test('a job of a later time waits for it, and keeps no other of its owner waiting', (t) => {
  const { front, ask, create, db } = given(t)
  const at = front.now + 60_000
  const asked = { actor: STAFF, kind: 'accounts.export', request: {} } as const
  const of = (startsAt: number) =>
    ask['jobs.create']({ ...asked, rights: ['accounts.view'], scope: ['*'], startsAt })
  t.match(of(front.now), { ok: false, code: 'invalid_input' })
  t.match(of(front.now + JOB_STARTS_WITHIN_MS + 1), { ok: false, code: 'invalid_input' })
  const later = of(at)
  if (!later.ok) throw new Error(later.message)
  const { id } = later.value
  t.equal(jobsRepo(db).get(id)?.starts_at, at)
  t.match(ask['jobs.take'](null), { value: { jobs: [], nextStart: at, figures: { open: 0 } } })
  const now = create()
  t.match(ask['jobs.take'](null), { value: { jobs: [{ id: now }], nextStart: at } })
  t.ok(of(front.now + JOB_STARTS_WITHIN_MS).ok)
  front.now = at
  const taken = ask['jobs.take'](null)
  t.same(
    taken.ok && taken.value.jobs.map((job) => job.id),
    [id],
    'the oldest of its owner comes first again',
  )
  t.match(ask['jobs.cancel']({ actor: STAFF, id }), { ok: true })
  t.end()
})

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
