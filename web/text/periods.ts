import { dayStart, serverClock, serverNow, wallTime } from '../link/clock.js'

/** Periods of lists. Days begin at midnight in server time, like the server's trading days. */
export const PERIODS = ['hour', 'today', 'yesterday', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]

export interface Span {
  readonly from?: string
  /** The end of the period, exclusive. */
  readonly to?: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS: Readonly<Record<'week' | 'month', number>> = { week: 7, month: 30 }

/** The current range of a period. Week and month end now and include today. */
export function spanOf(period: Period, at = serverNow(), clock = serverClock()): Span {
  const today = Date.parse(wallTime(clock, at).date)
  const text = (ms: number) => new Date(ms).toISOString()
  const dayBefore = (days: number) =>
    text(dayStart(clock, text(today - days * DAY_MS).slice(0, 10)))
  if (period === 'hour') return { from: text(at - HOUR_MS) }
  if (period === 'today') return { from: dayBefore(0) }
  if (period === 'yesterday') return { from: dayBefore(1), to: dayBefore(0) }
  return { from: dayBefore(DAYS[period] - 1) }
}

export const isPeriod = (name: string): name is Period =>
  (PERIODS as readonly string[]).includes(name)
