import { Piscina } from 'piscina'
import type { Clock, Timer } from './clock.js'
import type { RetentionTask } from './jobs/retention.task.js'
import type { Logger } from './logger.js'

const FIRST_LOOK_MS = 60_000
const EVERY_MS = 3_600_000

/** Looks every hour whether the logs reach back further than they must, on a thread that ends after. */
export class Retention {
  readonly #pool = new Piscina<RetentionTask, number[]>({
    filename: new URL('./jobs/retention.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 1,
  })
  readonly #timers: readonly Timer[]

  /** `trim` is told of each shard whose log may lose what lies before the seq. */
  constructor(
    task: Omit<RetentionTask, 'now'>,
    clock: Clock,
    logger: Logger,
    trim: (shard: number, beforeSeq: number) => void,
  ) {
    const look = async (): Promise<void> => {
      try {
        const bounds = await this.#pool.run({ ...task, now: clock.now() })
        for (const [shard, bound] of bounds.entries()) if (bound > 0) trim(shard, bound)
      } catch (error) {
        logger.error({ err: error }, 'the logs could not be looked at for trimming')
      }
    }
    this.#timers = [
      clock.after(FIRST_LOOK_MS, () => void look()),
      clock.every(EVERY_MS, () => void look()),
    ]
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    await this.#pool.destroy()
  }
}
