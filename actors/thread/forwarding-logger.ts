import type { LogLine } from '../../wire/thread/messages.js'
import type { LogFields, Logger } from './logger.js'

/**
 * The log of a thread that does not write it itself: its lines go to the front, which does. A line
 * that was posted arrives even when the thread ends right after it.
 */
export function forwardingLogger(post: (line: LogLine) => void): Logger {
  const log = (level: LogLine['level']) => (fields: LogFields, message: string) =>
    post({ type: 'log', level, fields, message })
  return { info: log('info'), warn: log('warn'), error: log('error') }
}
