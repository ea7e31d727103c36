import type { Log } from '../../../storage/log/log.js'

/** Trimming deletes this many entries between turns, so that no turn waits long for it. */
const ENTRIES = 64

/** Trims what a shard's log may lose, a little after each turn. */
export class LogTrimming {
  readonly #log: Log
  /** Records before this seq go; 0 when there is nothing to do. */
  below = 0

  constructor(log: Log) {
    this.#log = log
  }

  step(): void {
    if (this.below > 0 && this.#log.trim(this.below, ENTRIES) < ENTRIES) this.below = 0
  }
}
