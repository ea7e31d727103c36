import type { UnixMs } from '../../engine/units.js'

/** The place where the logs of so many shards are archived. */
export interface LogArchiveTarget {
  readonly directory: string
  readonly shards: number
}

export interface LogArchiveWork {
  /** Undefined where the settings name no directory (any more). */
  readonly target: LogArchiveTarget | undefined
  /** Turns that ended before this; null is all that there were as it began. */
  readonly until: UnixMs | null
}
