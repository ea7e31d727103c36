import { Piscina } from 'piscina'
import type { Clock, Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { RetentionTask } from './retention.task.js'

const FIRST_LOOK_MS = 60_000
const EVERY_MS = 3_600_000
/** After failures in a row it waits twice as long each time, and at most so long. */
const EVERY_MAX_MS = 24 * EVERY_MS

/** What a look does, and whether it may. */
export interface RetentionWork {
  /** For each shard the seq before which its log may be trimmed, 0 for not at all. */
  bounds(now: number): Promise<readonly number[]>
  /** False while nobody knows how old anything is. */
  isClockTrusted(): boolean
  /** The shard's log may lose what lies before the seq. */
  trim(shard: number, beforeSeq: number): void
}

/** Looks every hour whether the logs reach back further than they must. */
export class Retention {
  readonly #work: RetentionWork
  readonly #clock: Clock
  readonly #logger: Logger
  #failures = 0
  #timer: Timer | undefined

  constructor(work: RetentionWork, clock: Clock, logger: Logger) {
    this.#work = work
    this.#clock = clock
    this.#logger = logger
    this.#timer = clock.after(FIRST_LOOK_MS, () => void this.#look())
  }

  stop(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  async #look(): Promise<void> {
    const { bounds, isClockTrusted, trim } = this.#work
    try {
      const found = isClockTrusted() ? await bounds(this.#clock.now()) : []
      // The clock may have jumped meanwhile: what is trimmed is gone.
      if (isClockTrusted()) {
        for (const [shard, bound] of found.entries()) if (bound > 0) trim(shard, bound)
      }
      this.#failures = 0
    } catch (error) {
      this.#failures++
      const next_look_h = this.#nextMs / EVERY_MS
      this.#logger.error({ err: error, next_look_h }, 'the logs could not be trimmed')
    }
    if (this.#timer !== undefined) {
      this.#timer = this.#clock.after(this.#nextMs, () => void this.#look())
    }
  }

  get #nextMs(): number {
    return Math.min(EVERY_MS * 2 ** this.#failures, EVERY_MAX_MS)
  }
}

/** The look itself, on a thread that ends after. */
export class RetentionPool {
  readonly #pool = new Piscina<RetentionTask, number[]>({
    filename: new URL('./retention.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 1,
  })
  readonly #task: Omit<RetentionTask, 'now'>

  constructor(task: Omit<RetentionTask, 'now'>) {
    this.#task = task
  }

  bounds(now: number): Promise<readonly number[]> {
    return this.#pool.run({ ...this.#task, now })
  }

  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}
