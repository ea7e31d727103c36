import type { ServerClock } from '../../engine/calendar/server-clock.js'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import type { ScheduledRuns } from '../../wire/stored/scheduled-runs.js'
import { CLOCK_JUMP_MS, type Clock, type Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { JobName, ScheduledJob } from './scheduled-job.js'

/**
 * The runs of one scheduled job.
 *
 *   S1. One run at a time. Times that pass during a run are skipped.
 *   S2. Missed times (the server was down, or the clock not trusted) are replaced by one run.
 *   S3. The begin of a run is on disk before it begins, and its end before the next one begins. A
 *       run interrupted by a crash is repeated under the same name, so a job can detect that it was
 *       done.
 *   S4. A run that was interrupted `CUT_OFF_MAX` times is given up until its next time, because it
 *       may be what ends the server.
 *   S5. A failed run is tried again after a growing delay; the job has a note and a metric until it
 *       succeeds.
 *   S6. No run begins while the clock is not trusted. Setting the clock back by up to an hour
 *       repeats no run; if it was far ahead, that time is forgotten.
 */
export interface JobRunsOptions {
  readonly clock: Clock
  readonly logger: Logger
  isClockTrusted(): boolean
  serverClock(): ServerClock
  /** Stores the runs of a job; resolves once they are on disk. */
  keep(job: JobName, runs: ScheduledRuns): Promise<void>
  /** Sets the note about a job; null removes it. */
  note(job: JobName, what: KeyedText | null): void
}

/** The figures for metrics. Times are 0 if there are none. */
export interface RunFigures {
  readonly job: JobName
  readonly done: number
  readonly failed: number
  readonly doneAt: UnixMs
  readonly dueAt: UnixMs
  readonly isUnwell: boolean
}

/** A run that begins later than this after its time is logged. */
export const LATE_MS = 3_600_000
const CUT_OFF_MAX = 3
/** The maximum characters of a failure's reason that are stored. */
const FAILURE_MAX = 500
/** The longest timer: the wall clock may be changed, so a distant time is checked again. */
const LOOK_MS = 60_000
const UNTRUSTED_LOOK_MS = 1_000

export class JobRuns {
  readonly job: ScheduledJob
  readonly #options: JobRunsOptions
  readonly #known: ScheduledRuns | undefined
  #runs: ScheduledRuns
  /** The time on the monotonic clock before which no run begins. */
  #notBefore: number
  #failures = 0
  #done = 0
  #failed = 0
  #running: Promise<void> | undefined
  #timer: Timer | undefined
  #isStopping = false

  constructor(job: ScheduledJob, options: JobRunsOptions, known: ScheduledRuns | undefined) {
    this.job = job
    this.#options = options
    this.#known = known
    const { clock } = options
    const now = clock.now()
    this.#runs = runsAtStart(timesOf(job), known, now)
    this.#failures = this.#runs.failure === null ? 0 : 1
    const isMissed = (this.#due(now) ?? now) < now || this.#runs.open !== null
    this.#notBefore = clock.monotonic() + (isMissed ? job.settleMs : 0)
  }

  /** Starts. At the first start ever, times count as missed only from then on. */
  async start(): Promise<void> {
    if (this.job.times.kind === 'cron' && this.#runs !== this.#known) {
      await this.#keep(this.#runs).catch((error: Error) => this.#say('was not noted', error))
    }
    this.arm()
  }

  /** Sets the timer. Call it also when the job's times may have changed. */
  arm(): void {
    this.#timer?.cancel()
    if (this.#isStopping) return
    const { clock, isClockTrusted } = this.#options
    const now = clock.now()
    this.#runs = withoutFarAhead(this.#runs, now)
    this.#options.note(this.job.name, this.#unwell(now))
    if (this.#running !== undefined) {
      this.#timer = clock.after(LOOK_MS, () => this.arm())
      return
    }
    const due = this.#due(now)
    if (due === undefined) return
    const waitMs = Math.max(0, due - now, this.#notBefore - clock.monotonic())
    if (waitMs === 0 && isClockTrusted()) {
      // Uses the due time of an open run, so that setting the clock back does not repeat it.
      this.#running = this.#run(this.#runs.open?.due ?? due, now).finally(() => {
        this.#running = undefined
        this.arm()
      })
      this.#timer = clock.after(LOOK_MS, () => this.arm())
      return
    }
    const lookMs = waitMs === 0 ? UNTRUSTED_LOOK_MS : Math.min(waitMs, LOOK_MS)
    this.#timer = clock.after(lookMs, () => this.arm())
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#timer?.cancel()
    await this.job.stop?.()
    await this.#running
  }

  get figures(): RunFigures {
    const now = this.#options.clock.now()
    return {
      job: this.job.name,
      done: this.#done,
      failed: this.#failed,
      doneAt: this.#runs.doneAt ?? 0,
      dueAt: this.#due(now) ?? 0,
      isUnwell: this.#unwell(now) !== null,
    }
  }

  /** The time for which a run is due, past or future; undefined if there is none. */
  #due(now: UnixMs): UnixMs | undefined {
    const { times } = this.job
    if (times.kind === 'kept') return times.next()
    const { open, settledAt } = this.#runs
    if (open !== null) return Math.min(open.due, now)
    return times.cron.next(this.#options.serverClock(), settledAt)
  }

  async #run(due: UnixMs, now: UnixMs): Promise<void> {
    const { clock, logger } = this.#options
    const { name: job } = this.job
    const { open, failure } = this.#runs
    const isCutOff = open !== null && failure === null
    const begunAt = isCutOff ? open.begunAt : now
    const attempts = (isCutOff ? open.attempts : 0) + 1
    const begun = clock.monotonic()
    try {
      await this.#begin({ ...this.#runs, open: { due, begunAt, attempts }, failure: null })
      logger.info({ job, due: new Date(due).toISOString(), attempts }, 'a scheduled run begins')
      const result = await this.job.run(begunAt)
      const took_ms = Math.round(clock.monotonic() - begun)
      logger.info({ job, took_ms, ...result }, 'a scheduled run is done')
    } catch (error) {
      await this.#ended(this.#isStopping ? attempts - 1 : attempts, due, begunAt, error as Error)
      return
    }
    await this.#wasDone(due)
  }

  async #begin(runs: ScheduledRuns): Promise<void> {
    if (this.job.times.kind === 'kept') return
    this.#runs = { ...runs, failure: this.#runs.failure }
    try {
      await this.#keep(runs)
    } catch (error) {
      if (this.job.mayRepeat !== true) throw error
    }
  }

  async #wasDone(due: UnixMs): Promise<void> {
    const now = this.#options.clock.now()
    this.#failures = 0
    this.#done++
    const settledAt = Math.max(due, now)
    this.#runs = { ...this.#runs, settledAt, open: null, failure: null, doneAt: now }
    const { times, retryMs } = this.job
    // The job that stores its due time may not know yet that the run is done.
    if (times.kind === 'kept' && times.next() === due) this.#wait(retryMs.first)
    if (times.kind === 'cron') {
      await this.#keep(this.#runs).catch((error: Error) =>
        this.#say('was done, and that was not noted', error),
      )
    }
  }

  async #ended(attempts: number, due: UnixMs, begunAt: UnixMs, error: Error): Promise<void> {
    const { retryMs, times } = this.job
    const open = { due, begunAt, attempts }
    if (this.#isStopping) {
      // The run is repeated at the next start, and this interruption does not count as a failure.
      if (times.kind === 'cron') {
        await this.#keep({ ...this.#runs, open, failure: null }).catch(() => undefined)
      }
      return
    }
    this.#failed++
    this.#failures++
    const waitMs = Math.min(retryMs.first * 2 ** (this.#failures - 1), retryMs.max)
    this.#wait(waitMs)
    this.#say(`was not done; it is tried again after ${Math.round(waitMs / 1000)} s`, error)
    this.#runs = {
      ...this.#runs,
      open: times.kind === 'cron' ? open : null,
      failure: error.message.slice(0, FAILURE_MAX),
    }
    if (times.kind === 'cron') await this.#keep(this.#runs).catch(() => undefined)
  }

  #wait(ms: number): void {
    this.#notBefore = this.#options.clock.monotonic() + ms
  }

  #keep(runs: ScheduledRuns): Promise<void> {
    return this.#options.keep(this.job.name, runs)
  }

  #say(what: string, error: Error): void {
    this.#options.logger.error({ job: this.job.name, err: error }, `a scheduled run ${what}`)
  }

  #unwell(now: UnixMs): KeyedText | null {
    const { name: job } = this.job
    const { failure } = this.#runs
    if (failure !== null) return say('note.job_failed', { job, why: failure })
    const due = this.#due(now)
    if (due === undefined || now - due <= LATE_MS) return null
    return say('note.job_late', { job, due: new Date(due).toISOString() })
  }
}

function timesOf({ times }: ScheduledJob): string {
  return times.kind === 'cron' ? times.cron.text : ''
}

function runsAtStart(times: string, known: ScheduledRuns | undefined, now: UnixMs): ScheduledRuns {
  const fresh = { times, settledAt: now, open: null, failure: null, doneAt: known?.doneAt ?? null }
  if (known === undefined || known.times !== times) return fresh
  const { open, failure } = known
  if (open === null || failure !== null || open.attempts < CUT_OFF_MAX) {
    return withoutFarAhead(known, now)
  }
  return { ...fresh, failure: `it was cut off ${open.attempts} times by the end of the server` }
}

/** The runs, settled as of now if they were settled while the clock was far ahead (S6). */
function withoutFarAhead(runs: ScheduledRuns, now: UnixMs): ScheduledRuns {
  return runs.settledAt - now > CLOCK_JUMP_MS ? { ...runs, settledAt: now } : runs
}
