import { dayFromText } from '../../engine/calendar/calendar.js'
import { dayEnd, dayStart, type ServerClock } from '../../engine/calendar/server-clock.js'
import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { isTime } from '../../wire/types/utc-time.js'

/** A time range with both ends included. A missing end is open. */
export interface TimeRange {
  readonly from?: UnixMs
  readonly to?: UnixMs
}

/**
 * Reads `from` and `to` of a query: UTC times, or days in server time that count from their first
 * to their last millisecond.
 */
export function readTimeRange(
  query: { readonly from?: string; readonly to?: string },
  clock: ServerClock,
): TimeRange | Refusal {
  const from = momentOf(query.from, (day) => dayStart(clock, day))
  if (from === null) return refuseField('from', NO_SUCH_TIME)
  const to = momentOf(query.to, (day) => dayEnd(clock, day))
  if (to === null) return refuseField('to', NO_SUCH_TIME)
  if (from !== undefined && to !== undefined && to < from) {
    return refuseField('to', say('field.before_from_time'))
  }
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

const NO_SUCH_TIME = say('field.no_such_time')

function momentOf(
  text: string | undefined,
  ofDay: (day: string) => UnixMs,
): UnixMs | undefined | null {
  if (text === undefined) return undefined
  if (text.includes('T')) return isTime(text) ? Date.parse(text) : null
  return dayFromText(text) === undefined ? null : ofDay(text)
}
