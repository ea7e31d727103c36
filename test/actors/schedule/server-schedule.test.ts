import t from 'tap'
import { logArchiveJob } from '../../../actors/schedule/log-archive-job.js'
import type { JobName } from '../../../actors/schedule/scheduled-job.js'
import { serverSchedule } from '../../../actors/schedule/server-schedule.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { ScheduledRuns } from '../../../wire/stored/scheduled-runs.js'
import { settled, TimedClock } from '../../given/timed-clock.js'
import { writtenLog } from '../links/feeds/given-feed.js'

// The work that a server does at its times: what each of it asks, and when.

const START = Date.parse('2026-03-02T10:00:00Z')
const MINUTE_MS = 60_000
const UTC = { utc_offset_min: 0, daylight_saving: 'none' }

type Asked = readonly [name: string, request: unknown]

/** Parts that note what they are asked, and do nothing. */
class Parts {
  readonly clock = new TimedClock(START)
  /** Each with the minute. */
  readonly did: [string, ...unknown[]][] = []
  readonly log = writtenLog()
  readonly kept = new Map<string, ScheduledRuns>()
  readonly notes: Partial<Record<JobName, string>> = {}
  readonly switches: { at: string; done_at: string | null }[] = []
  /** The answers of the desk, where it is to say something else than that all is well. */
  readonly says: Record<string, () => Outcome<unknown>> = {}
  isClockTrusted = true
  /** The look how far the logs reach back is over. */
  bounds = Promise.resolve()

  private noted(name: string, ...more: unknown[]): void {
    this.did.push([new Date(this.clock.at).toISOString().slice(11, 19), name, ...more])
  }

  take(): readonly [string, ...unknown[]][] {
    return this.did.splice(0)
  }

  schedule(logArchive?: ReturnType<typeof logArchiveJob>) {
    const own = this
    const ask = async (...[name, request]: Asked): Promise<Outcome<unknown>> => {
      const { job, runs } = (request ?? {}) as { job: string; runs: ScheduledRuns }
      if (!name.startsWith('schedule.')) own.noted(name, request)
      const answer = own.says[name]?.()
      if (answer !== undefined && !answer.ok) return answer
      if (name === 'schedule.known') return accept([...own.kept])
      if (name === 'schedule.keep') own.kept.set(job, runs)
      return answer ?? accept(name === 'records.sweep' ? 0 : null)
    }
    const supervisor = {
      ask,
      get isClockTrusted() {
        return own.isClockTrusted
      },
      book: { clock: UTC, records: { leverage_switches: own.switches } },
      condition: {
        note: (job: JobName, what: string) => {
          own.notes[job] = what
        },
      },
    }
    return serverSchedule({
      ...{ supervisor: supervisor as never, clock: own.clock, logger: own.log },
      retention: {
        bounds: async (now) => {
          own.noted('bounds', now)
          await own.bounds
          return [0, 7]
        },
        trim: (shard, before) => own.noted('trim', shard, before),
        stop: async () => own.noted('stop'),
      },
      files: {
        retain: async () => {
          own.noted('files')
          return {}
        },
      },
      ...{ backup: undefined, logArchive },
    })
  }
}

t.test(
  'logs, files and records are looked after each hour, and what goes is asked for until none is left',
  async (t) => {
    const parts = new Parts()
    const left = [3, 2, 0]
    parts.says['records.sweep'] = () => accept(left.shift() ?? 0)
    const schedule = parts.schedule()
    await schedule.start()
    await parts.clock.pass(60 * MINUTE_MS)
    const sweep = ['10:47:00', 'records.sweep', null]
    t.same(parts.take(), [
      ['10:17:00', 'bounds', START + 17 * MINUTE_MS],
      ['10:17:00', 'trim', 1, 7],
      ['10:37:00', 'files'],
      ...[sweep, sweep, sweep],
    ])
    const runs = (minute: number) => ({
      ...{ times: `${minute} * * * *`, settledAt: START + minute * MINUTE_MS, open: null },
      ...{ failure: null, doneAt: START + minute * MINUTE_MS },
    })
    t.same([...parts.kept].toSorted(), [
      ['file_retention', runs(37)],
      ['log_retention', runs(17)],
      ['record_retention', runs(47)],
    ])
    t.same(parts.notes, {
      ...{ leverage_switches: '', log_retention: '', file_retention: '', record_retention: '' },
    })
    t.same(
      schedule.figures.map(({ job, done, failed, dueAt }) => [job, done, failed, dueAt]),
      [
        ['leverage_switches', 0, 0, 0],
        ['log_retention', 1, 0, START + 77 * MINUTE_MS],
        ['file_retention', 1, 0, START + 97 * MINUTE_MS],
        ['record_retention', 1, 0, START + 107 * MINUTE_MS],
      ],
    )
    const due = (minute: number) => `"due":"2026-03-02T10:${minute}:00.000Z","attempts":1}`
    t.same(parts.log.lines, [
      `info a scheduled run begins {"job":"log_retention",${due(17)}`,
      'info a scheduled run is done {"job":"log_retention","took_ms":0}',
      `info a scheduled run begins {"job":"file_retention",${due(37)}`,
      'info a scheduled run is done {"job":"file_retention","took_ms":0}',
      `info a scheduled run begins {"job":"record_retention",${due(47)}`,
      'info a scheduled run is done {"job":"record_retention","took_ms":0,"removed":5}',
    ])
    await schedule.stop()
    t.same(parts.take(), [['11:00:00', 'stop']])
  },
)

t.test(
  'what was missed is made up for a minute after the start, also where it cannot be noted',
  async (t) => {
    const parts = new Parts()
    const before = parts.schedule()
    await before.start()
    await before.stop()
    parts.take()
    parts.clock.at += 24 * 60 * MINUTE_MS
    const schedule = parts.schedule()
    await schedule.start()
    parts.says['schedule.keep'] = () => refuse('unavailable', 'The disk is full.')
    await parts.clock.pass(MINUTE_MS - 1)
    t.same(parts.take(), [])
    await parts.clock.pass(1)
    t.same(
      parts.take().map(([at, name]) => [at, name]),
      ['bounds', 'trim', 'files', 'records.sweep'].map((name) => ['10:01:00', name]),
    )
    await schedule.stop()
  },
)

t.test('runs that the desk does not tell are asked for again', async (t) => {
  const parts = new Parts()
  let asked = 0
  parts.says['schedule.known'] = () => {
    asked++
    return asked === 1 ? refuse('unavailable', 'later') : accept(null)
  }
  const schedule = parts.schedule()
  await schedule.start()
  await parts.clock.pass(4_999)
  t.same([asked, schedule.figures], [1, []])
  await parts.clock.pass(1)
  t.same([asked, schedule.figures.length], [2, 4])
  await schedule.stop()
})

t.test(
  'switches of leverage are carried out at their times, and tried again each minute',
  async (t) => {
    const parts = new Parts()
    const at = (minute: number) => new Date(START + minute * MINUTE_MS).toISOString()
    parts.switches.push({ at: at(1), done_at: at(1) }, { at: at(2), done_at: null })
    parts.says['leverage.carry_out'] = () => refuse('unavailable', 'The disk is full.')
    const schedule = parts.schedule()
    await schedule.start()
    await parts.clock.pass(2 * MINUTE_MS)
    const carried = (time: string) => [time, 'leverage.carry_out', null]
    t.same(parts.take(), [carried('10:02:00')])
    await parts.clock.pass(1)
    t.equal(parts.notes['leverage_switches'], 'A leverage switch failed: The disk is full.')
    parts.says['leverage.carry_out'] = () => {
      const [, second] = parts.switches
      if (second !== undefined) second.done_at = at(3)
      return accept(2)
    }
    await parts.clock.pass(2 * MINUTE_MS)
    t.same(parts.take(), [carried('10:03:00')])
    t.equal(parts.notes['leverage_switches'], '')
    t.notOk(parts.kept.has('leverage_switches'), 'they are kept elsewhere')
    await schedule.stop()
  },
)

t.test('records that cannot be swept, and logs that are held, are told', async (t) => {
  const parts = new Parts()
  parts.says['records.sweep'] = () => refuse('unavailable', 'The disk is full.')
  const schedule = parts.schedule()
  await schedule.start()
  await parts.clock.pass(50 * MINUTE_MS)
  const failed = 'Removing old records of providers failed: The disk is full.'
  t.equal(parts.notes['record_retention'], failed)
  t.same(parts.take().slice(3), [
    ['10:47:00', 'records.sweep', null],
    ['10:48:00', 'records.sweep', null],
    ['10:50:00', 'records.sweep', null],
  ])
  await schedule.stop()
})

t.test('logs are archived by a job that is asked after each second until it is over', async (t) => {
  const parts = new Parts()
  const states = ['waiting', 'running', 'done', 'failed', 'cancelled']
  const jobs = states.map((state) => ({ id: 7, state, error: 'no room', done: 5 }))
  let answered = 0
  parts.says['jobs.of_server'] = () => accept(jobs[Math.min(answered++, jobs.length - 1)])
  const ask = async (_: string, request: unknown) => {
    parts.did.push([new Date(parts.clock.at).toISOString().slice(11, 19), request])
    return parts.says['jobs.of_server']?.() as Outcome<never>
  }
  const job = logArchiveJob('0 11 * * *', { ask }, parts.clock)
  const { name, title, retryMs, settleMs, times } = job
  t.same(
    [name, title, retryMs, settleMs],
    [...['log_archive', 'Archiving the logs', { first: 300_000, max: 3_600_000 }, 1_000]],
  )
  t.equal(times.kind === 'cron' && times.cron.text, '0 11 * * *')
  const run = job.run(5)
  await settled()
  await parts.clock.pass(1_999)
  const asked = (at: string, begunAt: number) => [at, { kind: 'log.archive', begunAt }]
  t.same(parts.take(), [asked('10:00:00', 5), asked('10:00:01', 5)])
  await parts.clock.pass(1)
  t.same(await run, { id: 7, state: 'done', records: 5 })
  await t.rejects(job.run(6), { message: 'no room' })
  t.same(await job.run(7), { id: 7, state: 'cancelled', records: 5 })
  parts.says['jobs.of_server'] = () => refuse('unavailable', 'later')
  await t.rejects(job.run(8), { message: 'later' })
  parts.says['jobs.of_server'] = () => accept(jobs[0])
  const stopped = t.rejects(job.run(9), { message: 'the server stops' })
  await settled()
  await job.stop?.()
  await stopped
  t.equal(parts.clock.waits, undefined, 'nobody looks any more')
})

t.test('the archive of logs is one of the jobs where the settings name it', async (t) => {
  const parts = new Parts()
  const ask = async () => accept({ id: 1, state: 'done', done: 2 }) as never
  const schedule = parts.schedule(logArchiveJob('5 * * * *', { ask }, parts.clock))
  await schedule.start()
  await parts.clock.pass(6 * MINUTE_MS)
  t.match(schedule.figures.at(-1), { job: 'log_archive', done: 1 })
  await schedule.stop()
})

t.test(
  'a look at the logs is over when they are trimmed, and one that fails is told',
  async (t) => {
    const parts = new Parts()
    let ends: (why?: Error) => void = () => undefined
    parts.bounds = new Promise((resolve, reject) => {
      ends = (why) => (why === undefined ? resolve() : reject(why))
    })
    const schedule = parts.schedule()
    await schedule.start()
    await parts.clock.pass(20 * MINUTE_MS)
    const done = () => schedule.figures.find(({ job }) => job === 'log_retention')?.done
    t.same([parts.take().length, done()], [1, 0])
    ends(new Error('no room'))
    await settled()
    t.equal(parts.notes['log_retention'], 'Trimming the logs failed: no room')
    t.equal(done(), 0)
    await schedule.stop()
  },
)
