import { readFileSync } from 'node:fs'
import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import type { JobReport } from '../../../actors/desk/jobs.js'
import { type JobDesk, JobRunner } from '../../../actors/jobs/job-runner.js'
import { accept } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import { filePath } from '../../../storage/paths.js'
import { accountsRepo, type NewAccount } from '../../../storage/repos/accounts/accounts.js'
import type { StoredJob } from '../../../wire/stored/stored-job.js'
import { givenBook } from '../../given/book.js'
import { scratch } from '../../given/desk.js'
import { openTables } from '../../given/records/projection.js'
import { storedJob } from '../../given/records/stored-job.js'
import { writtenLog } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

// Jobs slice by slice, with a desk and slices that the test makes up. Imports need no thread of their own; the others have it.

const JOB = storedJob({ done: 3, place: '3' })

type Parts = ConstructorParameters<typeof JobRunner>[0]

/** Imports whose slices are those. */
function importsOf(slice: Parts['imports']['slice']): Parts['imports'] {
  return { slice, isDriven: () => false, onLeft: () => undefined }
}

/** A runner whose desk answers so; its slices, where it comes to any, are over at once. */
function runnerOf(
  ask: (name: string, asked: unknown) => Promise<unknown>,
  over: Partial<Parts> = {},
) {
  return new JobRunner({
    dataDir: '',
    reserveBytes: 0,
    clock: new ManualClock(),
    logger: writtenLog(),
    desk: { ask } as JobDesk,
    book: () => givenBook(),
    imports: importsOf(async () => 'over'),
    acts: { slice: async () => 'over' },
    onLeftFile: () => undefined,
    ...over,
  })
}

/** `fates`: the slices in their order, true for one that throws; those after them go well. */
function given(test: { teardown(run: () => unknown): unknown }, fates: readonly boolean[]) {
  const clock = new ManualClock()
  const reports: JobReport[] = []
  let slices = 0
  const ask = async (name: string, asked: unknown) => {
    if (name === 'jobs.report') reports.push(asked as JobReport)
    const jobs = reports.length === 0 && slices <= fates.length ? [JOB] : []
    return accept(
      name === 'jobs.take' ? { jobs, nextStart: null, figures: { open: 1, resultBytes: 0 } } : true,
    )
  }
  const imports = importsOf(async () => {
    if (fates[slices++] === true) throw new Error('given')
    return 'goes_on'
  })
  const runner = runnerOf(ask, { clock, imports })
  test.teardown(() => runner.stop())
  runner.start()
  /** The slices that were begun when so much time has passed. */
  const after = async (ms: number): Promise<number> => {
    clock.advance(ms)
    for (let n = 0; n < 100; n++) await Promise.resolve()
    return slices
  }
  return { after, reports }
}

t.test(
  'a slice that throws is tried again a second later, and the third time ends it',
  async (t) => {
    const { after, reports } = given(t, [true, true, true])
    t.equal(await after(0), 1)
    t.equal(await after(999), 1)
    t.equal(await after(1), 2)
    t.equal(await after(999), 2)
    t.same(reports, [])
    t.equal(await after(1), 3)
    t.match(reports, [
      { id: 7, place: '3', done: 3, total: 9, isOver: true, error: /failed on it/ },
    ])
    t.equal(await after(59_999), 3, 'it is over')
    t.equal(reports.length, 1)
  },
)

t.test('a job whose length is not known yet fails with a length of 0', async (t) => {
  const clock = new ManualClock()
  const reports: unknown[] = []
  const ask = async (name: string, asked: unknown) => {
    if (name === 'jobs.report') reports.push(asked)
    const jobs = reports.length === 0 ? [{ ...JOB, total: null }] : []
    return accept(
      name === 'jobs.take' ? { jobs, nextStart: null, figures: { open: 1, resultBytes: 0 } } : true,
    )
  }
  const imports = importsOf(() => Promise.reject(new Error('given')))
  const runner = runnerOf(ask, { clock, imports })
  t.teardown(() => runner.stop())
  runner.start()
  for (let n = 0; n < 3; n++) {
    for (let turn = 0; turn < 100; turn++) await Promise.resolve()
    clock.advance(1_000)
  }
  t.same(reports, [
    {
      id: 7,
      place: '3',
      done: 3,
      total: 0,
      bytes: 0,
      sha256: '',
      isOver: true,
      error: 'The server failed on it. Ask again, or tell support the number of the job.',
    },
  ])
})

t.test('what is told during a look is looked at right after it', async (t) => {
  const answers: ((answer: unknown) => void)[] = []
  const ask = () => new Promise((resolve) => answers.push(resolve))
  const runner = runnerOf(ask)
  const none = accept({ jobs: [], nextStart: null, figures: { open: 0, resultBytes: 0 } })
  const told = async (): Promise<number> => {
    answers.at(-1)?.(none)
    for (let n = 0; n < 100; n++) await Promise.resolve()
    return answers.length
  }
  runner.start()
  runner.heard({ state: 'waiting' })
  t.equal(await told(), 2)
  t.equal(await told(), 2, 'and then it rests')
  await runner.stop()
})

t.test('a job that waits for its time is looked for then, not a minute later', async (t) => {
  const clock = new ManualClock()
  let looks = 0
  const figures = { open: 1, resultBytes: 0 }
  const next = clock.now() + 5_000
  const ask = async () => accept({ jobs: [], nextStart: looks++ === 0 ? next : null, figures })
  const runner = runnerOf(ask, { clock })
  t.teardown(() => runner.stop())
  runner.start()
  const after = async (ms: number): Promise<number> => {
    clock.advance(ms)
    for (let n = 0; n < 100; n++) await Promise.resolve()
    return looks
  }
  t.equal(await after(0), 1)
  t.equal(await after(4_999), 1)
  t.equal(await after(1), 2)
  t.equal(await after(59_999), 2)
  t.equal(await after(1), 3)
})

t.test(
  'an owner whose slice waits keeps nobody waiting, and is waited for at the end',
  async (t) => {
    const sliced: number[] = []
    let over: () => void = () => undefined
    const jobs = [JOB, { ...JOB, id: 8, owner: 2 }]
    // That of 7 hashes passwords; those of 8 have none.
    const imports = importsOf(({ id }) => {
      sliced.push(id)
      if (id === 8) return new Promise((resolve) => setImmediate(() => resolve('goes_on')))
      return new Promise((resolve) => {
        over = () => resolve('goes_on')
      })
    })
    const ask = async () => accept({ jobs, nextStart: null, figures: { open: 2, resultBytes: 0 } })
    const runner = runnerOf(ask, { imports })
    runner.start()
    let isStopped = false
    while (sliced.length < 10) await new Promise((resolve) => setImmediate(resolve))
    t.same(sliced.slice(0, 10), [7, 8, 8, 8, 8, 8, 8, 8, 8, 8])
    const stopped = runner.stop().then(() => {
      isStopped = true
    })
    const begun = sliced.length
    for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
    t.notOk(isStopped)
    over()
    await stopped
    t.equal(sliced.length, begun, 'no other is begun')
  },
)

t.test('that a desk is gone when it is stopped is no error', async (t) => {
  const log = writtenLog()
  let gone: (error: Error) => void = () => undefined
  const ask = () =>
    new Promise((_, reject) => {
      gone = reject
    })
  const runner = runnerOf(ask, { logger: log })
  runner.start()
  const stopped = runner.stop()
  gone(new Error('the desk has ended'))
  await stopped
  t.same(log.lines, [])
})

t.test(
  'a slice that goes well is followed at once, and those before it count no more',
  async (t) => {
    const { after, reports } = given(t, [true, true, false, true, true])
    await after(0)
    await after(1_000)
    t.equal(await after(1_000), 4, 'the third goes well')
    t.equal(await after(1_000), 5)
    t.equal(await after(1_000), 6)
    t.same(reports, [])
  },
)

t.test('a slice on its thread is counted once it is done, and told of', async (t) => {
  const dataDir = scratch(t)
  openTables(dataDir).close()
  const job: StoredJob = { ...JOB, kind: 'log.archive' }
  const jobs = [job]
  const runner = await new Promise<JobRunner>((resolve) => {
    const ask = async (name: string, report: unknown) => {
      if (name === 'jobs.take') {
        return accept({
          jobs: jobs.splice(0),
          nextStart: null,
          figures: { open: 1, resultBytes: 0 },
        })
      }
      t.match(report, { id: 7, place: '3', isOver: false, error: 'LOG_ARCHIVE_DIR is not set.' })
      resolve(runner)
      return accept(true)
    }
    const imports = importsOf(() => Promise.reject(new Error('it is no import')))
    const runner = runnerOf(ask, { dataDir, imports })
    runner.start()
  })
  t.equal(runner.slices, 1)
  await runner.stop()
})

t.test('an export is of the accounts in reach that are asked for', async (t) => {
  const dataDir = scratch(t)
  const db = openTables(dataDir)
  const groups = ['demo\\standard', 'demo\\netting', 'real']
  for (const [at, group] of groups.entries()) {
    const account = { login: 5 + at, group } as unknown as NewAccount
    accountsRepo(db).insert(accountWithDefaults(account), 1)
  }
  db.close()
  const asks: [request: object, scope: readonly string[], logins: number[]][] = [
    [{}, ['demo\\*'], [5, 6]],
    [{ group: 'demo\\n*' }, ['*'], [6]],
    [{ company: 'Other' }, ['*'], [6, 7]],
    [{ login: 7 }, ['*'], [7]],
    [{ login: 7 }, ['demo\\*'], []],
  ]
  const jobs = asks.map(([request, scope], id) => {
    return {
      ...JOB,
      id,
      kind: 'accounts.export' as const,
      request,
      scope,
      place: '',
      done: 0,
    }
  })
  const reports: JobReport[] = []
  let taken = 0
  const ask = async (name: string, report: unknown) => {
    if (name === 'jobs.report') {
      reports.push(report as JobReport)
      // The last one may not have been stored.
      return reports.length < jobs.length ? accept(true) : refuse('unavailable', 'later')
    }
    taken++
    const due = taken === 1 ? jobs.map((job) => ({ ...job, file: `f${job.id}` })) : []
    return accept({ jobs: due, nextStart: null, figures: { open: 1, resultBytes: 0 } })
  }
  const company = { company: 'Other' }
  const book = () => givenBook({ groups: { 'demo\\netting': company, real: company } })
  const runner = runnerOf(ask, { dataDir, book })
  runner.start()
  while (reports.length < jobs.length) await new Promise((resolve) => setImmediate(resolve))
  for (const [id, [request, , logins]] of asks.entries()) {
    const [, ...lines] = readFileSync(filePath(dataDir, `f${id}`), 'utf8')
      .trim()
      .split('\r\n')
    t.same(
      lines.map((line) => Number.parseInt(line, 10)),
      logins,
      JSON.stringify(request),
    )
    const report = reports.find((one) => one.id === id)
    t.match(report, { id, done: logins.length, isOver: true, error: '' })
  }
  await runner.stop()
})

t.test('a desk that does not answer is asked once a second', async (t) => {
  const clock = new ManualClock()
  const dead = () => Promise.reject(new Error('the desk is dead'))
  const refused = async () => refuse('unavailable', 'later')
  const fates = [dead, dead, refused, refused]
  let asked = 0
  const log = writtenLog()
  const none = async () =>
    accept({ jobs: [], nextStart: null, figures: { open: 3, resultBytes: 4 } })
  const ask = () => (fates[asked++] ?? none)()
  const runner = runnerOf(ask, { clock, logger: log, imports: importsOf(dead) })
  t.teardown(() => runner.stop())
  runner.start()
  const after = async (ms: number): Promise<number> => {
    clock.advance(ms)
    for (let n = 0; n < 100; n++) await Promise.resolve()
    return asked
  }
  t.equal(await after(0), 1)
  for (let n = 1; n <= fates.length; n++) {
    t.equal(await after(999), n)
    t.equal(await after(1), n + 1)
  }
  t.same(runner.figures, { open: 3, resultBytes: 4 })
  t.equal(log.lines.length, 2, 'that it refuses for now is no error')
  t.equal(await after(59_999), 5, 'there is nothing to do')
  t.equal(await after(1), 6)
})

t.test(
  'it looks at once when a job is new, and else in a minute; what is driven is left',
  async (t) => {
    const clock = new ManualClock()
    const driven = new Set<number>()
    let [asked, slices, leftFiles] = [0, 0, 0]
    let jobs: readonly StoredJob[] = []
    let state: 'goes_on' | 'later' = 'goes_on'
    const imports = {
      async slice() {
        slices++
        if (state === 'goes_on') jobs = []
        return state
      },
      isDriven: (id: number) => driven.has(id),
      onLeft: () => undefined,
    }
    const ask = async () => {
      asked++
      return accept({ jobs, nextStart: null, figures: { open: 1, resultBytes: 0 } })
    }
    const runner = runnerOf(ask, { clock, imports, onLeftFile: () => leftFiles++ })
    t.teardown(() => runner.stop())
    runner.start()
    const after = async (ms: number): Promise<[asked: number, slices: number]> => {
      clock.advance(ms)
      for (let n = 0; n < 100; n++) await Promise.resolve()
      return [asked, slices]
    }
    t.same(await after(0), [1, 0])
    t.same(await after(59_999), [1, 0])
    t.same(await after(1), [2, 0])
    jobs = [JOB]
    runner.heard({ state: 'waiting' })
    t.same(await after(0), [4, 1], 'and once more, since there was one')
    for (const one of ['running', 'done'] as const) runner.heard({ state: one })
    t.same([await after(0), leftFiles], [[4, 1], 0])
    for (const one of ['failed', 'cancelled'] as const) runner.heard({ state: one })
    t.same([await after(0), leftFiles], [[4, 1], 2])
    driven.add(JOB.id)
    jobs = [JOB]
    t.same(await after(60_000), [5, 1])
    driven.clear()
    state = 'later'
    imports.onLeft()
    t.same(await after(0), [6, 2])
    t.same(await after(999), [6, 2], 'what is to be tried later waits a second')
    t.same(await after(1), [7, 3])
    t.equal(runner.slices, 3)
    await runner.stop()
    t.equal(clock.timers, 0)
    t.same(await after(120_000), [7, 3])
  },
)
