import t from 'tap'
import { LATE_MS } from '../../../actors/schedule/job-runs.js'
import { Schedule } from '../../../actors/schedule/schedule.js'
import type { ScheduledJob } from '../../../actors/schedule/scheduled-job.js'
import { CronTimes } from '../../../actors/thread/cron-times.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import type { ScheduledRuns } from '../../../wire/stored/scheduled-runs.js'
import { settled, TimedClock } from '../../given/timed-clock.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START = '2026-03-02T10:00:00Z'

type Ending = 'done' | 'fails' | 'hangs'

/** The parts that outlive a server: its clock and the runs that it has kept. */
class Machine {
  readonly clock = new TimedClock(Date.parse(START))
  readonly kept = new Map<string, ScheduledRuns>()
  readonly ran: string[] = []
  ending: Ending = 'done'
  isTrusted = true
  canKeep = true
  /** The number of times that something was to be kept. */
  asked = 0
  /** What is to be kept waits for this. */
  disk: Promise<void> = Promise.resolve()
  notes: Record<string, string> = {}

  /** A job that runs each night, unless told otherwise. */
  async start(given: Partial<ScheduledJob> & { readonly cron?: string } = {}) {
    const { cron = '0 2 * * *', ...job } = given
    let cutOff: (why: Error) => void = () => undefined
    const schedule = new Schedule(
      {
        clock: this.clock,
        logger: silentLogger,
        isClockTrusted: () => this.isTrusted,
        serverClock: () => ({ utc_offset_min: 0, daylight_saving: 'none' }),
        known: async () => {
          if (!this.canKeep) throw new Error('the desk is away')
          return new Map(this.kept)
        },
        keep: async (name, runs) => {
          this.asked++
          if (!this.canKeep) throw new Error('the disk is full')
          await this.disk
          this.kept.set(name, structuredClone(runs))
        },
        note: (name, what) => {
          this.notes[name] = what?.message ?? ''
        },
      },
      [
        {
          name: 'backup',
          settleMs: MINUTE_MS,
          times: { kind: 'cron', cron: CronTimes.of(cron) },
          retryMs: { first: 5 * MINUTE_MS, max: HOUR_MS },
          run: async (begunAt) => {
            this.ran.push(new Date(begunAt).toISOString().slice(0, 16))
            if (this.ending === 'fails') throw new Error('no room')
            if (this.ending === 'done') return undefined
            return new Promise((_, reject) => {
              cutOff = reject
            })
          },
          stop: async () => cutOff(new Error('it was stopped')),
          ...job,
        },
      ],
    )
    await schedule.start()
    await settled()
    return schedule
  }

  /** The process ends: no word of it reaches what is kept. */
  async crashed(schedule: Schedule): Promise<void> {
    const before = new Map(this.kept)
    await schedule.stop()
    this.kept.clear()
    for (const [name, runs] of before) this.kept.set(name, runs)
  }

  take(): string[] {
    return this.ran.splice(0)
  }
}

t.test('a job runs at its times, and a first start has missed nothing', async (t) => {
  const machine = new Machine()
  const schedule = await machine.start()
  const dueAt = Date.parse('2026-03-03T02:00Z')
  t.same(schedule.figures, [
    { job: 'backup', done: 0, failed: 0, doneAt: 0, dueAt, isUnwell: false },
  ])
  await machine.clock.pass(15 * HOUR_MS)
  t.same(machine.take(), [])
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), ['2026-03-03T02:00'])
  await machine.clock.pass(2 * DAY_MS)
  t.same(machine.take(), ['2026-03-04T02:00', '2026-03-05T02:00'])
  t.match(schedule.figures, [
    { job: 'backup', done: 3, failed: 0, isUnwell: false, doneAt: Date.parse('2026-03-05T02:00Z') },
  ])
  t.equal(schedule.figures[0]?.dueAt, Date.parse('2026-03-06T02:00Z'))
  await schedule.stop()
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), [], 'a schedule that was stopped does nothing')
})

t.test('what was missed while the server was down is made up by one run', async (t) => {
  const machine = new Machine()
  await (await machine.start()).stop()
  machine.clock.at += 5 * DAY_MS
  const schedule = await machine.start()
  t.same(machine.take(), [], 'a start has other things to do first')
  await machine.clock.pass(MINUTE_MS)
  t.same(machine.take(), ['2026-03-07T10:01'])
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-08T02:00'])
  await schedule.stop()
  const again = await machine.start()
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), [], 'and what has run is known by the next start')
  await again.stop()
})

t.test('a run that a crash cut off is begun again, once, under its name', async (t) => {
  const machine = new Machine()
  const first = await machine.start()
  machine.ending = 'hangs'
  await machine.clock.pass(16 * HOUR_MS)
  t.same(machine.take(), ['2026-03-03T02:00'])
  await machine.crashed(first)
  machine.clock.at += HOUR_MS
  machine.ending = 'done'
  const second = await machine.start()
  await machine.clock.pass(MINUTE_MS)
  t.same(machine.take(), ['2026-03-03T02:00'], 'the same run')
  await machine.crashed(second)
  const third = await machine.start()
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), [], 'that it is done was kept')
  await third.stop()
})

t.test('one that is cut off again and again is given up until its next time', async (t) => {
  const machine = new Machine()
  machine.ending = 'hangs'
  let schedule = await machine.start()
  await machine.clock.pass(16 * HOUR_MS)
  for (let i = 0; i < 2; i++) {
    await machine.crashed(schedule)
    schedule = await machine.start()
    await machine.clock.pass(MINUTE_MS)
  }
  t.equal(machine.take().length, 3)
  await machine.crashed(schedule)
  schedule = await machine.start()
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), [])
  t.match(machine.notes['backup'], /The backup failed: it was cut off 3 times/)
  machine.ending = 'done'
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-04T02:00'])
  t.equal(machine.notes['backup'], '')
  await schedule.stop()
})

t.test('orderly stops do not count as that', async (t) => {
  const machine = new Machine()
  machine.ending = 'hangs'
  let schedule = await machine.start()
  await machine.clock.pass(16 * HOUR_MS)
  for (let i = 0; i < 5; i++) {
    await schedule.stop()
    schedule = await machine.start()
    await machine.clock.pass(MINUTE_MS)
  }
  t.same(new Set(machine.take()), new Set(['2026-03-03T02:00']))
  t.equal(machine.kept.get('backup')?.open?.attempts, 1)
  await schedule.stop()
})

t.test('one that fails is tried again ever later, and is told until it is done', async (t) => {
  const machine = new Machine()
  machine.ending = 'fails'
  const schedule = await machine.start()
  await machine.clock.pass(16 * HOUR_MS + MINUTE_MS)
  t.equal(machine.notes['backup'], 'The backup failed: no room')
  t.match(schedule.figures, [{ failed: 1, isUnwell: true }])
  await machine.clock.pass(4 * HOUR_MS)
  t.same(
    machine.take().map((at) => at.slice(11)),
    ['02:00', '02:05', '02:15', '02:35', '03:15', '04:15', '05:15'],
  )
  machine.ending = 'done'
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), ['2026-03-03T06:15'])
  t.equal(machine.notes['backup'], '')
  t.match(schedule.figures, [{ failed: 7, done: 1, isUnwell: false }])
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-04T02:00'], 'its times are as before')
  machine.ending = 'fails'
  await machine.clock.pass(DAY_MS)
  t.same(machine.take().slice(0, 2), ['2026-03-05T02:00', '2026-03-05T02:05'], 'soon at first')
  await schedule.stop()
})

t.test('of a reason that is long the beginning is kept', async (t) => {
  const machine = new Machine()
  const schedule = await machine.start({
    run: async () => {
      throw new Error('x'.repeat(501))
    },
  })
  await machine.clock.pass(16 * HOUR_MS)
  t.equal(machine.kept.get('backup')?.failure, 'x'.repeat(500))
  t.equal(machine.notes['backup'], `The backup failed: ${'x'.repeat(500)}`)
  await schedule.stop()
})

t.test('that the last one failed is known after a restart, and it is tried soon', async (t) => {
  const machine = new Machine()
  machine.ending = 'fails'
  await machine.start().then(async (schedule) => {
    await machine.clock.pass(16 * HOUR_MS)
    await machine.crashed(schedule)
  })
  machine.take()
  const schedule = await machine.start()
  t.equal(machine.notes['backup'], 'The backup failed: no room')
  machine.ending = 'done'
  await machine.clock.pass(MINUTE_MS)
  t.same(machine.take(), ['2026-03-03T02:01'])
  t.equal(machine.notes['backup'], '')
  await schedule.stop()
})

t.test('nothing begins by a clock that is not trusted, and it is made up for after', async (t) => {
  const machine = new Machine()
  const schedule = await machine.start()
  machine.isTrusted = false
  await machine.clock.pass(16 * HOUR_MS)
  t.same(machine.take(), [])
  t.equal(machine.notes['backup'], '')
  await machine.clock.pass(LATE_MS + MINUTE_MS)
  t.match(machine.notes['backup'], /The backup of 2026-03-03T02:00:00.000Z is not done yet/)
  t.match(schedule.figures, [{ isUnwell: true, dueAt: Date.parse('2026-03-03T02:00Z') }])
  machine.isTrusted = true
  await machine.clock.pass(1_000)
  t.same(machine.take(), ['2026-03-03T03:01'])
  t.equal(machine.notes['backup'], '')
  await schedule.stop()
})

t.test('a clock that is set back a little makes nothing run twice', async (t) => {
  const machine = new Machine()
  const schedule = await machine.start()
  await machine.clock.pass(16 * HOUR_MS + MINUTE_MS)
  t.same(machine.take(), ['2026-03-03T02:00'])
  machine.clock.at -= 45 * MINUTE_MS
  await machine.clock.pass(2 * HOUR_MS)
  t.same(machine.take(), [])
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-04T02:00'])
  await schedule.stop()
})

t.test('a clock that was years ahead does not keep a job from its times', async (t) => {
  const machine = new Machine()
  let schedule = await machine.start()
  machine.clock.at += 3650 * DAY_MS
  await machine.clock.pass(DAY_MS)
  t.equal(machine.take().length, 2, 'a person confirmed it')
  machine.clock.at -= 3650 * DAY_MS
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-04T02:00'], 'and set it right')
  machine.clock.at += 3650 * DAY_MS
  await machine.clock.pass(DAY_MS)
  machine.take()
  await schedule.stop()
  machine.clock.at -= 3650 * DAY_MS
  schedule = await machine.start()
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-06T02:00'], 'also where it is right at the next start')
  await schedule.stop()
})

t.test('times that come while it runs are left out', async (t) => {
  const machine = new Machine()
  let finish: () => void = () => undefined
  const schedule = await machine.start({
    cron: '*/10 * * * *',
    run: (begunAt) => {
      machine.ran.push(new Date(begunAt).toISOString().slice(11, 16))
      return new Promise((resolve) => {
        finish = () => resolve(undefined)
      })
    },
  })
  await machine.clock.pass(35 * MINUTE_MS)
  finish()
  await settled()
  await machine.clock.pass(6 * MINUTE_MS)
  t.same(machine.take(), ['10:10', '10:40'])
  await machine.clock.pass(2 * HOUR_MS)
  t.match(machine.notes['backup'], /is not done yet/, 'one that goes on and on is told')
  finish()
  await schedule.stop()
})

t.test('what cannot be noted does not begin, but for what does no harm twice', async (t) => {
  for (const mayRepeat of [undefined, true] as const) {
    const machine = new Machine()
    const schedule = await machine.start(mayRepeat === undefined ? {} : { mayRepeat })
    machine.canKeep = false
    await machine.clock.pass(16 * HOUR_MS)
    t.equal(machine.take().length, mayRepeat ? 1 : 0)
    if (!mayRepeat) t.match(machine.notes['backup'], /failed: the disk is full/)
    machine.canKeep = true
    await machine.clock.pass(5 * MINUTE_MS)
    t.equal(machine.take().length, mayRepeat ? 0 : 1)
    await schedule.stop()
  }
})

t.test('a changed time restarts the schedule, and a failed read is repeated', async (t) => {
  const machine = new Machine()
  await (await machine.start()).stop()
  machine.clock.at += 5 * DAY_MS
  machine.canKeep = false
  const schedule = await machine.start({ cron: '0 3 * * *' })
  t.same(schedule.figures, [])
  machine.canKeep = true
  await machine.clock.pass(HOUR_MS)
  t.same(machine.take(), [], 'its time was never missed')
  await machine.clock.pass(DAY_MS)
  t.same(machine.take(), ['2026-03-08T03:00'])
  await schedule.stop()
})

t.test('a schedule that could not be read yet is read no more once it was stopped', async (t) => {
  const machine = new Machine()
  machine.canKeep = false
  const schedule = await machine.start()
  t.ok(machine.clock.waits, 'it would be read again')
  await schedule.stop()
  await machine.clock.pass(MINUTE_MS)
  t.equal(machine.clock.waits, undefined)
})

t.test('what others keep is done one after the other, until none is due', async (t) => {
  const machine = new Machine()
  const at = (minutes: number): number => Date.parse(START) + minutes * MINUTE_MS
  const due = [at(-5), at(-1), at(10)]
  const schedule = await machine.start({
    settleMs: 0,
    times: { kind: 'kept', next: () => due[0] },
    run: async () => {
      machine.ran.push(String(due.shift()))
      return undefined
    },
  })
  t.same(machine.take(), [String(at(-5)), String(at(-1))])
  await machine.clock.pass(10 * MINUTE_MS)
  t.same(machine.take(), [String(at(10))])
  due.push(at(12))
  schedule.arm()
  await machine.clock.pass(2 * MINUTE_MS)
  t.same(machine.take(), [String(at(12))])
  t.equal(machine.clock.waits, undefined, 'nothing is due')
  t.equal(schedule.figures[0]?.dueAt, 0)
  t.equal(machine.kept.size, 0)
  await schedule.stop()
})

t.test('what is said to be done and is still due is tried again after a while', async (t) => {
  const machine = new Machine()
  const schedule = await machine.start({
    settleMs: 0,
    times: { kind: 'kept', next: () => Date.parse(START) },
  })
  t.equal(machine.take().length, 1)
  await machine.clock.pass(4 * MINUTE_MS)
  t.equal(machine.take().length, 0)
  await machine.clock.pass(MINUTE_MS)
  t.equal(machine.take().length, 1)
  await schedule.stop()
})

t.test(
  'a start waits until its beginning is kept, and one that changes nothing keeps nothing',
  async (t) => {
    const machine = new Machine()
    let write: () => void = () => undefined
    machine.disk = new Promise((resolve) => {
      write = resolve
    })
    let isStarted = false
    const starting = machine.start().then((schedule) => {
      isStarted = true
      return schedule
    })
    await settled()
    await settled()
    t.notOk(isStarted)
    write()
    await (await starting).stop()
    const times = machine.kept.get('backup')
    t.match(times, { times: '0 2 * * *', settledAt: Date.parse(START), open: null })
    t.equal(machine.asked, 1)
    const again = await machine.start()
    t.equal(machine.asked, 1)
    await again.stop()
  },
)

t.test(
  'a stop is over when its job has stopped and the run that was cut off is kept',
  async (t) => {
    const machine = new Machine()
    const steps: string[] = []
    let stopped: () => void = () => undefined
    const schedule = await machine.start({
      run: () => new Promise(() => undefined),
      stop: () =>
        new Promise((resolve) => {
          stopped = resolve
        }),
    })
    await machine.clock.pass(15 * HOUR_MS)
    const stopping = schedule.stop().then(() => steps.push('over'))
    await settled()
    steps.push('stops')
    stopped()
    await stopping
    t.same(steps, ['stops', 'over'])
    machine.ending = 'hangs'
    const other = await machine.start()
    await machine.clock.pass(2 * HOUR_MS)
    let write: () => void = () => undefined
    machine.disk = new Promise((resolve) => {
      write = resolve
    })
    const ending = other.stop().then(() => steps.push('kept'))
    await settled()
    await settled()
    steps.push('writes')
    write()
    await ending
    t.same(steps.slice(2), ['writes', 'kept'])
  },
)

t.test('one that failed is tried again though the clock was set back meanwhile', async (t) => {
  const machine = new Machine()
  machine.ending = 'fails'
  const schedule = await machine.start()
  await machine.clock.pass(16 * HOUR_MS)
  t.same(machine.take(), ['2026-03-03T02:00'])
  machine.ending = 'done'
  machine.clock.at -= 45 * MINUTE_MS
  t.equal(schedule.figures[0]?.dueAt, machine.clock.at, 'it is due by whatever the clock says')
  await machine.clock.pass(5 * MINUTE_MS)
  t.same(machine.take(), ['2026-03-03T01:20'])
  machine.ending = 'hangs'
  await machine.clock.pass(DAY_MS + HOUR_MS)
  t.same(machine.take(), ['2026-03-04T02:00'])
  machine.clock.at -= 12 * HOUR_MS
  t.equal(schedule.figures[0]?.dueAt, machine.clock.at, 'while it is carried out, too')
  await schedule.stop()
})
