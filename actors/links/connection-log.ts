import type { FeedLine } from '../../wire/thread/messages.js'
import type { Clock } from '../thread/clock.js'
import type { LogFields, Logger } from '../thread/logger.js'

/** The log of the process, and the lines that are kept for one connection. */
export function connectionLog(log: Logger, clock: Clock, keep: (line: FeedLine) => void): Logger {
  const write = (level: FeedLine['level']) => (fields: LogFields, message: string) => {
    log[level](fields, message)
    keep({ at: clock.now(), level, text: lineText(fields, message) })
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/**
 * `why` is the part of a line that a person looks for; the other fields follow it, but the code of an
 * error, which is for the log of the process alone.
 */
function lineText(fields: LogFields, message: string): string {
  const { feed: _, gateway: __, why, code: ___, ...rest } = fields
  const reason = why === undefined ? '' : `: ${why}`
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${value}`)
  return `${message}${reason}${details.join('')}`
}
