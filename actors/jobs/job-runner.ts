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
 * Carries jobs out, a slice at a time, on a thread that yields to trading and ends when there is nothing to do.
 *
 *   R1. A slice of each owner is under way at a time, and the thread of jobs takes them in turn: a long job keeps nobody
 *       else's waiting, and nobody waits for what another's slice waits for, as hashes of passwords.
 *   R2. Each slice is reported before the next one begins. After a crash the desk has what was reported, and
 *       it goes on from there.
 *   R3. A slice that throws is tried again after a while; at the third time in a row the job fails.
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
  /** Where logs are archived; undefined where the settings name no directory. */
  readonly logArchive?: LogArchiveTarget | undefined
  /** Undefined of a server alone. */
  readonly contents?: FileContents | undefined
  /** Called when a job that failed or was cancelled may have left a file. */
  onLeftFile(): void
}

/** Imports of accounts, a slice at a time. */
export interface JobImports {
  slice(job: StoredJob): Promise<SliceState>
  /** True when somebody waits for it and carries it out meanwhile. */
  isDriven(id: number): boolean
  onLeft: () => void
}

/** Acts on many accounts, a slice at a time. */
export interface JobActs {
  slice(job: StoredJob): Promise<SliceState>
}

const TRIES = 3
const TRY_AGAIN_MS = 1_000
/** The pause before it looks by itself, since the desk may have started anew and told nobody of a job. */
const LOOK_MS = 60_000
const IDLE_MS = 10_000
/**
 * A slice keeps little and throws much away: with room it would let that lie. Measured in a report of a million rows,
 * half of the memory and no more time. Beyond the bound the slice fails, and is tried again as any other.
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
  /** Functions that end the pauses under way. */
  readonly #paused = new Set<() => void>()
  /** The slices that are under way, by their jobs. */
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

  /** The figures of its last look. */
  get figures(): JobFigures {
    return this.#figures
  }

  get slices(): number {
    return this.#slices
  }

  start(): void {
    this.#ended = this.#run()
  }

  /** Takes news of a job: that it is new, has gone further, or is over. */
  heard({ state }: Pick<StoredJob, 'state'>): void {
    if (state === 'waiting') this.#poke()
    if (state === 'failed' || state === 'cancelled') this.#options.onLeftFile()
  }

  /** Stops and leaves the work in hand as it is: the next start goes on there. */
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

  /** Begins a slice of every job that is taken and has none under way; false when there was none. */
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
      // A slice that is not known to be stored is looked up again, and done again if it is not.
      if (!told.ok) await this.#pause(TRY_AGAIN_MS)
    } catch (error) {
      if (!this.#isStopping) await this.#failed(job, error)
    }
  }

  /** Logs that jobs could not be looked after, and waits a while before they are looked up again. */
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

  /** Pauses one job, whatever the others do; the end of the server cuts it short. */
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

  /** Rests until the time is over or something is told. */
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
