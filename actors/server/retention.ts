import { Piscina } from 'piscina'
import type { Clock } from '../thread/clock.js'
import type { RetentionLook, RetentionTask } from './retention.task.js'

/** Computes the bounds for trimming, and the conditions under which it may happen. */
export interface RetentionWork {
  /** The seq before which each shard's log may be trimmed; 0 to keep all. */
  bounds(now: number): Promise<readonly number[]>
  /**
   * The reason why the last bounds keep more than the retention days require; empty if they do not.
   */
  held?(): string
  /** False while the server does not trust its clock, so ages are unknown. */
  isClockTrusted(): boolean
  /** Trims the shard's log: entries before the seq are deleted. */
  trim(shard: number, beforeSeq: number): void
}

/** Checks if the logs reach back further than required, and has them trimmed. */
export async function trimLogs(work: RetentionWork, clock: Pick<Clock, 'now'>): Promise<void> {
  const { bounds, isClockTrusted, trim } = work
  const found = await bounds(clock.now())
  // The clock may have jumped during the check, and trimming cannot be undone.
  if (!isClockTrusted()) return
  for (const [shard, bound] of found.entries()) if (bound > 0) trim(shard, bound)
  const held = work.held?.() ?? ''
  if (held !== '') throw new Error(held)
}

/** Runs the check on a thread that ends afterwards. */
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

  /** The reason why the last check kept more than required; empty if it did not. */
  get held(): string {
    return this.#held
  }

  stop(): Promise<void> {
    return this.#pool.destroy()
  }
}
