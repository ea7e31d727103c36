import { LogWithTail } from './intake/log-with-tail.js'
import type { LogReader } from './log.js'
import { LogFile } from './log-file.js'

/**
 * Opens the log of another process, or of a stopped server, including entries that only the ring
 * has.
 */
export function openLogFile(directory: string): LogReader {
  return new LogWithTail(new LogFile(directory), directory)
}
