import type { FeedLine } from '../../wire/thread/messages.js'
import type { Clock } from '../thread/clock.js'
import type { LogFields, Logger } from '../thread/logger.js'

/** A logger that writes to the log of the process and stores the lines of one connection. */
export function connectionLog(log: Logger, clock: Clock, keep: (line: FeedLine) => void): Logger {
  const write = (level: FeedLine['level']) => (fields: LogFields, message: string) => {
    log[level](fields, message)
    keep({ at: clock.now(), level, text: lineText(fields, message) })
  }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/**
 * `why` comes first in the line, then the other fields. An error's code is only in the log of the
 * process.
 */
function lineText(fields: LogFields, message: string): string {
  const { feed: _, gateway: __, why, code: ___, ...rest } = fields
  const reason = why === undefined ? '' : `: ${why}`
  const details = Object.entries(rest).map(([name, value]) => ` ${name}=${value}`)
  return `${message}${reason}${details.join('')}`
}
