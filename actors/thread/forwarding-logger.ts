import type { LogLine } from '../../wire/thread/messages.js'
import type { LogFields, Logger } from './logger.js'
import { tellMemory } from './own-memory.js'

/**
 * The log of a thread that does not write it itself: its lines go to the front, which does. A line
 * that was posted arrives even when the thread ends right after it. Such a thread also tells its memory when the front asks.
 */
export function forwardingLogger(post: (line: LogLine) => void): Logger {
  tellMemory()
  const log = (level: LogLine['level']) => (fields: LogFields, message: string) =>
    post({ type: 'log', level, fields, message })
  return { info: log('info'), warn: log('warn'), error: log('error') }
}
