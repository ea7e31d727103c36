import { Piscina } from 'piscina'
import type { Refusal } from '../../engine/code.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, within } from '../thread/clock.js'
import { FairQueue, type LaneRules, type RunningJob } from '../thread/fair-queue.js'
import type { AllQueries, QueryTask } from './query.task.js'

/**
 * Runs read-only queries on separate threads, so that none runs on the front.
 *
 *   - Staff and traders take turns, and within them logins. The waiting queries of each login and
 *     each side are limited; another one is refused with `unavailable` at once.
 *   - A query that exceeds its time, including waiting, is refused, and its thread is ended.
 *   - Traders together never use all threads; one trader uses one, one staff user two. A thread
 *     counts as used until it has exited, because an ended one first completes its current SQLite
 *     step.
 *   Q4. Windows and counts by group, which may read every account, have separate threads with the
 *       same rules that give trading precedence, so no other query waits for them.
 */
export interface QueryPoolOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly threadsMax?: number
  /** The maximum number of traders' queries that wait. */
  readonly queueMax?: number
  readonly timeoutMs?: number
}

/** The caller of a query. Callers take turns, so that none waits for all queries of another. */
export interface QueryAsker {
  readonly audience: 'staff' | 'trader'
  readonly login: number
}

export interface Queries {
  run<Name extends keyof AllQueries & string>(
    name: Name,
    request: AllQueries[Name]['request'],
  ): Promise<Outcome<AllQueries[Name]['answer']>>
}

const THREADS_MAX = 3
const QUEUE_MAX = 256
const STAFF_QUEUE_MAX = 128
export const LOGIN_QUERIES_MAX = 32
const TIMEOUT_MS = 15_000
const IDLE_MS = 30_000
/** How long `close` waits for threads to exit. */
const CLOSE_MS = 5_000
/** Slow queries, which run on separate threads (Q4). */
const PATIENT: ReadonlySet<string> = new Set<keyof AllQueries>([
  'accounts.group_counts',
  'accounts.window',
  'accounts.window_count',
  'accounts.window_logins',
  'closed.window',
  'deals.window',
  'history.window',
  'orders.window',
  'overview.day',
  'positions.window',
  'trades.window_count',
  'trades.window_sums',
])
const STAFF = 0
const TRADERS = 1

interface Job {
  readonly task: QueryTask
  readonly limit: AbortController
  readonly settle: (outcome: Outcome<unknown>) => void
  readonly fail: (error: unknown) => void
}

export class QueryPool {
  readonly #prompt: Turns
  readonly #patient: Turns

  constructor(options: QueryPoolOptions) {
    this.#prompt = new Turns(options, './query.task.js')
    this.#patient = new Turns(options, './patient-query.task.js')
  }

  get waiting(): number {
    return this.#prompt.waiting + this.#patient.waiting
  }

  /** The pool as one session uses it. */
  of({ audience, login }: QueryAsker): Queries {
    const lane = audience === 'staff' ? STAFF : TRADERS
    return {
      run: (name, request) => {
        const turns = PATIENT.has(name) ? this.#patient : this.#prompt
        return turns.run(lane, String(login), name, request) as never
      },
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#prompt.close(), this.#patient.close()])
  }
}

/** The queries of threads of one kind. */
class Turns {
  readonly #pool: Piscina<QueryTask, Outcome<unknown>>
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #threadsMax: number
  readonly #timeoutMs: number
  readonly #queue: FairQueue<Job>
  /** Promises that settle when the threads of queries that took too long have exited. */
  readonly #exits = new Map<Job, Promise<void>>()
  #running = 0
  #isClosed = false

  constructor(options: QueryPoolOptions, program: string) {
    this.#dataDir = options.dataDir
    this.#clock = options.clock
    this.#threadsMax = options.threadsMax ?? THREADS_MAX
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#queue = new FairQueue(lanes(this.#threadsMax, options.queueMax ?? QUEUE_MAX))
    this.#pool = new Piscina<QueryTask, Outcome<unknown>>({
      filename: new URL(program, import.meta.url).href,
      minThreads: 0,
      maxThreads: this.#threadsMax,
      idleTimeout: IDLE_MS,
    })
  }

  get waiting(): number {
    return this.#queue.waiting
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const exited = Promise.all([this.#pool.destroy(), ...this.#exits.values()])
    await within(this.#clock, CLOSE_MS, exited, 'A query goes on.').catch(() => undefined)
  }

  async run(
    lane: number,
    party: string,
    name: string,
    request: unknown,
  ): Promise<Outcome<unknown>> {
    const limit = new AbortController()
    const task: QueryTask = { dataDir: this.#dataDir, name, request }
    return new Promise((settle, fail) => {
      const timer = this.#clock.after(this.#timeoutMs, () => {
        if (this.#queue.remove(lane, party, job)) job.settle(tookTooLong())
        else this.#end(job)
      })
      const job: Job = {
        task,
        limit,
        settle: (outcome) => {
          timer.cancel()
          settle(outcome)
        },
        fail: (error) => {
          timer.cancel()
          fail(error)
        },
      }
      const left = this.#queue.push(lane, party, job)
      left?.settle(tooMany())
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#running < this.#threadsMax) {
      const taken = this.#queue.next()
      if (taken === undefined) return
      this.#running++
      void this.#work(taken)
    }
  }

  /**
   * Ends a query. Piscina forgets its thread at once, however long the thread takes to exit. A
   * query that has not begun has no thread.
   */
  #end(job: Job): void {
    const before = this.#pool.threads
    job.limit.abort()
    const left = new Set(this.#pool.threads)
    const ended = before.find((thread) => !left.has(thread))
    if (ended === undefined) return
    const exit = new Promise<void>((resolve) => {
      ended.once('exit', () => resolve())
    })
    this.#exits.set(job, exit)
  }

  async #work(taken: RunningJob<Job>): Promise<void> {
    const { task, limit, settle, fail } = taken.job
    try {
      if (this.#isClosed) throw new Error('The queries are closed.')
      settle(await this.#pool.run(task, { signal: limit.signal }))
    } catch (error) {
      if (limit.signal.aborted) settle(tookTooLong())
      else fail(error)
    } finally {
      await this.#exits.get(taken.job)
      this.#exits.delete(taken.job)
      this.#running--
      this.#queue.finished(taken)
      this.#startNext()
    }
  }
}

function lanes(threadsMax: number, queueMax: number): LaneRules[] {
  const partyWaitingMax = LOGIN_QUERIES_MAX
  return [
    { waitingMax: STAFF_QUEUE_MAX, partyWaitingMax, partyRunningMax: 2 },
    {
      waitingMax: queueMax,
      partyWaitingMax,
      runningMax: Math.max(threadsMax - 1, 1),
      partyRunningMax: 1,
    },
  ]
}

function tooMany(): Refusal {
  return because('unavailable.queries')
}

function tookTooLong(): Refusal {
  return because('unavailable.query_time')
}
