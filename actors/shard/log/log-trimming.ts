import type { Log } from '../../../storage/log/log.js'

/** The number of entries that trimming deletes between two turns, so that no turn waits long. */
const ENTRIES = 64

/** Trims a shard's log, a few entries after each turn. */
export class LogTrimming {
  readonly #log: Log
  /** Records before this seq may be deleted; 0 if nothing may be trimmed. */
  below = 0

  constructor(log: Log) {
    this.#log = log
  }

  step(): void {
    if (this.below > 0 && this.#log.trim(this.below, ENTRIES) < ENTRIES) this.below = 0
  }
}
