import { Piscina } from 'piscina'
import type { Clock } from '../thread/clock.js'
import type { RetentionLook, RetentionTask } from './retention.task.js'

/** The work of a look, and the conditions under which it may be done. */
export interface RetentionWork {
  /** The seq before which each shard's log may be trimmed, 0 for not at all. */
  bounds(now: number): Promise<readonly number[]>
  /** The reason why the last bounds are less than they might be; empty when they are not. */
  held?(): string
  /** False while nobody knows how old anything is. */
  isClockTrusted(): boolean
  /** The shard's log may lose what lies before the seq. */
  trim(shard: number, beforeSeq: number): void
}

/** Checks if the logs reach back further than they must, and has them trimmed. */
export async function trimLogs(work: RetentionWork, clock: Pick<Clock, 'now'>): Promise<void> {
  const { bounds, isClockTrusted, trim } = work
  const found = await bounds(clock.now())
  // The clock may have jumped meanwhile: what is trimmed is gone.
  if (!isClockTrusted()) return
  for (const [shard, bound] of found.entries()) if (bound > 0) trim(shard, bound)
  const held = work.held?.() ?? ''
  if (held !== '') throw new Error(held)
}

/** The look itself, on a thread that ends after. */
export class RetentionPool {
  readonly #pool = new Piscina<RetentionTask, RetentionLook>({
    filename: new URL('./retention.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 1,
  })
  readonly #task: Omit<RetentionTask, 'now'>
  #held = ''

  constructor(task: Omit<RetentionTask, 'now'>) {
    this.#task = task
  }

  async bounds(now: number): Promise<readonly number[]> {
    const { bounds, held } = await this.#pool.run({ ...this.#task, now })
    this.#held = held
    return bounds
  }

  /** The reason why the last look let less go than it might; empty when it did not. */
  get held(): string {
    return this.#held
  }

  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}
