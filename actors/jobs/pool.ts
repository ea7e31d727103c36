import { Piscina } from 'piscina'
import { refuse } from '../../engine/code.js'
import type { Outcome } from '../ask.js'
import type { Clock } from '../clock.js'
import type { AllQueries, QueryTask } from './query.task.js'

/**
 * Read-only queries on threads of their own, so that none runs on the front.
 *
 *   Q1. At most `queueMax` queries wait; one more is refused `unavailable` at once.
 *   Q2. A query that takes longer than its time is ended, together with its thread.
 */
export interface QueryPoolOptions {
  readonly dataDir: string
  readonly clock: Clock
  readonly threadsMax?: number
  readonly queueMax?: number
  readonly timeoutMs?: number
}

const THREADS_MAX = 2
const QUEUE_MAX = 256
const TIMEOUT_MS = 15_000
const IDLE_MS = 30_000

export class QueryPool {
  readonly #pool: Piscina<QueryTask, Outcome<unknown>>
  readonly #dataDir: string
  readonly #clock: Clock
  readonly #queueMax: number
  readonly #timeoutMs: number

  constructor(options: QueryPoolOptions) {
    this.#dataDir = options.dataDir
    this.#clock = options.clock
    this.#queueMax = options.queueMax ?? QUEUE_MAX
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS
    this.#pool = new Piscina<QueryTask, Outcome<unknown>>({
      filename: new URL('./query.task.js', import.meta.url).href,
      minThreads: 0,
      maxThreads: options.threadsMax ?? THREADS_MAX,
      idleTimeout: IDLE_MS,
      maxQueue: this.#queueMax,
    })
  }

  get waiting(): number {
    return this.#pool.queueSize
  }

  async run<Name extends keyof AllQueries & string>(
    name: Name,
    request: AllQueries[Name]['request'],
  ): Promise<Outcome<AllQueries[Name]['answer']>> {
    if (this.#pool.queueSize >= this.#queueMax) {
      return refuse('unavailable', 'Too many queries wait: try again in a few seconds.')
    }
    const limit = new AbortController()
    const timer = this.#clock.after(this.#timeoutMs, () => limit.abort())
    try {
      const task: QueryTask = { dataDir: this.#dataDir, name, request }
      const outcome = await this.#pool.run(task, { signal: limit.signal })
      return outcome as Outcome<AllQueries[Name]['answer']>
    } catch (error) {
      if (!limit.signal.aborted) throw error
      return refuse('unavailable', 'The query took too long: ask for less, or try again later.')
    } finally {
      timer.cancel()
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy()
  }
}
