import { type LmdbLogOptions, openLmdbLog, openLmdbLogForReading } from './lmdb-log.js'
import type { Log, LogReader } from './log.js'

/** Opens a shard's log. Which kind it is is known here alone. */
export function openLog(options: LmdbLogOptions): Log {
  return openLmdbLog(options)
}

/** Opens the log of a shard that another thread writes. */
export function openLogForReading(directory: string): LogReader {
  return openLmdbLogForReading({ directory })
}
