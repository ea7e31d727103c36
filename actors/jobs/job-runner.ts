import { Piscina } from 'piscina'
import type { Book } from '../../engine/book/compiled.js'
import { groupMaskFits, groupReach } from '../../engine/names/group-path.js'
import { hiddenFields } from '../../wire/answer/account-text.js'
import type { AccountExport, LogArchive } from '../../wire/schema/records/job.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { LogArchiveTarget } from '../../wire/thread/log-archive.js'
import type { JobFigures, JobReport, JobsOperations } from '../desk/jobs.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { SliceState } from './account-import.js'
import type { JobWork } from './job-work.js'
import type { SliceTask } from './slice.task.js'

/**
 * Carries jobs out, a slice at a time, on a thread that yields to trading and ends when there is nothing to do.
 *
 *   R1. Owners take turns, slice by slice: a long job keeps nobody else's waiting.
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
  readonly clock: Clock
  readonly logger: Logger
  /** Undefined where the settings name no directory. */
  readonly logArchive?: LogArchiveTarget | undefined
  /** A job that ended has left a file. */
  onLeftFile(): void
}

/** Imports of accounts, a slice at a time. */
export interface JobImports {
  slice(job: StoredJob): Promise<SliceState>
  /** True when somebody waits for it and carries it out meanwhile. */
  isDriven(id: number): boolean
  onLeft: () => void
}

const TRIES = 3
const TRY_AGAIN_MS = 1_000
/** The pause before it looks by itself, since the desk may have started anew and told nobody of a job. */
const LOOK_MS = 60_000
const IDLE_MS = 10_000

export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #pool = new Piscina<SliceTask, JobReport>({
    filename: new URL('./slice.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  readonly #failures = new Map<number, number>()
  #figures: JobFigures = { open: 0, resultBytes: 0 }
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

  /** A job is new, further, or over. */
  heard({ state }: Pick<StoredJob, 'state'>): void {
    if (state === 'waiting') this.#poke()
    if (state === 'failed' || state === 'cancelled') this.#options.onLeftFile()
  }

  /** Stops and leaves the work in hand as it is: the next start goes on there. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#poke()
    await this.#pool.destroy()
    await this.#ended
  }

  #poke(): void {
    this.#isPoked = true
    this.#wake()
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      try {
        if (!(await this.#round())) await this.#rest(LOOK_MS)
      } catch (error) {
        if (this.#isStopping) return
        this.#options.logger.error({ err: error }, 'jobs could not be looked after')
        await this.#rest(TRY_AGAIN_MS)
      }
    }
  }

  /** A slice of every job that is taken; false when there was none. */
  async #round(): Promise<boolean> {
    this.#isPoked = false
    const taken = await this.#options.desk.ask('jobs.take', null)
    if (!taken.ok) {
      await this.#rest(TRY_AGAIN_MS)
      return true
    }
    const { jobs, figures } = taken.value
    this.#figures = figures
    const due = jobs.filter(({ id }) => !this.#options.imports.isDriven(id))
    for (const job of due) {
      if (this.#isStopping) break
      await this.#slice(job)
    }
    return due.length > 0
  }

  async #slice(job: StoredJob): Promise<void> {
    const { dataDir, reserveBytes, book, desk, logArchive } = this.#options
    const { id, place, done, total, bytes, file } = job
    try {
      if (job.kind === 'accounts.import') {
        const state = await this.#options.imports.slice(job)
        this.#slices++
        this.#failures.delete(id)
        if (state === 'later') await this.#rest(TRY_AGAIN_MS)
        return
      }
      const work = workOf(job, book(), logArchive)
      const task = { dataDir, reserveBytes, job: { id, place, done, total, bytes, file }, work }
      const report = await this.#pool.run(task)
      this.#slices++
      this.#failures.delete(id)
      const told = await desk.ask('jobs.report', report)
      // A slice that is not known to be stored is looked up again, and done again if it is not.
      if (!told.ok) await this.#rest(TRY_AGAIN_MS)
    } catch (error) {
      if (!this.#isStopping) await this.#failed(job, error)
    }
  }

  async #failed({ id, place, done, total, bytes }: StoredJob, error: unknown): Promise<void> {
    const { desk, logger } = this.#options
    const failures = (this.#failures.get(id) ?? 0) + 1
    logger.error({ err: error, job: id, failures }, 'a slice of a job failed')
    this.#failures.set(id, failures)
    if (failures < TRIES) return this.#rest(TRY_AGAIN_MS)
    this.#failures.delete(id)
    const why = 'The server failed on it. Ask again, or tell support the number of the job.'
    const made = { id, place, done, total: total ?? 0, bytes, sha256: '' }
    const report = { ...made, isOver: true, error: why }
    await desk.ask('jobs.report', report)
  }

  /** Shorter when something is told meanwhile. */
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

function workOf(job: StoredJob, book: Book, target: LogArchiveTarget | undefined): JobWork {
  if (job.kind === 'accounts.export') return exportOf(job, book)
  const { until } = job.request as LogArchive
  const kind = 'log.archive'
  return { kind, target, until: until === undefined ? null : Date.parse(until) }
}

/** The work by the settings of now: groups may have come and gone. */
function exportOf({ request, rights, scope }: StoredJob, book: Book): JobWork {
  const { group, company, ...filter } = request as AccountExport
  const held = new Set(rights)
  const reach = groupReach(scope, held)
  const groups = [...book.groups.values()]
    .filter(({ path }) => reach.covers(path))
    .filter(({ path }) => group === undefined || groupMaskFits(group, path))
    .filter(({ record }) => company === undefined || record.company === company)
    .map(({ path, currency, currencyDigits, record }) => ({
      path,
      currency,
      digits: currencyDigits,
      leverage: record.leverage,
    }))
  return { kind: 'accounts.export', filter, groups, hidden: hiddenFields(held) }
}
