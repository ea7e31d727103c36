import { Piscina } from 'piscina'
import type { Book } from '../../engine/book/compiled.js'
import type { UnixMs } from '../../engine/units.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { LogArchiveTarget } from '../../wire/thread/log-archive.js'
import type { JobFigures, JobReport, JobsOperations } from '../desk/jobs.js'
import type { FileContents } from '../files/file-contents.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { SliceState } from './account-import.js'
import { wayOf } from './job-kinds.js'
import type { SliceTask } from './slice.task.js'

/**
 * Carries jobs out in slices, on a thread that gives trading precedence and ends when idle.
 *
 *   - Each owner has one running slice, and the jobs thread serves the owners in turn. So a long
 *     job delays no other owner's, and no job waits for what another one waits for, such as
 *     password hashing.
 *   - Each slice is reported before the next one begins; after a crash the job continues after the
 *     last report.
 *   - A slice that throws is tried again after a while; after three failures in a row the job
 *     fails.
 */
export interface JobDesk {
  ask<Name extends keyof JobsOperations & string>(
    name: Name,
    request: JobsOperations[Name]['request'],
  ): Promise<Outcome<JobsOperations[Name]['answer']>>
}

export interface JobRunnerOptions {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly desk: JobDesk
  readonly book: () => Book
  readonly imports: JobImports
  readonly acts: JobActs
  readonly clock: Clock
  readonly logger: Logger
  /** The directory for archived logs; undefined if none is configured. */
  readonly logArchive?: LogArchiveTarget | undefined
  /** The second place of contents; undefined for a single server. */
  readonly contents?: FileContents | undefined
  /** Called when a failed or cancelled job may have left a file. */
  onLeftFile(): void
}

/** Imports of accounts, one slice at a time. */
export interface JobImports {
  slice(job: StoredJob): Promise<SliceState>
  /** True while a waiting client's request carries the job out. */
  isDriven(id: number): boolean
  onLeft: () => void
}

/** Bulk actions, one slice at a time. */
export interface JobActs {
  slice(job: StoredJob): Promise<SliceState>
}

const TRIES = 3
const TRY_AGAIN_MS = 1_000
/** The interval of checks for new jobs, because a restarted desk may not have announced one. */
const LOOK_MS = 60_000
const IDLE_MS = 10_000
/**
 * The heap limits of a slice, which keeps little and creates much garbage. A larger heap would only
 * keep that garbage: in a report of a million rows these limits halved the memory at the same
 * speed. A slice that exceeds them fails and is tried again.
 */
const HEAP_MAX = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 256 }

export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #pool = new Piscina<SliceTask, JobReport>({
    filename: new URL('./slice.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: HEAP_MAX,
  })
  readonly #failures = new Map<number, number>()
  /** Functions that end the pauses of running jobs early. */
  readonly #paused = new Set<() => void>()
  readonly #underWay = new Map<number, Promise<void>>()
  #figures: JobFigures = { open: 0, resultBytes: 0 }
  #nextStart: UnixMs | null = null
  #slices = 0
  #isPoked = false
  #isStopping = false
  #wake: () => void = () => undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(options: JobRunnerOptions) {
    this.#options = options
    options.imports.onLeft = () => this.#poke()
  }

  /** The figures of the last check for jobs. */
  get figures(): JobFigures {
    return this.#figures
  }

  get slices(): number {
    return this.#slices
  }

  start(): void {
    this.#ended = this.#run()
  }

  /** Handles a job's event: created, advanced or ended. */
  heard({ state }: Pick<StoredJob, 'state'>): void {
    if (state === 'waiting') this.#poke()
    if (state === 'failed' || state === 'cancelled') this.#options.onLeftFile()
  }

  /** Stops and leaves the running work: the next start continues it. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#poke()
    for (const over of this.#paused) over()
    await this.#pool.destroy()
    await Promise.all([this.#ended, ...this.#underWay.values()])
  }

  #poke(): void {
    this.#isPoked = true
    this.#wake()
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (!(await this.#round())) await this.#rest(this.#untilNext())
      } catch (error) {
        if (this.#isStopping) return
        this.#options.logger.error({ err: error }, 'jobs could not be looked after')
        await this.#rest(TRY_AGAIN_MS)
      }
    }
  }

  /** Begins a slice of every taken job without a running one; false if there was none. */
  async #round(): Promise<boolean> {
    this.#isPoked = false
    const taken = await this.#options.desk.ask('jobs.take', null)
    if (!taken.ok) {
      await this.#rest(TRY_AGAIN_MS)
      return true
    }
    const { jobs, nextStart, figures } = taken.value
    this.#figures = figures
    this.#nextStart = nextStart
    const due = jobs.filter(
      ({ id }) => !this.#underWay.has(id) && !this.#options.imports.isDriven(id),
    )
    for (const job of due) {
      if (this.#isStopping) break
      const slice = this.#slice(job)
        .catch((error: unknown) => this.#lost(error))
        .finally(() => {
          this.#underWay.delete(job.id)
          this.#poke()
        })
      this.#underWay.set(job.id, slice)
    }
    return false
  }

  async #slice(job: StoredJob): Promise<void> {
    const { dataDir, reserveBytes, book, desk, logArchive } = this.#options
    const { id, place, done, total, bytes, file } = job
    const way = wayOf(job)
    try {
      if (way.by !== 'thread') {
        const state = await this.#options[way.by].slice(job)
        this.#slices++
        this.#failures.delete(id)
        if (state === 'later') await this.#pause(TRY_AGAIN_MS)
        return
      }
      const work = way.work(job, { book: book(), logArchive })
      const task = { dataDir, reserveBytes, job: { id, place, done, total, bytes, file }, work }
      const report = await this.#pool.run(task)
      if (report.bytes > bytes) await this.#options.contents?.keep(file, bytes, report.bytes)
      this.#slices++
      this.#failures.delete(id)
      const told = await desk.ask('jobs.report', report)
      // If it is unknown whether a slice was stored, its place is read again, and the slice
      // repeated if necessary.
      if (!told.ok) await this.#pause(TRY_AGAIN_MS)
    } catch (error) {
      if (!this.#isStopping) await this.#failed(job, error)
    }
  }

  /** Logs that jobs could not be handled, and waits before the next attempt. */
  async #lost(error: unknown): Promise<void> {
    if (this.#isStopping) return
    this.#options.logger.error({ err: error }, 'jobs could not be looked after')
    await this.#pause(TRY_AGAIN_MS)
  }

  async #failed({ id, place, done, total, bytes }: StoredJob, error: unknown): Promise<void> {
    const { desk, logger } = this.#options
    const failures = (this.#failures.get(id) ?? 0) + 1
    logger.error({ err: error, job: id, failures }, 'a slice of a job failed')
    this.#failures.set(id, failures)
    if (failures < TRIES) return this.#pause(TRY_AGAIN_MS)
    this.#failures.delete(id)
    const why = 'The server failed on it. Ask again, or tell support the number of the job.'
    const made = { id, place, done, total: total ?? 0, bytes, sha256: '' }
    const report = { ...made, isOver: true, error: why }
    await desk.ask('jobs.report', report)
  }

  /** Pauses one job; the end of the server ends the pause. */
  #pause(ms: number): Promise<void> {
    if (this.#isStopping) return Promise.resolve()
    return new Promise((resolve) => {
      const over = (): void => {
        timer.cancel()
        this.#paused.delete(over)
        resolve()
      }
      const timer = this.#options.clock.after(ms, over)
      this.#paused.add(over)
    })
  }

  #untilNext(): number {
    if (this.#nextStart === null) return LOOK_MS
    return Math.min(LOOK_MS, Math.max(0, this.#nextStart - this.#options.clock.now()))
  }

  /** Waits until the time is over or a job event arrives. */
  #rest(ms: number): Promise<void> {
    if (this.#isPoked || this.#isStopping) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(ms, () => this.#wake())
      this.#wake = () => {
        timer.cancel()
        this.#wake = () => undefined
        resolve()
      }
    })
  }
}
