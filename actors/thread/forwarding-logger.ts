import type { LogLine } from '../../wire/thread/messages.js'
import type { LogFields, Logger } from './logger.js'
import { reportMemory } from './own-memory.js'

/**
 * The logger of a thread that sends its lines to the front, which writes them. A posted line
 * arrives even if the thread ends right after it. The thread also reports its memory on request.
 */
export function forwardingLogger(post: (line: LogLine) => void): Logger {
  reportMemory()
  const log = (level: LogLine['level']) => (fields: LogFields, message: string) =>
    post({ type: 'log', level, fields, message })
  return { info: log('info'), warn: log('warn'), error: log('error') }
}
