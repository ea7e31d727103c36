import type { ShardCore } from '../core.js'

/**
 * The time that a turn spends on work other than its requests (stop outs, triggers, long answers).
 * Each kind of work has its own share, so that none waits for the others to finish.
 */
/** The share of work that prices cause. */
const RUN_MS = 2

export class RunTime {
  readonly #core: Pick<ShardCore, 'monotonic'>
  readonly #ms: number
  /** When the share ends, on the monotonic clock; infinity while none has begun. */
  #until = Number.POSITIVE_INFINITY

  constructor(core: Pick<ShardCore, 'monotonic'>, ms = RUN_MS) {
    this.#core = core
    this.#ms = ms
  }

  begin(): void {
    this.#until = this.#core.monotonic() + this.#ms
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
    return this.#core.monotonic() >= this.#until
  }
}
