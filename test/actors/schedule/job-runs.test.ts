import t from 'tap'
import { JobRuns, LATE_MS } from '../../../actors/schedule/job-runs.js'
import type { ScheduledJob } from '../../../actors/schedule/scheduled-job.js'
import { CLOCK_JUMP_MS } from '../../../actors/thread/clock.js'
import { CronTimes } from '../../../actors/thread/cron-times.js'
import type { ScheduledRuns } from '../../../wire/stored/scheduled-runs.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

// The runs of one job step by step: what is kept and waited for, what is said, and when it is looked at next.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TIMES = '0 2 * * *'
const START = Date.parse('2026-03-02T10:00:00Z')
const DUE = Date.parse('2026-03-03T02:00:00Z')
const SETTLED: ScheduledRuns = {
  times: TIMES,
  settledAt: START - MINUTE_MS,
  open: null,
  failure: null,
  doneAt: 5,
}

/** A promise of the other side, and how it comes out. */
interface Held {
  readonly resolve: (value?: never) => void
  readonly reject: (why: Error) => void
}

function given(known?: ScheduledRuns, job: Partial<ScheduledJob> = {}) {
  const clock = new TimedClock(START)
  const kept: ScheduledRuns[] = []
  const ran: number[] = []
  const said: string[] = []
  const notes: string[] = []
  const held = { keep: null as Held[] | null, run: null as Held[] | null }
  const later = (of: Held[] | null): Promise<undefined> =>
    of === null
      ? Promise.resolve(undefined)
      : new Promise((resolve, reject) => of.push({ resolve: resolve as Held['resolve'], reject }))
  const say = (facts: object, what: string) => {
    const { job: _, err, took_ms, ...rest } = facts as Record<string, unknown>
    const more = [err instanceof Error ? err.message : undefined, took_ms, ...Object.values(rest)]
    said.push([what, ...more.filter((one) => one !== undefined)].join(' | '))
  }
  const runs = new JobRuns(
    {
      name: 'backup',
      settleMs: MINUTE_MS,
      times: { kind: 'cron', cron: CronTimes.of(TIMES) },
      retryMs: { first: 5 * MINUTE_MS, max: HOUR_MS },
      run: (begunAt) => {
        ran.push(begunAt)
        return later(held.run)
      },
      ...job,
    },
    {
      clock,
      logger: { info: say, warn: say, error: say } as never,
      isClockTrusted: () => true,
      serverClock: () => ({ utc_offset_min: 0, daylight_saving: 'none' }),
      keep: async (_, one) => {
        kept.push(one)
        await later(held.keep)
      },
      note: (_, what) => notes.push(what?.message ?? ''),
    },
    known,
  )
  return { clock, runs, held, kept, ran, said, notes }
}

/** Whether it is over once all that waits for nobody has come to its end. */
async function isOver(work: Promise<unknown>): Promise<boolean> {
  let over = false
  void work.then(() => {
    over = true
  })
  await settled()
  return over
}

t.test(
  'a first start keeps what it begins with before it goes on, and another does not',
  async (t) => {
    const first = given()
    const keeps: Held[] = []
    first.held.keep = keeps
    const begun = first.runs.start()
    t.equal(await isOver(begun), false)
    const fresh = { times: TIMES, settledAt: START, open: null, failure: null, doneAt: null }
    t.strictSame(first.kept, [fresh])
    t.strictSame(first.runs.figures, {
      job: 'backup',
      done: 0,
      failed: 0,
      doneAt: 0,
      dueAt: DUE,
      isUnwell: false,
    })
    keeps[0]?.reject(new Error('full'))
    t.equal(await isOver(begun), true)
    t.same(first.said, ['a scheduled run was not noted | full'])
    const second = given(SETTLED)
    await second.runs.start()
    t.same(second.kept, [])
    t.equal(second.runs.figures.doneAt, 5)
    const other = given({ ...SETTLED, times: '0 3 * * *' })
    await other.runs.start()
    t.strictSame(other.kept, [{ ...fresh, doneAt: 5 }])
  },
)

t.test('what keeps its own times is never kept here', async (t) => {
  let next: number | undefined = START + HOUR_MS
  const { clock, runs, kept, ran, held, said } = given(undefined, {
    times: { kind: 'kept', next: () => next },
  })
  await runs.start()
  t.equal(runs.figures.dueAt, next)
  const work: Held[] = []
  held.run = work
  await clock.pass(HOUR_MS)
  t.same(ran, [START + HOUR_MS])
  work[0]?.reject(new Error('no room'))
  await settled()
  t.match(said.slice(1), [
    /^a scheduled run was not done; it is tried again after 300 s \| no room/,
  ])
  await clock.pass(5 * MINUTE_MS)
  t.equal(ran.length, 2)
  // It has not heard yet that it is done.
  work[1]?.resolve()
  await settled()
  await clock.pass(5 * MINUTE_MS - 1)
  t.equal(ran.length, 2)
  await clock.pass(1)
  t.equal(ran.length, 3)
  next = undefined
  work[2]?.resolve()
  await settled()
  await clock.pass(HOUR_MS)
  t.same([ran.length, runs.figures.dueAt, kept], [3, 0, []])
  held.run = []
  next = START
  runs.arm()
  await settled()
  t.equal(ran.length, 4)
  const stopped = runs.stop()
  held.run[0]?.reject(new Error('it was stopped'))
  await stopped
  t.same(kept, [])
})

t.test('a run is begun when that is kept, and over when its end is kept', async (t) => {
  const { clock, runs, held, kept, ran, said } = given(SETTLED)
  await runs.start()
  const [keeps, work]: [Held[], Held[]] = [[], []]
  held.keep = keeps
  held.run = work
  await clock.pass(DUE - START)
  const open = { due: DUE, begunAt: DUE, attempts: 1 }
  t.strictSame(kept, [{ ...SETTLED, open }])
  t.same(ran, [])
  keeps[0]?.resolve()
  await settled()
  t.same(ran, [DUE])
  await clock.pass(1_500)
  work[0]?.resolve()
  await settled()
  const done = { ...SETTLED, settledAt: DUE + 1_500, doneAt: DUE + 1_500 }
  t.strictSame(kept.slice(1), [done])
  t.match(said, [
    'a scheduled run begins | 2026-03-03T02:00:00.000Z | 1',
    'a scheduled run is done | 1500',
  ])
  const stopped = runs.stop()
  t.equal(await isOver(stopped), false, 'its end is on its way')
  keeps[1]?.reject(new Error('full'))
  t.equal(await isOver(stopped), true)
  t.match(said.at(-1), 'a scheduled run was done, and that was not noted | full')
  t.match(runs.figures, { done: 1, failed: 0, doneAt: DUE + 1_500 })
  await clock.pass(48 * HOUR_MS)
  t.equal(ran.length, 1)
})

t.test('what cannot be kept is not begun, and stays as it was', async (t) => {
  const { clock, runs, held, kept, ran, notes } = given(SETTLED)
  await runs.start()
  const keeps: Held[] = []
  held.keep = keeps
  await clock.pass(DUE - START)
  keeps[0]?.reject(new Error('full'))
  await settled()
  const open = { due: DUE, begunAt: DUE, attempts: 1 }
  t.strictSame(kept.slice(1), [{ ...SETTLED, open, failure: 'full' }])
  keeps[1]?.resolve()
  await settled()
  t.equal(notes.at(-1), 'The backup failed: full')
  t.same([ran, runs.figures.failed], [[], 1])
  // The note stays while it is tried again.
  await clock.pass(5 * MINUTE_MS)
  t.strictSame(kept.slice(2), [{ ...SETTLED, open: { ...open, begunAt: DUE + 5 * MINUTE_MS } }])
  t.equal(runs.figures.isUnwell, true)
  keeps[2]?.resolve()
  await settled()
  t.equal(ran.length, 1)
  keeps[3]?.resolve()
  await settled()
  t.equal(notes.at(-1), '')
})

t.test('the pauses after failures grow, from the first again once it was done', async (t) => {
  const { clock, runs, held, kept, ran } = given({
    ...SETTLED,
    failure: 'no room',
    open: {
      due: START - HOUR_MS,
      begunAt: START - HOUR_MS,
      attempts: 1,
    },
  })
  await runs.start()
  await settled()
  t.same(ran, [], 'a start has other things to do first')
  const pauses: number[] = []
  const work: Held[] = []
  held.run = work
  await clock.pass(MINUTE_MS)
  for (let n = 0; n < 5; n++) {
    t.equal(ran.length, n + 1)
    const begun = clock.monotonic()
    work[n]?.reject(new Error('x'.repeat(600)))
    await settled()
    while (ran.length === n + 1) await clock.pass(MINUTE_MS)
    pauses.push((clock.monotonic() - begun) / MINUTE_MS)
  }
  t.same(pauses, [10, 20, 40, 60, 60], 'the failure that was kept counts')
  t.equal(kept.at(-2)?.failure, 'x'.repeat(500))
  work[5]?.resolve()
  await settled()
  t.same([kept.at(-1)?.failure, runs.figures.done, runs.figures.failed], [null, 1, 5])
  const again = () => clock.pass(HOUR_MS)
  while (ran.length === 6) await again()
  work[6]?.reject(new Error('no room'))
  await settled()
  await clock.pass(5 * MINUTE_MS)
  t.equal(ran.length, 8)
})

t.test('a stop ends the run under way, waits for it, and the run counts for nothing', async (t) => {
  let letGo: (() => void) | undefined
  const { clock, runs, held, kept, ran } = given(SETTLED, {
    stop: () =>
      new Promise((resolve) => {
        letGo = resolve
      }),
  })
  await runs.start()
  const work: Held[] = []
  held.run = work
  await clock.pass(DUE - START)
  const stopped = runs.stop()
  const keeps: Held[] = []
  held.keep = keeps
  t.equal(await isOver(stopped), false)
  work[0]?.reject(new Error('it was stopped'))
  await settled()
  const open = { due: DUE, begunAt: DUE, attempts: 0 }
  t.strictSame(kept.at(-1), { ...SETTLED, open })
  keeps[0]?.resolve()
  t.equal(await isOver(stopped), false, 'the job has not let go')
  letGo?.()
  t.equal(await isOver(stopped), true)
  t.match(runs.figures, { failed: 0, done: 0 })
  t.equal(clock.waits, undefined, 'no timer is left')
  t.equal(ran.length, 1)
})

t.test('a run that a crash cut off is due at once, but never before its time', async (t) => {
  for (const [due, dueAt] of [
    [START - HOUR_MS, START - HOUR_MS],
    [START + HOUR_MS, START],
  ] as const) {
    const { runs } = given({ ...SETTLED, open: { due, begunAt: due, attempts: 1 } })
    t.equal(runs.figures.dueAt, dueAt)
  }
  const open = { due: START, begunAt: START, attempts: 3 }
  const { runs, notes } = given({ ...SETTLED, open })
  await runs.start()
  await settled()
  t.match(notes, ['The backup failed: it was cut off 3 times by the end of the server'])
  t.equal(runs.figures.doneAt, 5)
  const failed = given({ ...SETTLED, open, failure: 'no room' })
  t.equal(failed.runs.figures.dueAt, START, 'one that failed was not cut off')
})

t.test(
  'it is late from a while after its time on, and a clock far ahead is forgotten',
  async (t) => {
    const late = (ms: number) =>
      given({ ...SETTLED, settledAt: DUE - 1, open: null }).runs.figures.isUnwell || ms
    t.equal(late(0), 0)
    const { clock, runs, held } = given(SETTLED, { settleMs: 0 })
    await runs.start()
    held.run = []
    await clock.pass(DUE - START)
    const unwell = () => runs.figures.isUnwell
    clock.at = DUE + LATE_MS
    t.equal(unwell(), false)
    clock.at++
    t.equal(unwell(), true)
    for (const [ahead, settledAt] of [
      [CLOCK_JUMP_MS, START + CLOCK_JUMP_MS],
      [CLOCK_JUMP_MS + 1, START],
    ] as const) {
      const far = given({ ...SETTLED, settledAt: START + ahead })
      await far.runs.start()
      const kept = far.kept.map((one) => one.settledAt)
      t.same(kept, settledAt === START ? [START] : [], `${ahead}`)
    }
  },
)

t.test('what is due at the moment of the start was not missed', async (t) => {
  const times = { kind: 'kept', next: () => START } as const
  const { runs, ran } = given(undefined, { times })
  await runs.start()
  await settled()
  t.same(ran, [START])
  const missed = given(undefined, { times: { kind: 'kept', next: () => START - 1 } })
  await missed.runs.start()
  await settled()
  t.same(missed.ran, [])
})
