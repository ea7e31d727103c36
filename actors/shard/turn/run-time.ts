import type { ShardCore } from '../core.js'

/**
 * The time that a turn works on what other requests of it do not ask for (stop outs, triggers, long answers) before
 * it goes on: each kind has its own share, so that none of them waits for the others to end.
 */
/** The share of what prices bring about. */
const RUN_MS = 2

export class RunTime {
  readonly #core: Pick<ShardCore, 'monotonic'>
  readonly #ms: number
  /** On the monotonic clock; infinity while none has begun. */
  #until = Number.POSITIVE_INFINITY

  constructor(core: Pick<ShardCore, 'monotonic'>, ms = RUN_MS) {
    this.#core = core
    this.#ms = ms
  }

  begin(): void {
    this.#until = this.#core.monotonic() + this.#ms
  }

  /** Begins a share whose work is done here and there in a turn. */
  beginOnce(): void {
    if (this.#until === Number.POSITIVE_INFINITY) this.begin()
  }

  end(): void {
    this.#until = Number.POSITIVE_INFINITY
  }

  /** A run ends with what it is doing. */
  get isUp(): boolean {
    return this.#core.monotonic() >= this.#until
  }
}
