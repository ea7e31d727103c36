import t from 'tap'
import type { logArchiveJob } from '../../../actors/schedule/log-archive-job.js'
import type { JobName } from '../../../actors/schedule/scheduled-job.js'
import { serverSchedule } from '../../../actors/schedule/server-schedule.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { refuse } from '../../../engine/code.js'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import type { ScheduledRuns } from '../../../wire/stored/scheduled-runs.js'
import { TimedClock } from '../../given/timed-clock.js'
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
      if (name.endsWith('.mail')) return accept({ mailed: 0, next: null })
      return answer ?? accept(name.endsWith('.sweep') ? 0 : null)
    }
    const supervisor = {
      ask,
      get isClockTrusted() {
        return own.isClockTrusted
      },
      book: { clock: UTC, records: { leverage_switches: own.switches, network: [] } },
      condition: {
        note: (job: JobName, what: KeyedText | null) => {
          own.notes[job] = what?.message ?? ''
        },
      },
    }
    return serverSchedule({
      supervisor: supervisor as never,
      clock: own.clock,
      logger: own.log,
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
      backup: undefined,
      logArchive,
    })
  }
}

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
      [
        'bounds',
        'trim',
        'files',
        'records.sweep',
        'outbox.sweep',
        'mail.sweep',
        'reports.sweep',
        'refusals.sweep',
        'statements.mail',
        'margin_letters.mail',
      ].map((name) => ['10:01:00', name]),
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
  t.same([asked, schedule.figures.length], [2, 6])
  await schedule.stop()
})
