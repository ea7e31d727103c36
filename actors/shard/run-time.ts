import type { Clock } from '../thread/clock.js'

/**
 * The time that a turn spends on work other than its requests (stop outs, triggers, long answers).
 * Each kind of work has its own share, so that none waits for the others to finish.
 */
/** The share of work that prices cause. */
const RUN_MS = 2

export class RunTime {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #ms: number
  /** When the share ends, on the monotonic clock; infinity while none has begun. */
  #until = Number.POSITIVE_INFINITY

  constructor(clock: Pick<Clock, 'monotonic'>, ms = RUN_MS) {
    this.#clock = clock
    this.#ms = ms
  }

  begin(): void {
    this.#until = this.#clock.monotonic() + this.#ms
  }

  /** Begins a share whose work is spread over a turn. */
  beginOnce(): void {
    if (this.#until === Number.POSITIVE_INFINITY) this.begin()
  }

  end(): void {
    this.#until = Number.POSITIVE_INFINITY
  }

  /** True if the share is used up. The current step is still completed. */
  get isUp(): boolean {
    return this.#clock.monotonic() >= this.#until
  }
}
