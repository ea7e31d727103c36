import { type IntakeOptions, withIntake } from './intake/intake-log.js'
import { LogWithTail } from './intake/log-with-tail.js'
import { type LmdbLogOptions, openLmdbLog, openLmdbLogForReading } from './lmdb-log.js'
import type { Log, LogReader } from './log.js'

/** Opens a shard's log. Only this file knows the implementation. */
export function openLog(options: LmdbLogOptions & IntakeOptions): Log {
  const log = openLmdbLog(options)
  try {
    return withIntake(log, options)
  } catch (error) {
    void log.close()
    throw error
  }
}

/** Opens the log of a shard that another thread writes, without entries that only its ring has. */
export function openLogForReading(directory: string): LogReader {
  return openLmdbLogForReading({ directory })
}

/** Opens the log for reading, including entries that only the ring has. */
export function openWholeLogForReading(directory: string): LogReader {
  return new LogWithTail(openLogForReading(directory), directory)
}
