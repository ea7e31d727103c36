import { HOUR_MS, MINUTE_MS } from '../../engine/calendar/durations.js'
import type { MailedStatements } from '../desk/people/statements.js'
import type { FileKeeper } from '../files/file-keeper.js'
import { type RetentionWork, trimLogs } from '../server/retention.js'
import type { Supervisor } from '../server/supervisor.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import { CronTimes } from '../thread/cron-times.js'
import type { Logger } from '../thread/logger.js'
import { maintenanceJob } from './maintenance-job.js'
import { Schedule } from './schedule.js'
import type { JobName, ScheduledJob } from './scheduled-job.js'

/** The parts of the server that the schedule uses, and the store for its runs. */
export interface ServerScheduleOptions {
  readonly supervisor: Pick<
    Supervisor,
    'accounts' | 'ask' | 'book' | 'condition' | 'isClockTrusted'
  >
  readonly clock: Clock
  readonly logger: Logger
  readonly retention: Omit<RetentionWork, 'isClockTrusted'> & { stop(): Promise<void> }
  readonly files: Pick<FileKeeper, 'retain'>
  /** The backup job; undefined if no backup directory is configured. */
  readonly backup: ScheduledJob | undefined
  readonly logArchive?: ScheduledJob | undefined
  readonly reports?: ScheduledJob
}

const NAMES: readonly JobName[] = [
  'backup',
  'file_retention',
  'leverage_switches',
  'log_archive',
  'log_retention',
  'maintenance',
  'record_retention',
  'reports',
  'statements',
]
/** When logs are trimmed: once an hour, away from day ends. */
const TRIMMING = '17 * * * *'
const FILES_GOING = '37 * * * *'
const RECORDS_GOING = '47 * * * *'
/**
 * When statements are sent. Days may end at any quarter of an hour, and their rows follow a little
 * later.
 */
const STATEMENTS_GOING = '*/5 * * * *'
/** The pause after a start, because the server has other work to do first. */
const TRIMMING_SETTLES_MS = MINUTE_MS

export function serverSchedule(options: ServerScheduleOptions): Schedule {
  const { supervisor, clock, logger, backup, logArchive, reports } = options
  const asked = [backup, logArchive, reports].filter((job) => job !== undefined)
  const own = [leverageSwitches(options), logRetention(options), fileRetention(options)]
  const jobs = [
    ...own,
    recordRetention(options),
    statements(options),
    maintenanceJob(options),
    ...asked,
  ]
  return new Schedule(
    {
      clock,
      logger,
      isClockTrusted: () => supervisor.isClockTrusted,
      serverClock: () => supervisor.book.clock,
      async known() {
        const known = await supervisor.ask('schedule.known', { jobs: NAMES })
        if (!known.ok) throw new Error(known.message)
        return new Map(known.value)
      },
      async keep(job, runs) {
        const kept = await supervisor.ask('schedule.keep', { job, runs })
        if (!kept.ok) throw new Error(kept.message)
      },
      note: (job, what) => supervisor.condition.note(job, what),
    },
    jobs,
  )
}

/**
 * Carries out leverage switches. The desk does one at a time
 * (actors/desk/settings/leverage-switches.ts, L1 to L5).
 */
function leverageSwitches({ supervisor }: ServerScheduleOptions): ScheduledJob {
  return {
    name: 'leverage_switches',
    times: {
      kind: 'kept',
      next() {
        const switches = supervisor.book.records.leverage_switches
        const next = switches.find(({ done_at }) => done_at === null)
        return next === undefined ? undefined : Date.parse(next.at)
      },
    },
    retryMs: { first: MINUTE_MS, max: MINUTE_MS },
    settleMs: 0,
    async run() {
      const carriedOut = await supervisor.ask('leverage.carry_out', null)
      if (!carriedOut.ok) throw new Error(carriedOut.message)
      return { leverage_switch: carriedOut.value }
    },
  }
}

/** Checks every hour if the logs reach back further than required. */
function logRetention({ supervisor, clock, retention }: ServerScheduleOptions): ScheduledJob {
  const isClockTrusted = (): boolean => supervisor.isClockTrusted
  return {
    name: 'log_retention',
    times: { kind: 'cron', cron: CronTimes.of(TRIMMING) },
    retryMs: { first: 2 * HOUR_MS, max: 24 * HOUR_MS },
    settleMs: TRIMMING_SETTLES_MS,
    // Runs even if the run cannot be stored, because the disk may be full and this job frees space.
    mayRepeat: true,
    async run() {
      await trimLogs({ ...retention, isClockTrusted }, clock)
      return undefined
    },
    stop: () => retention.stop(),
  }
}

/** Deletes expired jobs and files every hour. */
function fileRetention({ files }: ServerScheduleOptions): ScheduledJob {
  return {
    name: 'file_retention',
    times: { kind: 'cron', cron: CronTimes.of(FILES_GOING) },
    retryMs: { first: MINUTE_MS, max: HOUR_MS },
    settleMs: TRIMMING_SETTLES_MS,
    // Runs even if the run cannot be stored, because the disk may be full and this job frees space.
    mayRepeat: true,
    run: () => files.retain(),
  }
}

/**
 * Deletes expired provider records, outbox rows, drafts, reports and refused requests every hour.
 */
function recordRetention({ supervisor }: ServerScheduleOptions): ScheduledJob {
  return {
    name: 'record_retention',
    times: { kind: 'cron', cron: CronTimes.of(RECORDS_GOING) },
    retryMs: { first: MINUTE_MS, max: HOUR_MS },
    settleMs: TRIMMING_SETTLES_MS,
    // Runs even if the run cannot be stored, because the disk may be full and this job frees space.
    mayRepeat: true,
    async run() {
      let removed = 0
      for (const what of [
        'records.sweep',
        'outbox.sweep',
        'mail.sweep',
        'reports.sweep',
        'refusals.sweep',
      ] as const) {
        for (let some = -1; some !== 0; removed += some) {
          const swept = await supervisor.ask(what, null)
          if (!swept.ok) throw new Error(swept.message)
          some = swept.value
        }
      }
      return { removed }
    },
  }
}

/**
 * Sends daily statements of ended days to groups that get them, and e-mails about margin calls and
 * stop outs.
 */
function statements({ supervisor }: ServerScheduleOptions): ScheduledJob {
  return {
    name: 'statements',
    times: { kind: 'cron', cron: CronTimes.of(STATEMENTS_GOING) },
    retryMs: { first: MINUTE_MS, max: HOUR_MS },
    settleMs: TRIMMING_SETTLES_MS,
    // The change that sends a statement also stores that it was sent.
    mayRepeat: true,
    async run() {
      let mailed = 0
      let after: MailedStatements['next'] = null
      do {
        const step: Outcome<MailedStatements> = await supervisor.ask('statements.mail', {
          clock: supervisor.book.clock,
          after,
        })
        if (!step.ok) throw new Error(step.message)
        mailed += step.value.mailed
        after = step.value.next
      } while (after !== null)
      return { mailed, margin_letters: await marginLetters(supervisor) }
    },
  }
}

async function marginLetters(supervisor: ServerScheduleOptions['supervisor']): Promise<number> {
  let mailed = 0
  for (let after: number | null = 0; after !== null; ) {
    const step: Outcome<{ mailed: number; next: number | null }> = await supervisor.ask(
      'margin_letters.mail',
      { after },
    )
    if (!step.ok) throw new Error(step.message)
    mailed += step.value.mailed
    after = step.value.next
  }
  return mailed
}
