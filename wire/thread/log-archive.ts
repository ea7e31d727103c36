import type { UnixMs } from '../../engine/units.js'

/** The directory for archived logs, and the number of shards. */
export interface LogArchiveTarget {
  readonly directory: string
  readonly shards: number
}

export interface LogArchiveWork {
  /** The archive to write to; undefined if none is configured any more. */
  readonly target: LogArchiveTarget | undefined
  /** Archives turns that ended before this time; null means all that existed at the start. */
  readonly until: UnixMs | null
}
