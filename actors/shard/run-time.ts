import type { ShardCore } from './core.js'

/**
 * How long a turn works on what no request of it asked for (stop outs, triggers) before it goes on with
 * requests: each kind has its own share, so that none of them waits for the others to end.
 */
const RUN_MS = 2

export class RunTime {
  readonly #core: ShardCore
  #until = 0

  constructor(core: ShardCore) {
    this.#core = core
  }

  begin(): void {
    this.#until = this.#core.monotonic() + RUN_MS
  }

  /** A run ends with what it is doing. */
  get isUp(): boolean {
    return this.#core.monotonic() >= this.#until
  }
}
