import { serverClock, serverNow, wallTime } from '../../link/clock.js'
import { spanOf } from '../../text/periods.js'

/** Periods up to now, in days. `today` is the server's trading day. */
export const SPANS = { today: 1, week: 7, month: 30, year: 365 } as const
export type HistorySpan = keyof typeof SPANS

const DAY_MS = 24 * 3_600_000

/**
 * The start of a period, rounded to whole minutes so that a table is not reloaded whenever the time
 * changes.
 */
export function beginOf(span: HistorySpan, at = serverNow(), clock = serverClock()): Date {
  const { from } = spanOf('today', at, clock)
  if (span === 'today' && from !== undefined) return new Date(from)
  const begin = new Date(at - SPANS[span] * DAY_MS)
  begin.setSeconds(0, 0)
  return begin
}

export function dayOf(begin: Date, clock = serverClock()): string {
  return wallTime(clock, begin.getTime()).date
}
